// Package subscription holds the commands of who subscribes to which plan.
package subscription

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "subscription", Short: "Subscriptions of sites to plans", Aliases: []string{"subscriptions"}}
	cmd.AddCommand(newList(f), newCheck(f), newCreate(f), newDelete(f))
	return cmd
}

func table(list []pmo.Subscription) *output.Table {
	t := output.NewTable("id", "consumer", "producer", "plan", "status", "start", "end", "invoiced_until")
	for _, s := range list {
		t.Add(s.Id, output.Or(s.ConsumerName), output.Or(s.ProducerName), s.Plan.Name, string(s.Status), s.StartDate.String(),
			output.Or(s.EndDate), output.Or(s.InvoicedUntil))
	}
	return t
}
