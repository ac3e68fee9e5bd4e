package finance

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func amounts(list ...pmo.Affectation) *output.Table {
	t := output.NewTable("id", "date", "kind", "heading", "label", "site", ">euro")
	for _, a := range list {
		t.Add(a.Id, a.Date.String(), string(a.Kind), string(a.Heading), a.Label, output.Or(a.ParticipantName), output.Euro(a.AmountCents))
	}
	return t
}

func newAssigned(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "assigned", Short: "List the amounts that are assigned to sites and to the operation", Args: cobra.NoArgs}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, last, err := days.Dates()
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListAffectationsWithResponse(cmd.Context(), id, &pmo.ListAffectationsParams{DateFrom: from, DateTo: last})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, amounts(*found...))
	}
	return cmd
}

// cents reads an amount in euros.
func cents(text string) (int64, error) {
	micro, err := output.ParsePrice(text)
	if err == nil && micro%10_000 != 0 {
		return 0, exit.Usagef("%q has more than two decimals", text)
	}
	return micro / 10_000, err
}

func newAssign(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "assign EUROS", Short: "Assign an amount to a site, or to the operation as a whole", Args: cobra.ExactArgs(1),
		Example: "  pmoctl finance assign 120.00 --operation ACC00000001 --kind EXPENSE --heading INSURANCE --date 2026-10-01 --label 'Assurance de la toiture'"}
	operation := factory.OperationFlag(cmd)
	kind := cmd.Flags().String("kind", "", "EXPENSE or INCOME")
	heading := cmd.Flags().String("heading", "", "MANAGEMENT, INSURANCE, MAINTENANCE, RENT, NETWORK, TAX, LOAN, SUBSIDY, SURPLUS or OTHER, which needs a label")
	label := cmd.Flags().String("label", "", "what it is for")
	date := cmd.Flags().String("date", "", "the day on which it counts, YYYY-MM-DD")
	site := cmd.Flags().String("site", "", "the consumer or producer, by PRM, EAN or id; none = the operation as a whole")
	for _, flag := range []string{"kind", "heading", "date"} {
		_ = cmd.MarkFlagRequired(flag)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		body := pmo.AffectationCreation{Kind: pmo.AffectationKind(*kind), Heading: pmo.AffectationHeading(*heading), Label: label}
		var err error
		switch body.AmountCents, err = cents(args[0]); {
		case err != nil:
			return exit.Usagef("%v", err)
		case !body.Kind.Valid():
			return exit.Usagef("--kind is EXPENSE or INCOME, not %q", *kind)
		case !body.Heading.Valid():
			return exit.Usagef("--heading %q is none of those that there are", *heading)
		}
		if body.Date, err = factory.Day("date", *date); err != nil {
			return err
		}
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		if *site != "" {
			of, err := f.Participant(ctx, id, *site)
			if err != nil {
				return err
			}
			body.ParticipantId = &of
		}
		reply, err := c.CreateAffectationWithResponse(ctx, id, nil, body)
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, amounts(*made))
	}
	return cmd
}

func newUnassign(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "unassign ID", Short: "Take an assigned amount away", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), *yes, "Take this amount away"); err != nil {
			return err
		}
		reply, err := c.DeleteAffectationWithResponse(cmd.Context(), id, args[0], &pmo.DeleteAffectationParams{})
		if err := pmo.Done(reply, err); err != nil {
			return err
		}
		f.Note("taken away")
		return nil
	}
	return cmd
}

func prices(list ...pmo.SurplusPrice) *output.Table {
	t := output.NewTable("id", "producer", "from", ">euro_per_kWh")
	for _, p := range list {
		t.Add(p.Id, p.ParticipantName, p.StartDate.String(), output.Price(p.PriceMicroEuro))
	}
	return t
}

func newPrices(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "surplus-prices", Short: "List what producers get for a kWh of surplus, without VAT", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListSurplusPricesWithResponse(cmd.Context(), id)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, prices(*found...))
	}
	return cmd
}

func newSetPrice(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "set-surplus-price PRODUCER EUROS", Short: "Tell what a producer gets for a kWh of surplus, from the first day of a month on", Args: cobra.ExactArgs(2),
		Example: "  pmoctl finance set-surplus-price 99434180000101 0.095 --operation ACC00000001 --start 2026-01-01"}
	operation := factory.OperationFlag(cmd)
	start := cmd.Flags().String("start", "", "first day of a month, YYYY-MM-DD")
	_ = cmd.MarkFlagRequired("start")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		price, err := output.ParsePrice(args[1])
		if err != nil {
			return exit.Usagef("%v", err)
		}
		day, err := factory.Day("start", *start)
		if err != nil {
			return err
		}
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		producer, err := f.Participant(ctx, id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.CreateSurplusPriceWithResponse(ctx, id, nil, pmo.SurplusPriceCreation{ParticipantId: producer, StartDate: day, PriceMicroEuro: price})
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, prices(*made))
	}
	return cmd
}

func newRemovePrice(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "remove-surplus-price ID", Short: "Take a price of surplus away, as if it had never been told", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), *yes, "Take this price away"); err != nil {
			return err
		}
		reply, err := c.DeleteSurplusPriceWithResponse(cmd.Context(), id, args[0])
		if err := pmo.Done(reply, err); err != nil {
			return err
		}
		f.Note("taken away")
		return nil
	}
	return cmd
}
