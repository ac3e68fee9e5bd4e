package operation

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newMigrate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate [OPERATION]",
		Short: "Move an operation from the old billing engine to ENGINE_2025",
		Long: "Configs become plans, and the days of contracts that no bill is for become subscriptions, all or nothing. Bills stay.\n" +
			"--dry-run says what would be made and what lacks, and keeps nothing.",
		Example:           "  pmoctl operation migrate ACC00000003 --dry-run\n  pmoctl operation migrate ACC00000003 --prices INCLUDING_VAT --yes",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: f.CompleteOperations,
	}
	dryRun := cmd.Flags().Bool("dry-run", false, "say what it would do, and keep nothing")
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	prices := cmd.Flags().String("prices", "", "where an issuer charges VAT: INCLUDING_VAT or EXCLUDING_VAT")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), named(args))
		if err != nil {
			return err
		}
		if !*dryRun {
			if err := f.Confirm(cmd.Context(), *yes, "Move the operation to ENGINE_2025? It cannot be moved back."); err != nil {
				return err
			}
		}
		body := pmo.EngineMigrationRequest{DryRun: dryRun}
		if *prices != "" {
			of := pmo.MigrationPrices(*prices)
			body.Prices = &of
		}
		reply, err := c.MigrateBillingEngineWithResponse(cmd.Context(), id, nil, body)
		made, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("consumer", "producer", "plan", "from", "to", "billed until")
		for _, s := range made.Subscriptions {
			to, until := "", ""
			if s.EndDate != nil {
				to = s.EndDate.String()
			}
			if s.BilledUntil != nil {
				until = s.BilledUntil.String()
			}
			t.Add(s.ConsumerName, s.ProducerName, s.PlanName, s.StartDate.String(), to, until)
		}
		for _, lack := range made.Blocks {
			f.Note("missing: %s", output.Or(lack.Problem.Detail))
		}
		for _, lack := range made.Warnings {
			f.Note("to know: %s", output.Or(lack.Problem.Detail))
		}
		counts := strconv.Itoa(made.PlanCount) + " plans, " + strconv.Itoa(made.SubscriptionCount) + " subscriptions, " + strconv.Itoa(made.FinishedCount) + " contracts with nothing left to bill"
		switch {
		case made.Migrated && made.MigratedAt != nil:
			f.Note("moved on %s: %s", made.MigratedAt.Format("2006-01-02 15:04"), counts)
		case len(made.Blocks) > 0:
			f.Note("nothing can be moved yet")
		default:
			f.Note("would make %s", counts)
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}
