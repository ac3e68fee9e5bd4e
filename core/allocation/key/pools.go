package key

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// UpdatePoolsInput is the pools of a draft or of the version in force. No day and no
// reason are those that the draft was made with; without either it is today.
type UpdatePoolsInput struct {
	ConfigID      id.ID
	Pools         []allocation.Pool
	EffectiveDate *civil.Date
	Reason        string
}

// UpdateParamInput is another number for one consumer. ConfigID is the version the
// caller has seen, PoolID the pool it is for; none = whatever is in force.
type UpdateParamInput struct {
	ConsumerID id.ID
	ProducerID id.ID
	ConfigID   id.ID
	PoolID     id.ID
	Value      allocation.Value
}

// everyone is the selection of all, which no selection means.
func everyone(consumers []id.ID) []allocation.Param {
	params := make([]allocation.Param, len(consumers))
	for i, consumer := range consumers {
		params[i] = allocation.Param{ConsumerID: consumer, Value: allocation.One}
	}
	return params
}

// withParam puts the number of a consumer in the place of the one it has.
func withParam(c allocation.Config, in UpdateParamInput) ([]allocation.Param, error) {
	switch {
	case c.Type.Bare():
		return nil, allocation.ErrParameters.With("type", string(c.Type))
	case !c.Type.ByPair() && !in.ProducerID.IsZero():
		return nil, allocation.ErrProducer.At("producerId")
	case c.Type.ByPair() && in.ProducerID.IsZero():
		return nil, allocation.ErrProducerRequired.At("producerId")
	}
	leaves := c.Type != allocation.Static && in.Value == 0
	if !leaves {
		if err := allocation.CheckValue(c.Type, in.Value, "value"); err != nil {
			return nil, err
		}
	}
	params := slices.DeleteFunc(slices.Clone(c.Params), func(q allocation.Param) bool {
		return q.ConsumerID == in.ConsumerID && q.ProducerID == in.ProducerID
	})
	if leaves && c.Type.Selects() && len(params) == 0 {
		return nil, allocation.ErrSelectionEmpty.At("value")
	}
	if leaves {
		return params, nil
	}
	return append(params, allocation.Param{ConsumerID: in.ConsumerID, ProducerID: in.ProducerID, Value: in.Value}), nil
}

// withMember does so in a pool.
func withMember(pools []allocation.Pool, in UpdateParamInput) ([]allocation.Pool, error) {
	i := slices.IndexFunc(pools, func(p allocation.Pool) bool { return p.ID == in.PoolID })
	if i < 0 {
		return nil, allocation.ErrPoolUnknown.At("allocationPoolParametersId")
	}
	pools = slices.Clone(pools)
	pool := &pools[i]
	pool.Members = slices.DeleteFunc(slices.Clone(pool.Members), func(m allocation.PoolMember) bool { return m.ConsumerID == in.ConsumerID })
	if in.Value == 0 {
		return pools, nil
	}
	if pool.Algorithm == share.ByDefault && in.Value > 0 { // a number says who is in, no more
		in.Value = 0
	} else if err := allocation.CheckValue(allocation.ByPriority, in.Value, "value"); err != nil {
		return nil, err
	}
	pool.Members = append(pool.Members, allocation.PoolMember{ConsumerID: in.ConsumerID, Value: in.Value})
	return pools, nil
}
