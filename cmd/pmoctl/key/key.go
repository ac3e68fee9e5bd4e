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
	cmd.AddCommand(newGet(f), newSet(f))
	return cmd
}

// table is a line for each parameter of each version; a version without
// parameters (by_default) is one line.
func table(configs []pmo.AllocationConfig, names map[pmo.Id]string) *output.Table {
	t := output.NewTable(">version", "effective_date", "type", "consumer_id", "consumer", "producer_id", ">value")
	for _, c := range configs {
		head := []string{strconv.Itoa(c.Version), c.EffectiveDate.String(), string(c.Type)}
		if len(c.Params) == 0 {
			t.Add(append(head, "", "", "", "")...)
		}
		for _, p := range c.Params {
			t.Add(append(head[:3:3], p.ConsumerId, names[p.ConsumerId], output.Or(p.ProducerId), output.Number(p.Value, 4))...)
		}
	}
	return t
}

// hasParams tells whether the names of sites are worth reading.
func hasParams(configs []pmo.AllocationConfig) bool {
	for _, c := range configs {
		if len(c.Params) > 0 {
			return true
		}
	}
	return false
}
