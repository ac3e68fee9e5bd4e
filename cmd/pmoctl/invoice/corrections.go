package invoice

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func corrections(list []pmo.Correction) *output.Table {
	t := output.NewTable("id", "state", "invoice", "issuer", "client", "period_start", "period_end", ">kwh_billed", ">kwh_now", ">amount_eur", ">amount_now_eur", ">difference_eur",
		"pairs", "held_drafts", "credit_note", "reason")
	for _, c := range list {
		note := ""
		if c.CreditNote != nil {
			note = c.CreditNote.Number
		}
		t.Add(c.Id, string(c.State), c.InvoiceNumber, c.BillingEntityName, c.BillableEntityName, c.PeriodStart.String(), c.PeriodEnd.String(), output.KWh(c.Before.EnergyMilliWh),
			output.KWh(c.After.EnergyMilliWh), output.Euro(c.AmountCents), output.Euro(c.AmountAfterCents), output.Euro(c.AmountAfterCents-c.AmountCents),
			fmt.Sprint(len(c.Pairs)), fmt.Sprint(c.HeldDraftsNumber), note, output.Or(c.Reason))
	}
	return t
}

func pairsOf(list []pmo.Correction) *output.Table {
	t := output.NewTable("invoice", "consumer", "producer", ">kwh_billed", ">kwh_now", ">net_eur", ">net_now_eur", ">costs_eur", ">costs_now_eur")
	for _, c := range list {
		for _, p := range c.Pairs {
			t.Add(c.InvoiceNumber, p.ConsumerName, output.Or(p.ProducerName), output.KWh(p.Before.EnergyMilliWh), output.KWh(p.After.EnergyMilliWh), output.Euro(p.Before.NetCents), output.Euro(p.After.NetCents), costsOf(p.Before), costsOf(p.After))
		}
	}
	return t
}

// costsOf are the network costs of figures; empty where none are passed on.
func costsOf(f pmo.CorrectionFigures) string {
	if f.CostsCents == nil {
		return ""
	}
	return output.Euro(*f.CostsCents)
}

func newCorrections(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corrections",
		Short: "List issued invoices that the curves of now would have made otherwise",
		Long: `List issued invoices that the curves of now would have made otherwise. With --pairs
each pair of consumer and producer that differs. With --threshold set from which difference on
somebody is asked to decide.`,
		Example: `  pmoctl invoice corrections --state OPEN --operation ACC00000001
  pmoctl invoice corrections --pairs --month 2026-09
  pmoctl invoice corrections --threshold 1.00`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	states := cmd.Flags().StringSlice("state", nil, "OPEN, DECIDED, RECORDED, KEPT, DONE, GONE; all unless told")
	month := cmd.Flags().String("month", "", "of the last day of the invoice, YYYY-MM")
	pairs := cmd.Flags().Bool("pairs", false, "the pairs that differ")
	threshold := cmd.Flags().String("threshold", "", "set the difference from which on somebody is asked, in euros")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if *threshold != "" {
			return setThreshold(cmd.Context(), f, c, id, *threshold)
		}
		params := &pmo.ListCorrectionsParams{}
		if len(*states) > 0 {
			params.State = &[]pmo.CorrectionState{}
			for _, s := range *states {
				*params.State = append(*params.State, pmo.CorrectionState(strings.ToUpper(s)))
			}
		}
		if *month != "" {
			params.Month = month
		}
		reply, err := c.ListCorrectionsWithResponse(cmd.Context(), id, params)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if *pairs {
			return f.Print(reply.Body, pairsOf(*found))
		}
		return f.Print(reply.Body, corrections(*found))
	}
	return cmd
}

func setThreshold(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, operationID pmo.Id, euros string) error {
	micro, err := output.ParsePrice(euros)
	if err != nil || micro%10_000 != 0 {
		return exit.Usagef("--threshold: %q is no amount in euros", euros)
	}
	reply, err := c.UpdateCorrectionSettingsWithResponse(ctx, operationID, pmo.CorrectionSettingsUpdate{ThresholdCents: micro / 10_000})
	set, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	t := output.NewTable(">threshold_eur")
	t.Add(output.Euro(set.ThresholdCents))
	return f.Print(reply.Body, t)
}

// chosen finds the corrections that are named by their id or by the number of the invoice, or all that
// wait for a decision.
func chosen(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, names []string, all bool) ([]pmo.Correction, error) {
	if (len(names) == 0) != all {
		return nil, exit.Usagef("name invoices, or --all that wait for a decision")
	}
	params := &pmo.ListCorrectionsParams{}
	if all {
		params.State = &[]pmo.CorrectionState{pmo.CorrectionStateOPEN}
	}
	reply, err := c.ListCorrectionsWithResponse(ctx, operationID, params)
	found, err := pmo.OK(reply, err)
	if err != nil {
		return nil, err
	}
	if all {
		return *found, nil
	}
	var out []pmo.Correction
	for _, name := range names {
		n := -1
		for i, one := range *found {
			if one.Id == name || one.InvoiceNumber == name || one.InvoiceId == name {
				n = i
			}
		}
		if n < 0 {
			return nil, exit.Usagef("no correction of %q", name)
		}
		out = append(out, (*found)[n])
	}
	return out, nil
}

func newDecision(f *factory.Factory, keep bool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "correct [ID|NUMBER...]",
		Short: "Take invoices back by credit notes and draft their days anew by the curves of now",
		Example: `  pmoctl invoice correct COM-2026-00012 --operation ACC00000001 --yes
  pmoctl invoice correct --all --reason 'Données corrigées par le gestionnaire de réseau' --yes`,
	}
	if keep {
		cmd.Use, cmd.Short = "keep [ID|NUMBER...]", "Leave issued invoices as they are although the curves have changed"
		cmd.Example = `  pmoctl invoice keep COM-2026-00012 --reason 'Écart accepté par le client' --operation ACC00000001 --yes`
	}
	word := map[bool]string{false: "corrected", true: "kept"}[keep]
	operation := factory.OperationFlag(cmd)
	all := cmd.Flags().Bool("all", false, "all that wait for a decision")
	reason := cmd.Flags().String("reason", "", "why; printed on credit notes")
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	if keep {
		_ = cmd.MarkFlagRequired("reason")
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		list, err := chosen(ctx, c, id, args, *all)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			f.Note("no correction waits for a decision")
			return nil
		}
		ids, sum, names := make([]pmo.Id, len(list)), int64(0), map[pmo.Id]string{}
		for i, one := range list {
			ids[i], names[one.Id] = one.Id, one.InvoiceNumber
			sum += one.AmountAfterCents - one.AmountCents
		}
		if keep {
			if err := f.Confirm(ctx, *yes, fmt.Sprintf("Leave %d invoices as they are, a difference of %s EUR in all", len(list), output.Euro(sum))); err != nil {
				return err
			}
			reply, err := c.KeepInvoicesWithResponse(ctx, id, nil, pmo.CorrectionKeeping{Ids: ids, Reason: *reason})
			done, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return outcomeOf(f, reply.Body, "invoice", names, done.Results, word)
		}
		if err := f.Confirm(ctx, *yes, fmt.Sprintf("Credit %d invoices and draft their days anew, a difference of %s EUR in all", len(list), output.Euro(sum))); err != nil {
			return err
		}
		body := pmo.CorrectionDecision{Ids: ids}
		if *reason != "" {
			body.Reason = reason
		}
		reply, err := c.CorrectInvoicesWithResponse(ctx, id, nil, body)
		done, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return outcomeOf(f, reply.Body, "invoice", names, done.Results, word)
	}
	return cmd
}
