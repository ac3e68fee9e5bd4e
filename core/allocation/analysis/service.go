// Package analysis answers what keys do.
package analysis

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/applied"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Energies     allocation.Energies
	Expectations replay.Expectations
	Guard        policy.Guard
	Now          func() time.Time
	Participants allocation.Participants
	Key          *key.Service
	Timeline     *timeline.Service
	Applied      *applied.Service
}

// Service answers what keys do: who has what of whom, drifts, simulations, explanations.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// Drift compares our allocation with the operator's. threshold nil is the default.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) Drift(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range, threshold *float64) (Drift, error) {
	if err := s.Guard.Operation(ctx, p, key.Read, operationID); err != nil {
		return Drift{}, err
	}
	if err := coefficientset.CheckDays(days); err != nil {
		return Drift{}, err
	}
	out := Drift{Days: days, Threshold: DefaultDrift}
	if threshold != nil {
		out.Threshold = *threshold
	}
	sites, err := s.Expectations.Days(ctx, operationID, days)
	if err != nil {
		return Drift{}, err
	}
	out.compare(sites)
	out.Contradictions, err = s.Expectations.Contradictions(ctx, operationID, days)
	return out, err
}

// Explain tells how a step was shared, round by round. Errors: forbidden, notFound,
// key.notFound, participant.notFound, energies.none where curves are missing.
func (s *Service) Explain(ctx context.Context, p policy.Principal, in ExplainInput) (Explained, error) {
	if err := s.Guard.Operation(ctx, p, key.Read, in.OperationID); err != nil {
		return Explained{}, err
	}
	o, line, err := s.Timeline.Of(ctx, in.OperationID)
	if err != nil {
		return Explained{}, err
	}
	day := o.Zone().DateOf(in.At)
	spans, err := s.Applied.WithSets(ctx, o, line.Spans(civil.Range{From: day, To: day + 1}))
	if err != nil {
		return Explained{}, err
	}
	span := spans[0]
	if !in.ConfigID.IsZero() {
		c, err := s.configOf(ctx, in.OperationID, in.ConfigID)
		if err != nil {
			return Explained{}, err
		}
		span = allocation.Span{Days: span.Days, Key: c.Key()}
	}
	e, err := s.Energies.MonthEnergies(ctx, in.OperationID, civil.MonthOf(day))
	if err != nil {
		return Explained{}, err
	}
	out, err := explain(e, span, in)
	if err != nil || out.Asked == share.None {
		return out, err
	}
	v, ok, err := s.Expectations.At(ctx, in.OperationID, out.Consumers[out.Asked].DsoID, e.Month, e.Step, int(out.At.Sub(e.Start)/e.Step))
	if ok {
		out.DSO = &v
	}
	return out, err
}

// Matrix tells who had what from whom. Errors: forbidden, notFound, range.reversed,
// range.tooLong.
func (s *Service) Matrix(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) (Matrix, error) {
	if err := s.Guard.Operation(ctx, p, key.Read, operationID); err != nil {
		return Matrix{}, err
	}
	if err := coefficientset.CheckDays(days); err != nil {
		return Matrix{}, err
	}
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return Matrix{}, err
	}
	flows, err := s.Expectations.Flows(ctx, p, operationID, days)
	if err != nil {
		return Matrix{}, err
	}
	m := newMatrixSum(days, flows)
	if !allocation.Expects(o) && !o.DSO.Capabilities().AllocatesHere {
		return m.result(), nil
	}
	spans, err := s.Applied.WithSets(ctx, o, line.Spans(days))
	if err != nil {
		return Matrix{}, err
	}
	for month := civil.MonthOf(days.From); month <= civil.MonthOf(days.Last()); month++ {
		e, err := s.Energies.MonthEnergies(ctx, operationID, month)
		if err != nil {
			return Matrix{}, err
		}
		if err := m.add(e, spans); err != nil {
			return Matrix{}, err
		}
	}
	return m.result(), nil
}

// SharingOf tells how production is shared, and which part of it one site has by the
// key of today; by that of its first or last day where it is not there today. Errors:
// forbidden, notFound.
func (s *Service) SharingOf(ctx context.Context, p policy.Principal, participantID id.ID) (allocation.Sharing, error) {
	operationID, err := s.Guard.Participant(ctx, p, readOwn, participantID)
	if err != nil {
		return allocation.Sharing{}, err
	}
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return allocation.Sharing{}, err
	}
	all, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return allocation.Sharing{}, err
	}
	at := slices.IndexFunc(all, func(p participant.Participant) bool { return p.ID == participantID })
	if at < 0 {
		return allocation.Sharing{}, policy.ErrNotFound
	}
	site := all[at]
	day := allocation.DayOf(site, o.Zone().DateOf(s.Now()))
	c, _ := line.On(day)
	consumers, producers := presentWith(all, site.ID, day)
	out := c.Sharing(site.ID, consumers, producers)
	out.Day, out.Consumes, out.Produces = day, site.Consumes(), site.Produces()
	out.Receives = out.Receives && out.Consumes
	out.Described = c.Version > 1 || o.DSO.Capabilities().Metrics
	out.Next = line.Next(c, day, site)
	if c.Type == allocation.SimpleDynamic {
		err = s.addCoefficients(ctx, o, line, site, &out)
	}
	return out, err
}

