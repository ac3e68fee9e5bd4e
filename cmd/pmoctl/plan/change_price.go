package plan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newChangePrice(f *factory.Factory) *cobra.Command {
	var flags, subscriptions []string
	var start, to, name string
	var check, yes bool
	cmd := &cobra.Command{
		Use:   "change-price PLAN",
		Short: "Let subscriptions of a plan go on at other prices from a day on",
		Long: `End the subscriptions of a plan the day before and begin new ones of the same pairs, in
one go, all or none. The other prices are those of another plan (--to), or of a new one
(--name and --charge), which is billed and paid as the old one is. --check only says who
would pay what on the energy of the last month, and who cannot change; exit 8 then.`,
		Example: `  pmoctl plan change-price 'Plan solaire' --operation ACC00000001 --start 2027-01-01 --name 'Plan solaire 2027' \
    --charge code=ENERGIE,type=PER_UNIT,usage=ENERGY,price=0.11 --check`,
		Args: cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&start, "start", "", "first day at the other prices")
	cmd.Flags().StringVar(&to, "to", "", "another plan: id or exact name")
	cmd.Flags().StringVar(&name, "name", "", "name of a new plan")
	cmd.Flags().StringArrayVar(&flags, "charge", nil, chargeHelp)
	cmd.Flags().StringSliceVar(&subscriptions, "subscription", nil, "some subscriptions by their ids (default all that run on the day)")
	cmd.Flags().BoolVar(&check, "check", false, "only say what would change")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	_ = cmd.MarkFlagRequired("start")
	cmd.MarkFlagsMutuallyExclusive("to", "name")
	cmd.MarkFlagsRequiredTogether("name", "charge")
	cmd.MarkFlagsOneRequired("to", "name")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := factory.Day("start", start); err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		planID, err := f.Plan(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		body := map[string]any{"startDate": start}
		if to != "" {
			if body["toPlanId"], err = f.Plan(cmd.Context(), id, to); err != nil {
				return err
			}
		} else {
			list, err := parseCharges(flags)
			if err != nil {
				return err
			}
			body["newPlan"] = map[string]any{"name": name, "charges": list}
		}
		if len(subscriptions) > 0 {
			body["subscriptionIds"] = subscriptions
		}
		raw, err := json.Marshal(body)
		if err != nil {
			return err
		}
		looked, err := c.CheckOperationPlanPriceChangeWithBodyWithResponse(cmd.Context(), id, planID, "application/json", bytes.NewReader(raw))
		found, err := pmo.OK(looked, err)
		if err != nil {
			return err
		}
		if check {
			return printCheck(f, looked.Body, *found)
		}
		if err := f.Confirm(cmd.Context(), yes, fmt.Sprintf("%d subscriptions, %s euros a month excl. VAT become %s: change?", len(found.Subscriptions),
			output.Euro(found.Before.NetCents), output.Euro(found.After.NetCents))); err != nil {
			return err
		}
		reply, err := c.ChangeOperationPlanPriceWithBodyWithResponse(cmd.Context(), id, planID, nil, "application/json", bytes.NewReader(raw))
		done, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		f.Items(done.Plan.Warnings)
		t := output.NewTable("id", "consumer", "producer", "plan", "start", "end")
		for _, s := range done.Subscriptions {
			t.Add(s.Id, output.Or(s.ConsumerName), output.Or(s.ProducerName), s.Plan.Name, s.StartDate.String(), output.Or(s.EndDate))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func printCheck(f *factory.Factory, raw []byte, c pmo.PriceChangeCheck) error {
	f.Items(c.Warnings)
	t := output.NewTable("consumer", "producer", ">energy_kwh", ">before_net_eur", ">after_net_eur", ">before_eur", ">after_eur", "problem")
	for _, s := range c.Subscriptions {
		row := []string{s.ConsumerName, output.Or(s.ProducerName), "", "", "", "", ""}
		if s.Before != nil && s.After != nil {
			row = []string{s.ConsumerName, output.Or(s.ProducerName), output.KWh(s.After.EnergyMilliWh), output.Euro(s.Before.NetCents), output.Euro(s.After.NetCents),
				output.EuroOr(s.Before.AmountCents), output.EuroOr(s.After.AmountCents)}
		}
		var problems []string
		for _, p := range []*pmo.ProblemItem{s.Problem, s.Unpriceable} {
			if p != nil {
				problems = append(problems, output.Item(*p))
			}
		}
		t.Add(append(row, strings.Join(problems, "; "))...)
	}
	f.Note("from %s, on the energy of %s: %d subscriptions, %s euros excl. VAT become %s", c.StartDate, c.Month, len(c.Subscriptions)-c.RefusedNumber,
		output.Euro(c.Before.NetCents), output.Euro(c.After.NetCents))
	if !c.Definitive {
		f.Note("%s is not complete and definitive", c.Month)
	}
	if err := f.Print(raw, t); err != nil {
		return err
	}
	if c.RefusedNumber > 0 {
		return exit.Partialf("%d of %d subscriptions cannot change", c.RefusedNumber, len(c.Subscriptions))
	}
	return nil
}
