package invoice

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type listOptions struct {
	operation, issuer, client, run, plan, month, query string
	statuses, types                                    []string
	overdue, paid                                      bool
}

func newList(f *factory.Factory) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the invoices of an operation, newest first",
		Example: "  pmoctl invoice list --operation ACC00000001 --status DRAFT --run last",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&o.statuses, "status", nil, "DRAFT, FINALIZED, NOT_CHARGED, CANCELLED")
	flags.StringSliceVar(&o.types, "type", nil, "INVOICE, CREDIT_NOTE, STATEMENT (energy within one legal person; default the other two)")
	flags.StringVar(&o.issuer, "issuer", "", "of this issuer: id or exact name")
	flags.StringVar(&o.client, "client", "", "to this client: id or exact name")
	flags.StringVar(&o.run, "run", "", "made by this run: its id, or last")
	flags.StringVar(&o.plan, "plan", "", "with a line by this plan: id or exact name")
	flags.StringVar(&o.month, "month", "", "of which the period ends in this month, as YYYY-MM")
	flags.StringVarP(&o.query, "query", "q", "", "only those that contain this text")
	flags.BoolVar(&o.overdue, "overdue", false, "only those that should have been paid by now")
	flags.BoolVar(&o.paid, "paid", false, "only those that are paid in full")
	_ = cmd.RegisterFlagCompletionFunc("status", cobra.FixedCompletions([]string{"DRAFT", "FINALIZED", "NOT_CHARGED", "CANCELLED"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions([]string{"INVOICE", "CREDIT_NOTE", "STATEMENT"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return list(cmd.Context(), f, o)
	}
	return cmd
}

func list(ctx context.Context, f *factory.Factory, o listOptions) error {
	params := pmo.ListOperationInvoicesParams{}
	if len(o.statuses) > 0 {
		statuses := make([]pmo.InvoiceStatus, len(o.statuses))
		for i, s := range o.statuses {
			if statuses[i] = pmo.InvoiceStatus(s); !statuses[i].Valid() {
				return exit.Usagef("--status is DRAFT, FINALIZED, NOT_CHARGED or CANCELLED, not %q", s)
			}
		}
		params.Status = &statuses
	}
	if len(o.types) > 0 {
		types := make([]pmo.InvoiceType, len(o.types))
		for i, s := range o.types {
			if types[i] = pmo.InvoiceType(s); !types[i].Valid() {
				return exit.Usagef("--type is INVOICE, CREDIT_NOTE or STATEMENT, not %q", s)
			}
		}
		params.Type = &types
	}
	if o.query != "" {
		params.Q = &o.query
	}
	if o.month != "" {
		params.Month = &o.month
	}
	if o.overdue {
		params.Overdue = &o.overdue
	}
	if o.paid {
		params.Paid = &o.paid
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, o.operation)
	if err != nil {
		return err
	}
	if err := o.named(ctx, f, id, &params); err != nil {
		return err
	}
	invoices, raw, err := pmo.Collect(c.OperationInvoices(ctx, id, params))
	if err != nil {
		return err
	}
	return f.Print(raw, table(invoices))
}

// named puts the ids of issuer, client, run and plan into the question.
func (o listOptions) named(ctx context.Context, f *factory.Factory, operationID pmo.Id, p *pmo.ListOperationInvoicesParams) error {
	for _, n := range []struct {
		name string
		find func(context.Context, pmo.Id, string) (pmo.Id, error)
		into **pmo.Id
	}{
		{o.issuer, f.Issuer, &p.BillingEntityId},
		{o.client, f.BillingClient, &p.BillableEntityId},
		{o.run, f.Run, &p.RunId},
		{o.plan, f.Plan, &p.PlanId},
	} {
		if n.name == "" {
			continue
		}
		id, err := n.find(ctx, operationID, n.name)
		if err != nil {
			return err
		}
		*n.into = &id
	}
	return nil
}
