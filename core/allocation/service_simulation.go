package allocation

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// SimulateInput is a period and another key: a version or draft by id, or its content.
type SimulateInput struct {
	OperationID id.ID
	Days        civil.Range
	ConfigID    id.ID
	Type        Type
	Params      []Param
	Pools       []Pool
}

// Simulate shares stored curves by another key, beside the key in force. It changes
// nothing. Errors: forbidden, notFound, key.notFound, range.reversed, range.tooLong,
// the checks of a key, energies.none.
func (s *Service) Simulate(ctx context.Context, p policy.Principal, in SimulateInput) (Simulation, error) {
	if err := s.Guard.Operation(ctx, p, read, in.OperationID); err != nil {
		return Simulation{}, err
	}
	if err := checkDays(in.Days); err != nil {
		return Simulation{}, err
	}
	o, line, err := s.timeline(ctx, in.OperationID)
	if err != nil {
		return Simulation{}, err
	}
	other, err := s.otherKey(ctx, o, in)
	if err != nil {
		return Simulation{}, err
	}
	spans, err := s.withSets(ctx, o, line.Spans(in.Days))
	if err != nil {
		return Simulation{}, err
	}
	sim := newSimulation(in.Days)
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
		return Simulation{}, ErrNoEnergies
	}
	return sim.result()
}

// otherKey is the key to try, checked as one that is about to be set from today on.
func (s *Service) otherKey(ctx context.Context, o operation.Operation, in SimulateInput) (Key, error) {
	c := Config{Type: in.Type, Params: in.Params, Pools: keepPoolIDs(in.Pools, nil)}
	if !in.ConfigID.IsZero() {
		var err error
		if c, err = s.configOf(ctx, o.ID, in.ConfigID); err != nil {
			return Key{}, err
		}
	}
	today := o.Zone().DateOf(s.Now())
	sites, err := s.sites(ctx, o.ID, civil.Range{From: today, To: civil.Forever}, today)
	if err != nil {
		return Key{}, err
	}
	if c.Type == SimpleDynamic { // its coefficients are those of the months, not of a key
		return Key{}, ErrType.With("value", string(c.Type))
	}
	if err := c.check(sites); err != nil {
		return Key{}, err
	}
	c.seal()
	return c.Key(), nil
}

// configOf is a version or a draft of an operation, ready to share by. Error:
// key.notFound.
func (s *Service) configOf(ctx context.Context, operationID, configID id.ID) (Config, error) {
	c, err := s.byID(ctx, configID)
	c.seal() // a draft is stored as it was written
	if err == nil && c.OperationID != operationID {
		err = ErrNotFound
	}
	return c, err
}
