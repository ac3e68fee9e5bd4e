// Package adjustment holds the commands of amounts that stand once on an invoice.
package adjustment

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "adjustment", Short: "Amounts that stand once on an invoice: allowances and charges", Aliases: []string{"adjustments"}}
	cmd.AddCommand(newList(f), newCreate(f), newDelete(f))
	return cmd
}

func table(list ...pmo.Adjustment) *output.Table {
	t := output.NewTable("id", "issuer", "client", "kind", ">euro", ">vat", "reason", "status", "invoice", "author")
	for _, a := range list {
		rate := ""
		if a.VatPercentage != nil {
			rate = output.Number(*a.VatPercentage, 2)
		}
		t.Add(a.Id, a.BillingEntity.Name, a.BillableEntity.Name, string(a.Kind), output.Euro(a.AmountCents), rate, a.Reason, string(a.Status), output.Or(a.InvoiceNumber), output.Or(a.CreatedByName))
	}
	return t
}

func newList(f *factory.Factory) *cobra.Command {
	var client, status string
	cmd := &cobra.Command{Use: "list", Short: "List one-off amounts, the latest first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&client, "client", "", "of one client: id or exact name")
	cmd.Flags().StringVar(&status, "status", "", "WAITING, ON_DRAFT, NOT_CHARGED or INVOICED")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		params := pmo.ListOperationAdjustmentsParams{}
		if status != "" {
			if params.Status = new(pmo.AdjustmentStatus(status)); !params.Status.Valid() {
				return exit.Usagef("--status is WAITING, ON_DRAFT, NOT_CHARGED or INVOICED, not %q", status)
			}
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if client != "" {
			of, err := f.BillingClient(cmd.Context(), id, client)
			if err != nil {
				return err
			}
			params.BillableEntityId = &of
		}
		reply, err := c.ListOperationAdjustmentsWithResponse(cmd.Context(), id, &params)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*list...))
	}
	return cmd
}

func newCreate(f *factory.Factory) *cobra.Command {
	var subscription, issuer, client, kind, amount, vat, reason string
	cmd := &cobra.Command{
		Use: "create", Short: "Put an amount on the next invoice of a client", Args: cobra.NoArgs,
		Long: `Take an amount off the next invoice of an issuer to a client (ALLOWANCE), or put it on top
(CHARGE). It is without VAT, and stands once: the next run puts it on a draft. The reason is
printed.`,
		Example: "  pmoctl adjustment create --operation ACC00000001 --issuer 'Commune' --client 'Martin' --kind ALLOWANCE --amount 5.00 --reason 'Geste commercial'",
	}
	operation := factory.OperationFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&subscription, "subscription", "", "of the issuer and the client of a subscription: its id")
	flags.StringVar(&issuer, "issuer", "", "issuer: id or exact name")
	flags.StringVar(&client, "client", "", "client: id or exact name")
	flags.StringVar(&kind, "kind", "", "ALLOWANCE or CHARGE")
	flags.StringVar(&amount, "amount", "", "euros, without VAT")
	flags.StringVar(&vat, "vat", "", "rate of VAT in percent (default that of the issuer's regime)")
	flags.StringVar(&reason, "reason", "", "why, as it is printed")
	for _, name := range []string{"kind", "amount", "reason"} {
		_ = cmd.MarkFlagRequired(name)
	}
	cmd.MarkFlagsOneRequired("subscription", "client")
	cmd.MarkFlagsMutuallyExclusive("subscription", "client")
	cmd.MarkFlagsRequiredTogether("issuer", "client")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		body := pmo.AdjustmentCreation{Kind: pmo.AdjustmentKind(strings.ToUpper(kind)), Reason: reason}
		if !body.Kind.Valid() {
			return exit.Usagef("--kind is ALLOWANCE or CHARGE, not %q", kind)
		}
		micro, err := output.ParsePrice(amount)
		if err != nil || micro%10_000 != 0 {
			return exit.Usagef("--amount is euros with at most two decimals, not %q", amount)
		}
		body.AmountCents = micro / 10_000
		if vat != "" {
			rate, err := strconv.ParseFloat(vat, 64)
			if err != nil {
				return exit.Usagef("--vat is a number, not %q", vat)
			}
			body.VatPercentage = &rate
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if subscription != "" {
			body.SubscriptionId = &subscription
		} else {
			from, err := f.Issuer(cmd.Context(), id, issuer)
			if err != nil {
				return err
			}
			to, err := f.BillingClient(cmd.Context(), id, client)
			if err != nil {
				return err
			}
			body.BillingEntityId, body.BillableEntityId = &from, &to
		}
		reply, err := c.CreateOperationAdjustmentWithResponse(cmd.Context(), id, nil, body)
		a, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*a))
	}
	return cmd
}

func newDelete(f *factory.Factory) *cobra.Command {
	yes := false
	cmd := &cobra.Command{Use: "delete ID", Short: "Withdraw an amount that is on no issued invoice", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("Withdraw adjustment %s", args[0])); err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := pmo.Done(c.DeleteOperationAdjustmentWithResponse(cmd.Context(), id, args[0])); err != nil {
			return err
		}
		f.Note("withdrawn %s", args[0])
		return nil
	}
	return cmd
}
