package allocation

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Surplus is the destination that hands nothing on; no pool may be called so
// (specification section 5).
const Surplus = "Surplus"

// Pool is a group of consumers that gets a part of the production and hands on what
// it leaves (by_pool, domain 6.3). Pools stand in the order of the cascade.
type Pool struct {
	ID          id.ID // kept from version to version
	Name        string
	Percentage  Value  // of the production, 0 to Whole
	Destination string // name of a pool below, or Surplus
	Algorithm   share.Algorithm
	Members     []PoolMember // ascending by consumer
}

// PoolMember is a consumer of a pool. Value is its priority or its parts, in
// ten-thousandths; 0 with by_default, which has no parameters.
type PoolMember struct {
	ConsumerID id.ID
	Value      Value
}

func (m PoolMember) compare(o PoolMember) int {
	return strings.Compare(string(m.ConsumerID), string(o.ConsumerID))
}

// sharePools turns pools into those of the kernel; consumers are its columns. Members
// that are no column are left out, as are whole numbers' fractions, which checks refuse.
func sharePools(pools []Pool, consumers []id.ID) []share.Pool {
	at := map[string]int{}
	for i, p := range pools {
		at[p.Name] = i
	}
	out := make([]share.Pool, len(pools))
	for i, p := range pools {
		out[i] = share.Pool{Part: int64(p.Percentage), Algorithm: p.Algorithm, Destination: share.ToSurplus}
		if below, ok := at[p.Destination]; ok && p.Destination != Surplus {
			out[i].Destination = below
		}
		for column, consumer := range consumers {
			k, ok := slices.BinarySearchFunc(p.Members, PoolMember{ConsumerID: consumer}, PoolMember.compare)
			if !ok {
				continue
			}
			out[i].Members = append(out[i].Members, column)
			if p.Algorithm != share.ByDefault {
				out[i].Parameters = append(out[i].Parameters, int64(p.Members[k].Value/One))
			}
		}
	}
	return out
}

// KeepPoolIDs leaves a pool the id it came with where the operation has such a pool,
// else gives it a new one: an id names the same pool in every version. A destination is
// spelled as the pool it names.
func KeepPoolIDs(pools, known []Pool) []Pool {
	ids := map[id.ID]bool{}
	for _, p := range known {
		ids[p.ID] = true
	}
	var out []Pool
	for _, p := range pools {
		if !ids[p.ID] {
			p.ID = id.New()
		}
		delete(ids, p.ID) // two pools never share one
		p.Name, p.Destination = strings.TrimSpace(p.Name), strings.TrimSpace(p.Destination)
		out = append(out, p)
	}
	names := map[string]string{fold(Surplus): Surplus}
	for _, p := range out {
		if _, twice := names[fold(p.Name)]; !twice {
			names[fold(p.Name)] = p.Name
		}
	}
	for i, p := range out {
		if name, ok := names[fold(p.Destination)]; ok && p.Destination != "" {
			out[i].Destination = name
		}
	}
	return out
}

// check looks at one pool alone.
func (p Pool) check(i int, known map[id.ID]bool, wrong *fault.List) {
	if strings.TrimSpace(p.Name) == "" {
		wrong.Add(ErrPoolNameRequired.At(poolField(i, poolName)))
	}
	if p.Percentage < 0 || p.Percentage > Whole {
		wrong.Add(notPercentage(poolField(i, "percentageProduction")))
	}
	if !slices.Contains(poolAlgorithms, p.Algorithm) {
		wrong.Add(ErrPoolAlgorithm.With("name", p.Name).At(poolField(i, "algorithm")))
		return
	}
	seen := map[id.ID]bool{}
	for _, m := range p.Members {
		switch {
		case !known[m.ConsumerID]:
			wrong.Add(ErrConsumer.With("consumerId", string(m.ConsumerID)).At(poolField(i, "consumersInPool")))
		case p.Algorithm == share.ByDefault && m.Value != 0:
			wrong.Add(ErrPoolParameters.With("name", p.Name).At(poolField(i, "withinPoolProductionParams")))
		case seen[m.ConsumerID]:
			wrong.Add(ErrDuplicate.With("consumerId", string(m.ConsumerID)).At(poolField(i, "consumersInPool")))
		case p.Algorithm != share.ByDefault:
			wrong.Add(CheckValue(ByPriority, m.Value, poolField(i, "withinPoolProductionParams."+string(m.ConsumerID))))
		}
		seen[m.ConsumerID] = true
	}
}

func (p Pool) has(consumer id.ID) bool {
	return slices.ContainsFunc(p.Members, func(m PoolMember) bool { return m.ConsumerID == consumer })
}
