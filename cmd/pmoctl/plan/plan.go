// Package plan holds the commands of the plans of an operation.
package plan

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "plan", Short: "Plans: what is charged, and how often", Aliases: []string{"plans"}}
	cmd.AddCommand(newList(f), newShow(f), newCreate(f), newUpdate(f), newPreview(f), newChangePrice(f), newMethods(f), newUsual(f))
	return cmd
}

const chargeHelp = "a charge, repeatable: code=ENERGIE,type=PER_UNIT,usage=ENERGY,price=0.10 (euros per kWh or, FIXED, per month; also name=, vat=, option=PEAK or OFF_PEAK by the hours of the site; type=PASS_THROUGH passes on the network costs of the operator's file, with treatment=OWN_RATE or GROSS and no price)"

func planFields() []fields.Field {
	return []fields.Field{
		{Flag: "name", Name: "name"},
		{Flag: "description", Name: "description"},
		{Flag: "period", Name: "period", Usage: "how often it is billed", Values: []string{"MONTHLY", "BIMONTHLY", "QUARTERLY", "TWICE_A_YEAR", "YEARLY"}},
		{Flag: "payment-method", Name: "paymentMethod", Values: []string{"transfer", "debit", "cheque", "publicTreasuryPaymentOrder", "publicTreasuryDebit"}},
		{Flag: "payment-term", Name: "paymentTerm", Kind: fields.Whole, Usage: "days (0 to 60)"},
	}
}

// parseCharges reads the --charge flags.
func parseCharges(flags []string) ([]map[string]any, error) {
	list := make([]map[string]any, len(flags))
	for i, text := range flags {
		charge, err := parseCharge(text)
		if err != nil {
			return nil, err
		}
		list[i] = charge
	}
	return list, nil
}

// charges reads the --charge flags into the body.
func charges(body *fields.Body, flags []string) error {
	if len(flags) == 0 {
		return nil
	}
	list, err := parseCharges(flags)
	if err != nil {
		return err
	}
	body.Set("charges", list)
	return nil
}

// parseCharge reads "code=ENERGIE,type=PER_UNIT,price=0.10".
func parseCharge(text string) (map[string]any, error) {
	charge := map[string]any{}
	for _, pair := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, exit.Usagef("--charge %q: %q is not name=value", text, pair)
		}
		switch name = strings.TrimSpace(name); name {
		case "code", "name", "type", "usage":
			charge[name] = value
		case "option":
			charge["pricingOption"] = value
		case "treatment":
			charge["vatTreatment"] = value
		case "price":
			price, err := output.ParsePrice(value)
			if err != nil {
				return nil, exit.AsUsage(fmt.Errorf("--charge %q: %w", text, err))
			}
			charge["priceMicroEuro"] = price
		case "vat":
			vat, err := output.ParsePercent(value)
			if err != nil {
				return nil, exit.AsUsage(fmt.Errorf("--charge %q: %w", text, err))
			}
			charge["vatPercentage"] = vat
		default:
			return nil, exit.Usagef("--charge %q: there is no %q, only code, name, type, usage, option, price, vat and treatment", text, name)
		}
	}
	return charge, nil
}

func columns() []string {
	return []string{"id", "name", "period", "charges", "payment_method", ">payment_term", ">subscriptions", "invoiced"}
}

func row(p pmo.Plan) []string {
	list := make([]string, len(p.Charges))
	for i, c := range p.Charges {
		list[i] = chargeText(c)
	}
	return []string{p.Id, p.Name, string(p.Period), strings.Join(list, "; "), output.Or(p.PaymentMethod), fmt.Sprint(p.PaymentTerm),
		fmt.Sprint(p.SubscriptionsNumber), output.Yes(p.AlreadyInvoiced)}
}

// chargeText is a charge as people say it: "ENERGIE 0.10 EUR/kWh".
func chargeText(c pmo.Charge) string {
	if c.Type == pmo.PASSTHROUGH {
		words := []string{c.Code, "network costs", output.Or(c.VatTreatment)}
		if c.VatPercentage != nil {
			words = append(words, output.Number(*c.VatPercentage, 2)+" %")
		}
		return strings.Join(words, " ")
	}
	unit := "EUR/kWh"
	if c.Type == pmo.FIXED {
		unit = "EUR/month"
	}
	if o := c.PricingOption; o != nil && *o != pmo.PricingOptionBASE {
		unit += " " + string(*o)
	}
	return c.Code + " " + output.Price(*c.PriceMicroEuro) + " " + unit
}

// printOne prints a plan and what the server warns of.
func printOne(f *factory.Factory, raw []byte, p pmo.Plan) error {
	f.Items(p.Warnings)
	return f.Print(raw, output.One(columns()...).Add(row(p)...))
}
