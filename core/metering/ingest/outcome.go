package ingest

import (
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

// ImportResult is what an import understood, and what it changed or would change.
type ImportResult struct {
	DryRun       bool
	Points       int64
	Sites        []intake.ImportSite
	ChangedSites int // sites with a changed curve
	ChangedDays  int // civil days, each counted once however many sites changed on it
	Unchanged    bool
	Registers    int // lines of a monthly file
	Readings     int // of whole periods, beside curves
	// ReadingsChanged of them are new, or differ from what is stored.
	ReadingsChanged int
	ReadingSites    []ReadingSite // whose readings they are, by number
	// Suspected are the months that must be confirmed, or were: the first ones, maxFaults
	// at most, and how many there are.
	Suspected      []intake.Suspicion
	SuspectedCount int
	Warnings       []*fault.Error                // the first ones, maxFaults at most
	WarningCount   int                           // all there are
	Files          []curvefile.FileUnderstanding // how each file was read
}

// Months are those that the curves are of, ascending.
func (r ImportResult) Months() []civil.Month {
	seen := map[civil.Month]bool{}
	for _, site := range r.Sites {
		seen[site.Month] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// ReadingSite counts the readings of one site in an import.
type ReadingSite struct {
	ParticipantID id.ID
	Name          string
	DsoID         string
	Readings      int
	Changed       int // new, or other than what is stored
}
