package billrun

import (
	"sync"
	"time"

	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/id"
)

// recentMeasures lets the jobs of one run in this process share their answers. It only
// saves time: data that change meanwhile are met when a draft is published, which
// computes it again.
type recentMeasures struct {
	mu    sync.Mutex
	runID id.ID
	since time.Time
	*drafting.Measures
}

const shareMeasures = time.Minute

// of are the measures of a run, new ones after a while.
func (r *recentMeasures) of(runID id.ID, now time.Time) *drafting.Measures {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.runID != runID || now.Sub(r.since) > shareMeasures {
		r.runID, r.since, r.Measures = runID, now, drafting.NewMeasures()
	}
	return r.Measures
}

// drop forgets the measures of a run that is over.
func (r *recentMeasures) drop(runID id.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.runID == runID {
		r.runID, r.Measures = "", nil
	}
}
