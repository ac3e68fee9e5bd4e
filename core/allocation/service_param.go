package allocation

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// UpdateParamInput is another number for one consumer. ConfigID is the version the
// caller has seen, PoolID the pool it is for; none = whatever is in force.
type UpdateParamInput struct {
	ConsumerID id.ID
	ProducerID id.ID
	ConfigID   id.ID
	PoolID     id.ID
	Value      Value
}

// UpdateParam sets one parameter of the version in force, which makes a new version
// that holds from today. A priority, part or selection of 0 takes the consumer out,
// another one takes it in (specification section 4). Errors: forbidden, notFound, key.notInForce,
// key.noParameters, key.selectionEmpty, the checks of the fields, key.invoiced.
func (s *Service) UpdateParam(ctx context.Context, p policy.Principal, in UpdateParamInput) (Config, error) {
	operationID, err := s.Guard.Participant(ctx, p, update, in.ConsumerID)
	if err != nil {
		return Config{}, err
	}
	return s.set(ctx, p, operationID, func(ctx context.Context, today civil.Date, line Timeline) (Config, error) {
		current, _ := line.On(today)
		if !in.ConfigID.IsZero() && in.ConfigID != current.ID {
			return Config{}, ErrNotInForce.With("version", current.Version)
		}
		next := Config{Type: current.Type, Params: current.Params, Pools: current.Pools, Season: current.Season, EffectiveDate: today}
		if !in.PoolID.IsZero() {
			next.Pools, err = withMember(current.Pools, in)
			return next, err
		}
		if current.Type.Selects() && len(current.Params) == 0 {
			sites, err := s.sites(ctx, operationID, line.daysOf(next), today)
			if err != nil {
				return next, err
			}
			current.Params = everyone(sites.Consumers)
		}
		next.Params, err = withParam(current, in)
		return next, err
	})
}

// everyone is the selection of all, which no selection means.
func everyone(consumers []id.ID) []Param {
	params := make([]Param, len(consumers))
	for i, consumer := range consumers {
		params[i] = Param{ConsumerID: consumer, Value: One}
	}
	return params
}

// withParam puts the number of a consumer in the place of the one it has.
func withParam(c Config, in UpdateParamInput) ([]Param, error) {
	switch {
	case c.Type.Bare():
		return nil, ErrParameters.With("type", string(c.Type))
	case !c.Type.ByPair() && !in.ProducerID.IsZero():
		return nil, ErrProducer.At("producerId")
	case c.Type.ByPair() && in.ProducerID.IsZero():
		return nil, ErrProducerRequired.At("producerId")
	}
	leaves := c.Type != Static && in.Value == 0
	if !leaves {
		if err := checkValue(c.Type, in.Value, "value"); err != nil {
			return nil, err
		}
	}
	params := slices.DeleteFunc(slices.Clone(c.Params), func(q Param) bool {
		return q.ConsumerID == in.ConsumerID && q.ProducerID == in.ProducerID
	})
	if leaves && c.Type.Selects() && len(params) == 0 {
		return nil, ErrSelectionEmpty.At("value")
	}
	if leaves {
		return params, nil
	}
	return append(params, Param{ConsumerID: in.ConsumerID, ProducerID: in.ProducerID, Value: in.Value}), nil
}

// withMember does so in a pool.
func withMember(pools []Pool, in UpdateParamInput) ([]Pool, error) {
	i := slices.IndexFunc(pools, func(p Pool) bool { return p.ID == in.PoolID })
	if i < 0 {
		return nil, ErrPoolUnknown.At("allocationPoolParametersId")
	}
	pools = slices.Clone(pools)
	pool := &pools[i]
	pool.Members = slices.DeleteFunc(slices.Clone(pool.Members), func(m PoolMember) bool { return m.ConsumerID == in.ConsumerID })
	if in.Value == 0 {
		return pools, nil
	}
	if pool.Algorithm == share.ByDefault && in.Value > 0 { // a number says who is in, no more
		in.Value = 0
	} else if err := checkValue(ByPriority, in.Value, "value"); err != nil {
		return nil, err
	}
	pool.Members = append(pool.Members, PoolMember{ConsumerID: in.ConsumerID, Value: in.Value})
	return pools, nil
}