// addCoefficients completes what coefficients give a site; without any it is shared by
// default.
func (s *Service) addCoefficients(ctx context.Context, o operation.Operation, line allocation.Timeline, site participant.Participant, out *allocation.Sharing) error {
	spans, err := s.Applied.WithSets(ctx, o, line.Spans(civil.Range{From: out.Day, To: out.Day + 1}))
	if err != nil || len(spans[0].Sets) == 0 {
		return err
	}
	if out.Consumes {
		out.OfCoefficients(spans[0].Sets, site.DsoID)
	}
	return nil
}

// Simulate shares stored curves by another key, beside the key in force. It changes
// nothing. Errors: forbidden, notFound, key.notFound, range.reversed, range.tooLong,
// the checks of a key, energies.none.
func (s *Service) Simulate(ctx context.Context, p policy.Principal, in SimulateInput) (Simulation, error) {
	if err := s.Guard.Operation(ctx, p, key.Read, in.OperationID); err != nil {
		return Simulation{}, err
	}
	if err := coefficientset.CheckDays(in.Days); err != nil {
		return Simulation{}, err
	}
	o, line, err := s.Timeline.Of(ctx, in.OperationID)
	if err != nil {
		return Simulation{}, err
	}
	other, err := s.otherKey(ctx, o, in)
	if err != nil {
		return Simulation{}, err
	}
	spans, err := s.Applied.WithSets(ctx, o, line.Spans(in.Days))
	if err != nil {
		return Simulation{}, err
	}
	sim := newSimulation(in.Days)
	sim.watch = in.Watch
	for m := civil.MonthOf(in.Days.From); m <= civil.MonthOf(in.Days.Last()); m++ {
		e, err := s.Energies.MonthEnergies(ctx, in.OperationID, m)
		if err != nil {
			return Simulation{}, err
		}
		if err := sim.add(e, spans, other); err != nil {
			return Simulation{}, err
		}
	}
	if sim.Steps == 0 {
		return Simulation{}, allocation.ErrNoEnergies
	}
	return sim.result()
}

// otherKey is the key to try, checked as one that is about to be set from today on.
func (s *Service) otherKey(ctx context.Context, o operation.Operation, in SimulateInput) (allocation.Key, error) {
	c := allocation.Config{Type: in.Type, Params: in.Params, Pools: allocation.KeepPoolIDs(in.Pools, nil)}
	if !in.ConfigID.IsZero() {
		var err error
		if c, err = s.configOf(ctx, o.ID, in.ConfigID); err != nil {
			return allocation.Key{}, err
		}
	}
	today := o.Zone().DateOf(s.Now())
	sites, err := s.Key.SitesIn(ctx, o.ID, civil.Range{From: today, To: civil.Forever}, today)
	if err != nil {
		return allocation.Key{}, err
	}
	if c.Type == allocation.SimpleDynamic { // its coefficients are those of the months, not of a key
		return allocation.Key{}, allocation.ErrType.With("value", string(c.Type))
	}
	if err := c.Check(sites); err != nil {
		return allocation.Key{}, err
	}
	c.Seal()
	return c.Key(), nil
}

// configOf is a version or a draft of an operation, ready to share by. Error:
// key.notFound.
func (s *Service) configOf(ctx context.Context, operationID, configID id.ID) (allocation.Config, error) {
	c, err := s.Key.ByID(ctx, configID)
	c.Seal() // a draft is stored as it was written
	if err == nil && c.OperationID != operationID {
		err = allocation.ErrNotFound
	}
	return c, err
}

const readOwn policy.Permission = "key:readOwn"

// presentWith lists who takes part on a day, in ascending id, with a site that may have
// no day of entry yet.
func presentWith(all []participant.Participant, site id.ID, day civil.Date) (consumers []id.ID, producers []allocation.Site) {
	for _, p := range all {
		if !p.ActiveOn(day) && p.ID != site {
			continue
		}
		if p.Consumes() {
			consumers = append(consumers, p.ID)
		}
		if p.Produces() {
			producers = append(producers, allocation.Site{ID: p.ID, Name: p.Name, DsoID: p.DsoID})
		}
	}
	slices.Sort(consumers)
	return consumers, producers
}
