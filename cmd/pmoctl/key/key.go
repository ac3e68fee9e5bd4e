// Package key holds the commands of the allocation key of an operation.
package key

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "key", Short: "The allocation key: who gets which part"}
	cmd.AddCommand(newGet(f), newSet(f), newCheck(f), newParam(f), newDraft(f), newSeason(f), newReplay(f), newExplain(f), newSharing(f), newSimulate(f), newMatrix(f), newDrift(f))
	return cmd
}

// table is a line for each parameter of each version, and for each consumer of its
// pools; a version without any (by_default) is one line.
func table(configs []pmo.AllocationConfig, names map[pmo.Id]string) *output.Table {
	t := output.NewTable(">version", "status", "effective_date", "season", "type", "pool", ">percent", "consumer_id", "consumer", "producer_id", ">value")
	for _, c := range configs {
		head := []string{strconv.Itoa(c.Version), string(c.Status), since(c), output.Or(c.Season), string(c.Type)}
		if len(c.Params) == 0 && c.Pools == nil {
			t.Add(append(head, "", "", "", "", "", "")...)
		}
		for _, p := range c.Params {
			t.Add(append(head[:5:5], "", "", p.ConsumerId, names[p.ConsumerId], output.Or(p.ProducerId), output.Number(p.Value, 4))...)
		}
		if c.Pools != nil {
			addPools(t, head, *c.Pools, names)
		}
	}
	return t
}

// since is the first day a version holds; the first one of an operation has none.
func since(c pmo.AllocationConfig) string {
	if c.EffectiveDate == nil && c.Version == 1 {
		return "beginning"
	}
	return output.Or(c.EffectiveDate)
}

func addPools(t *output.Table, head []string, pools []pmo.Pool, names map[pmo.Id]string) {
	for _, pool := range pools {
		for _, consumer := range pool.ConsumersInPool {
			value := ""
			if pool.WithinPoolProductionParams != nil {
				value = output.Number((*pool.WithinPoolProductionParams)[consumer], 0)
			}
			t.Add(append(head[:5:5], pool.Name, output.Number(pool.PercentageProduction, 4), consumer, names[consumer], "", value)...)
		}
	}
}

// hasParams reports whether the names of sites are worth reading.
func hasParams(configs []pmo.AllocationConfig) bool {
	for _, c := range configs {
		if len(c.Params) > 0 || c.Pools != nil {
			return true
		}
	}
	return false
}
