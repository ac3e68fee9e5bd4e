package invoice

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// maxSettled is how many invoices one call takes.
const maxSettled = 500

func settlements(list ...pmo.Settlement) *output.Table {
	t := output.NewTable("id", "invoice", "booked", "kind", ">euro", "reference", "by", "recorded", "withdrawn")
	for _, s := range list {
		withdrawn := ""
		if s.WithdrawnAt != nil {
			withdrawn = s.WithdrawnAt.Format(time.RFC3339)
		}
		t.Add(s.Id, s.InvoiceId, s.BookedOn.String(), string(s.Kind), output.Euro(s.AmountCents), s.Reference, output.Or(s.CreatedByName), s.CreatedAt.Format(time.RFC3339), withdrawn)
	}
	return t
}

// record is what is asked to be recorded.
type record struct {
	date, amount, reference string
	back, yes               bool
}

func newSettle(f *factory.Factory) *cobra.Command {
	var s selection
	var r record
	cmd := &cobra.Command{
		Use:   "settle [ID|NUMBER...]",
		Short: "Record that invoices were paid, or that money came back",
		Long: `Record that invoices were paid, or with --return that the bank took the money back: by id
or number, those of a run, or all that are published; at most 500, all of them or none.
Without --amount what is open of each was paid, or all that was paid came back.`,
		Example: `  pmoctl invoice settle COM-2026-00012 COM-2026-00013 --date 2026-11-20 --operation ACC00000001 --yes
  pmoctl invoice settle COM-2026-00012 --date 2026-11-20 --amount 40.00 --reference 'VIR MARTIN'
  pmoctl invoice settle COM-2026-00012 --return --date 2026-11-24 --reference MD06`,
	}
	operation := factory.OperationFlag(cmd)
	s.flags(cmd, "all published invoices of the operation")
	cmd.Flags().StringVar(&r.date, "date", "", "day of the bank, YYYY-MM-DD")
	cmd.Flags().StringVar(&r.amount, "amount", "", "euros, of one invoice")
	cmd.Flags().StringVar(&r.reference, "reference", "", "what the bank, or the payer, said (140 characters at most)")
	cmd.Flags().BoolVar(&r.back, "return", false, "the money came back")
	cmd.Flags().BoolVar(&r.yes, "yes", false, "do not ask")
	_ = cmd.MarkFlagRequired("date")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := s.check(args); err != nil {
			return err
		}
		return settle(cmd.Context(), f, *operation, s, r)
	}
	return cmd
}

func settle(ctx context.Context, f *factory.Factory, operation string, s selection, r record) error {
	body := pmo.SettlementCreation{}
	var err error
	if body.BookedOn, err = factory.Day("date", r.date); err != nil {
		return err
	}
	if r.amount != "" {
		micro, err := output.ParsePrice(r.amount)
		if err != nil || micro%10_000 != 0 {
			return exit.Usagef("--amount: %q is no amount in euros", r.amount)
		}
		cents := micro / 10_000
		body.AmountCents = &cents
	}
	kind := pmo.SettlementKindPAYMENT
	if r.back {
		kind = pmo.SettlementKindRETURN
	}
	body.Kind = &kind
	if r.reference != "" {
		body.Reference = &r.reference
	}
	c, id, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	list, err := s.find(ctx, f, id, pmo.InvoiceStatusFINALIZED)
	if err != nil {
		return err
	}
	if len(s.names) == 0 { // of many, those that can be
		list = slices.DeleteFunc(list, func(i pmo.Invoice) bool {
			return !r.back && i.PaymentStatus == pmo.PaymentStatusSUCCEEDED || r.back && (i.PaidCents == nil || *i.PaidCents <= 0)
		})
	}
	if len(list) == 0 {
		f.Note("there is no such invoice")
		return nil
	}
	if len(list) > maxSettled {
		return exit.Usagef("%d invoices are chosen, and at most %d are recorded together", len(list), maxSettled)
	}
	if err := f.Confirm(ctx, r.yes, fmt.Sprintf("Record a %s of %d invoices, %s EUR in all", kind, len(list), output.Euro(total(list)))); err != nil {
		return err
	}
	body.InvoicesIds = ids(list)
	reply, err := c.RecordSettlementsWithResponse(ctx, id, nil, body)
	made, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, settlements(*made...))
}

// oneInvoice finds the invoice that is named.
func oneInvoice(ctx context.Context, f *factory.Factory, operationID pmo.Id, name string) (pmo.Id, error) {
	if factory.IsID(name) {
		return name, nil
	}
	s := selection{names: []string{name}}
	list, err := s.find(ctx, f, operationID, "")
	if err != nil {
		return "", err
	}
	return list[0].Id, nil
}

func newSettlements(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "settlements ID|NUMBER", Short: "List what was paid of an invoice, and what came back", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		one, err := oneInvoice(cmd.Context(), f, id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.ListSettlementsWithResponse(cmd.Context(), id, &pmo.ListSettlementsParams{InvoiceId: one})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, settlements(*found...))
	}
	return cmd
}

func newUnsettle(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "unsettle SETTLEMENT", Short: "Withdraw a payment that was recorded by mistake; it stays, marked", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), *yes, "Withdraw this payment"); err != nil {
			return err
		}
		reply, err := c.WithdrawSettlementWithResponse(cmd.Context(), id, args[0], nil)
		one, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, settlements(*one))
	}
	return cmd
}
