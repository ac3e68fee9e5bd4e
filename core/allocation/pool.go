package allocation

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/id"
)

// Surplus is the destination that hands nothing on; no pool may be called so
// (specification section 5).
const Surplus = "Surplus"

// Pool is a group of consumers that gets a part of the production and hands on what
// it leaves (by_pool, domain 6.3.6). Pools stand in the order of the cascade.
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

// sealPools puts the members in order and adds the content to the text that is hashed.
func (c *Config) sealPools(text []byte) []byte {
	c.Pools = slices.Clone(c.Pools)
	for i := range c.Pools {
		p := &c.Pools[i]
		p.Members = slices.Clone(p.Members)
		slices.SortFunc(p.Members, PoolMember.compare)
		for _, word := range []string{p.Name, p.Destination, string(p.Algorithm)} {
			text = append(append(text, word...), 0)
		}
		text = binary.BigEndian.AppendUint64(text, uint64(p.Percentage))
		for _, m := range p.Members {
			text = append(append(text, m.ConsumerID...), 0)
			text = binary.BigEndian.AppendUint64(text, uint64(m.Value))
		}
	}
	return text
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
