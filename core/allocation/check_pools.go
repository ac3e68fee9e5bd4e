package allocation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// poolAlgorithms are those that a pool may have (specification section 5).
var poolAlgorithms = []share.Algorithm{share.ByDefault, share.ByPriority, share.ByShareWithMinimum}

// checkPools holds the rules of the pool editor (specification section 5, domain
// 6.3.6): names unique, an algorithm and a destination each, destinations below and
// unique but for Surplus, 100 percent at most, every consumer in some pool.
func (c Config) checkPools(sites Sites, wrong *fault.List) {
	if len(c.Pools) == 0 {
		wrong.Add(ErrParametersRequired.With("type", string(c.Type)).At("pools"))
		return
	}
	below, taken := map[string]int{}, map[string]bool{}
	for i, p := range c.Pools {
		if _, twice := below[fold(p.Name)]; twice || fold(p.Name) == fold(Surplus) {
			wrong.Add(ErrPoolName.With("name", p.Name).At(poolField(i, "name")))
			continue
		}
		below[fold(p.Name)] = i
	}
	var sum Value
	known := setOf(sites.Consumers, sites.Absent)
	for i, p := range c.Pools {
		p.check(i, known, wrong)
		sum += min(max(p.Percentage, 0), Whole)
		if p.Destination == Surplus {
			continue
		}
		if p.Destination == "" {
			wrong.Add(ErrPoolDestinationRequired.With("name", p.Name).At(poolField(i, "surplusDestinationPoolName")))
			continue
		}
		if at, ok := below[fold(p.Destination)]; !ok || at <= i {
			wrong.Add(ErrPoolDestination.With("name", p.Name).With("destination", p.Destination).At(poolField(i, "surplusDestinationPoolName")))
		} else if taken[p.Destination] {
			wrong.Add(ErrPoolDestinationTwice.With("destination", p.Destination).At(poolField(i, "surplusDestinationPoolName")))
		}
		taken[p.Destination] = true
	}
	if sum > Whole {
		wrong.Add(ErrSum.With("sum", sum.String()).At("pools"))
	}
	c.checkEveryone(sites, wrong)
}

// check looks at one pool alone.
func (p Pool) check(i int, known map[id.ID]bool, wrong *fault.List) {
	if strings.TrimSpace(p.Name) == "" {
		wrong.Add(ErrPoolNameRequired.At(poolField(i, "name")))
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
			wrong.Add(checkValue(ByPriority, m.Value, poolField(i, "withinPoolProductionParams."+string(m.ConsumerID))))
		}
		seen[m.ConsumerID] = true
	}
}

// checkEveryone wants each consumer that takes part on a day of the key in some pool.
func (c Config) checkEveryone(sites Sites, wrong *fault.List) {
	in := map[id.ID]bool{}
	for _, p := range c.Pools {
		for _, m := range p.Members {
			in[m.ConsumerID] = true
		}
	}
	for _, consumer := range sites.Consumers {
		if !in[consumer] {
			wrong.Add(ErrNotInPool.With("consumerId", string(consumer)).With("name", sites.Names[consumer]).At("pools"))
		}
	}
}

func poolField(i int, name string) string { return "pools." + strconv.Itoa(i) + "." + name }
