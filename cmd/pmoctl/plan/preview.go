package plan

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newPreview(f *factory.Factory) *cobra.Command {
	var flags, consumers []string
	var from, to string
	cmd := &cobra.Command{
		Use:   "preview [PLAN]",
		Short: "What a plan, or other prices, would have billed over months that are over",
		Long: `Price the energy of months that are over, each by itself: of the subscribers of the plan;
without a plan, or where it has none, of everybody who has one; where nobody has, what each
consumer received. --charge tries other prices than those of the plan. Nothing is changed.
Exit 8 when somebody could not be billed, as by a volume that no charge prices.`,
		Example: `  pmoctl plan preview 'Plan solaire' --operation ACC00000001 --from 2026-09 --to 2026-10
  pmoctl plan preview --operation ACC00000001 --from 2026-10 --charge code=ENERGIE,type=PER_UNIT,usage=ENERGY,price=0.11`,
		Args: cobra.MaximumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&from, "from", "", "first month, YYYY-MM")
	cmd.Flags().StringVar(&to, "to", "", "last month (default --from)")
	cmd.Flags().StringArrayVar(&flags, "charge", nil, chargeHelp)
	cmd.Flags().StringSliceVar(&consumers, "consumer", nil, "some consumers only: id, PRM or EAN")
	_ = cmd.MarkFlagRequired("from")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if to == "" {
			to = from
		}
		body := map[string]any{"monthFrom": from, "monthTo": to}
		if len(args) > 0 {
			if body["planId"], err = f.Plan(cmd.Context(), id, args[0]); err != nil {
				return err
			}
		}
		if len(flags) > 0 {
			if body["charges"], err = parseCharges(flags); err != nil {
				return err
			}
		}
		if len(consumers) > 0 {
			if body["consumerIds"], err = f.Participants(cmd.Context(), id, consumers); err != nil {
				return err
			}
		}
		raw, err := json.Marshal(body)
		if err != nil {
			return err
		}
		reply, err := c.PreviewOperationPlanWithBodyWithResponse(cmd.Context(), id, "application/json", bytes.NewReader(raw))
		p, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return printPreview(f, reply.Body, *p)
	}
	return cmd
}

func printPreview(f *factory.Factory, raw []byte, p pmo.PlanPreview) error {
	f.Items(p.Warnings)
	t := output.NewTable("client", "issuer", ">months", ">energy_kwh", ">net_eur", ">vat_eur", ">amount_eur", "problem")
	for _, c := range p.Clients {
		problem := ""
		if c.Problem != nil {
			problem = output.Item(*c.Problem)
		}
		t.Add(append([]string{c.ClientName, c.IssuerName, fmt.Sprint(c.Months)}, append(sum(c.Total), problem)...)...)
	}
	f.Note("%s to %s, %s: %d clients, %s kWh, %s euros excl. VAT", p.MonthFrom, p.MonthTo, whose[p.Whose], p.ClientsNumber,
		output.KWh(p.Total.EnergyMilliWh), output.Euro(p.Total.NetCents))
	if shown := len(p.Clients); shown < p.ClientsNumber {
		f.Note("%d of %d clients are shown", shown, p.ClientsNumber)
	}
	if p.Total.LackingDays > 0 {
		f.Note("%d days of sites are not known for good", p.Total.LackingDays)
	}
	if p.Unpriced != nil {
		for _, v := range *p.Unpriced {
			f.Note("volume %s of %s kWh has no price", v.Usage, output.ExactKWh(v.EnergyMilliWh))
		}
	}
	if err := f.Print(raw, t); err != nil {
		return err
	}
	if p.BlockedNumber > 0 {
		return exit.Partialf("%d of %d clients could not be billed", p.BlockedNumber, p.ClientsNumber)
	}
	return nil
}

var whose = map[pmo.PreviewedWhose]string{pmo.SUBSCRIBERS: "subscribers of the plan", pmo.ALLSUBSCRIBED: "all who have a plan", pmo.EVERYBODY: "all consumers"}

// sum is energy, net, VAT and amount; VAT is empty while it is not known.
func sum(s pmo.PreviewedSum) []string {
	return []string{output.KWh(s.EnergyMilliWh), output.Euro(s.NetCents), output.EuroOr(s.VatCents), output.EuroOr(s.AmountCents)}
}
