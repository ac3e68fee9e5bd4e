package billing

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// measures is what was asked of metering, once for each stretch of days whatever the
// number of pairs, and who can be collected from. Several jobs may share one.
type measures struct {
	mu          sync.Mutex
	weights     map[civil.Range]evidence // the energy alone
	energy      map[civil.Range]evidence
	collectable map[id.ID]map[id.ID]bool
}

func newMeasures() *measures {
	return &measures{weights: map[civil.Range]evidence{}, energy: map[civil.Range]evidence{}, collectable: map[id.ID]map[id.ID]bool{}}
}

// recentMeasures lets the jobs of one run in this process share their answers. It only
// saves time: data that change meanwhile are met when a draft is published, which
// computes it again.
type recentMeasures struct {
	mu    sync.Mutex
	runID id.ID
	since time.Time
	*measures
}

const shareMeasures = time.Minute

// of are the measures of a run, new ones after a while.
func (r *recentMeasures) of(runID id.ID, now time.Time) *measures {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.runID != runID || now.Sub(r.since) > shareMeasures {
		r.runID, r.since, r.measures = runID, now, newMeasures()
	}
	return r.measures
}

// drop forgets the measures of a run that is over.
func (r *recentMeasures) drop(runID id.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.runID == runID {
		r.runID, r.measures = "", nil
	}
}

// facts gathers what the dues are computed from.
func (s *session) facts(ctx context.Context, b *book, dues map[itemKey]due) (facts, error) {
	s.measures.mu.Lock()
	defer s.measures.mu.Unlock()
	f := facts{book: b}
	for _, site := range b.sites {
		if site.Produces {
			f.producers = append(f.producers, site.ID)
		}
	}
	slices.Sort(f.producers)
	for _, d := range dues {
		if d.Excess {
			continue // it is refused, whatever was measured
		}
		for _, p := range d.Parts {
			if err := s.measure(ctx, p.Span); err != nil {
				return f, err
			}
		}
		if _, known := s.collectable[d.IssuerID]; !known && d.Method == Debit && s.Mandates != nil {
			clients, err := s.Mandates.Collectable(ctx, s.op.ID, d.IssuerID)
			if err != nil {
				return f, err
			}
			s.collectable[d.IssuerID] = clients
		}
	}
	f.energy, f.collectable = maps.Clone(s.energy), maps.Clone(s.collectable)
	return f, nil
}

// measure asks metering about some days, once, for all sites.
func (s *session) measure(ctx context.Context, days civil.Range) error {
	if _, known := s.energy[days]; known {
		return nil
	}
	err := s.weigh(ctx, days)
	if err != nil {
		return err
	}
	e := s.weights[days]
	if e.missing, err = s.Measurements.Readiness(ctx, s.op.ID, nil, days); err != nil {
		return err
	}
	if e.doubted, err = s.Measurements.PairsInDoubt(ctx, s.op.ID, days); err != nil {
		return err
	}
	if e.fingerprint, err = s.Measurements.Fingerprint(ctx, s.op.ID, nil, days); err != nil {
		return err
	}
	s.energy[days] = e
	return nil
}

// weigh asks metering for the energy of some days, once, and nothing of how good it is.
func (s *session) weigh(ctx context.Context, days civil.Range) error {
	if _, known := s.weights[days]; known {
		return nil
	}
	var e evidence
	var err error
	if e.shared, err = s.Measurements.PairEnergy(ctx, s.op.ID, days); err != nil {
		return err
	}
	e.received = make(map[id.ID]energy.MilliWh, len(e.shared))
	for pair, amount := range e.shared {
		e.received[pair.ConsumerID] += amount
	}
	if s.Volumes != nil && s.op.DSO.Capabilities().BillingUsages {
		if e.volumes, e.broken, err = s.Volumes.Volumes(ctx, s.op.ID, days); err != nil {
			return err
		}
	}
	s.weights[days] = e
	return nil
}

// problems says what a run would stumble on for one due, beside the data.
func (f facts) problems(d due) []*fault.Error {
	var out []*fault.Error
	if _, refused := f.compute(d); refused != nil {
		out = append(out, refused)
	}
	if d.Statement {
		return out
	}
	issuer, client := f.issuers[d.IssuerID], f.clients[d.ClientID]
	if fields := issuer.Missing(); len(fields) > 0 {
		out = append(out, ErrIssuerIncomplete.With("name", issuer.Name).With("fields", fields))
	}
	if refused := issuer.mayIssue(); refused != nil {
		out = append(out, refused)
	}
	if fields := client.Missing(); len(fields) > 0 {
		out = append(out, ErrClientIncomplete.With("name", client.Name).With("fields", fields))
	}
	return out
}
