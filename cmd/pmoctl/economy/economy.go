// Package economy holds the commands of contracts of supply and of the bill check.
package economy

import (
	"bytes"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the group.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "economy", Short: "Tell what consumers pay their supplier, and see what local energy is worth to them"}
	cmd.AddCommand(newBill(f), newCheck(f), newConfig(f), newSet(f))
	return cmd
}

// price is a price per kWh in euros; empty where it is not told.
func price(v *int64) string {
	if v == nil {
		return ""
	}
	return output.Price(*v)
}

func table(rows []pmo.PriceConfig, names map[pmo.Id]string) *output.Table {
	t := output.NewTable("participant", "consumer", "contract", "trv", "base", "peak", "off_peak", "summer_peak", "summer_off_peak", "winter_peak", "winter_off_peak", "peak_start", "off_peak_start")
	for _, c := range rows {
		t.Add(names[c.ParticipantId], string(c.ConsumerType), output.Or(c.ContractType), output.Yes(c.IsOnTRV), price(c.BaseMicroEuro), price(c.PeakMicroEuro), price(c.OffPeakMicroEuro),
			price(c.SummerPeakMicroEuro), price(c.SummerOffPeakMicroEuro), price(c.WinterPeakMicroEuro), price(c.WinterOffPeakMicroEuro), output.Or(c.PeakHourStart), output.Or(c.OffPeakHourStart))
	}
	return t
}

func newConfig(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "config SITE...", Short: "Show the contracts of supply of consumers, by PRM, EAN or id; those that nobody has told are left out", Args: cobra.MinimumNArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		sites, err := f.Participants(ctx, id, args)
		if err != nil {
			return err
		}
		reply, err := c.ListPriceConfigsWithResponse(ctx, &pmo.ListPriceConfigsParams{ParticipantsIds: sites})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		names, err := f.SiteNames(ctx, id)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*found, names))
	}
	return cmd
}

// prices are the flags of prices and what they are called in the contract.
var prices = [][2]string{{"base", "baseMicroEuro"}, {"peak", "peakMicroEuro"}, {"off-peak", "offPeakMicroEuro"}, {"summer-peak", "summerPeakMicroEuro"},
	{"summer-off-peak", "summerOffPeakMicroEuro"}, {"winter-peak", "winterPeakMicroEuro"}, {"winter-off-peak", "winterOffPeakMicroEuro"}}

func newSet(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "set SITE", Short: "Tell the contract of supply of a consumer", Args: cobra.ExactArgs(1),
		Long:    "Tell the contract of supply of a consumer: what the flags name, nothing else. Prices are euros per kWh,\nall taxes included for individuals and without VAT for professionals.",
		Example: "  pmoctl economy set 99434180000001 --contract DOUBLE_PRICE --peak 0.2065 --off-peak 0.1579 --peak-start 06:30 --off-peak-start 22:30"}
	operation := factory.OperationFlag(cmd)
	body := fields.BindUpdate(cmd, []fields.Field{
		{Flag: "consumer", Name: "consumerType", Values: []string{"individual", "professional"}},
		{Flag: "contract", Name: "contractType", Values: []string{"BASE", "DOUBLE_PRICE", "QUADRUPLE_PRICE"}},
		{Flag: "peak-start", Name: "peakHourStart", Usage: "when peak hours begin, HH:MM"},
		{Flag: "off-peak-start", Name: "offPeakHourStart", Usage: "when off-peak hours begin, HH:MM"},
		{Flag: "trv", Name: "isOnTRV", Kind: fields.Switch, Usage: "the prices are those of the regulated tariff"},
	})
	told := map[string]*string{}
	for _, p := range prices {
		told[p[1]] = cmd.Flags().String(p[0], "", "euros per kWh")
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		for _, p := range prices {
			if *told[p[1]] == "" {
				continue
			}
			v, err := output.ParsePrice(*told[p[1]])
			if err != nil {
				return exit.Usagef("--%s: %v", p[0], err)
			}
			body.Set(p[1], v)
		}
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(ctx, id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.UpdatePriceConfigWithBodyWithResponse(ctx, site, &pmo.UpdatePriceConfigParams{}, "application/json", bytes.NewReader(raw))
		stored, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table([]pmo.PriceConfig{*stored}, map[pmo.Id]string{site: args[0]}))
	}
	return cmd
}

func newCheck(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "check SITE", Short: "Compare what the energy of a consumer cost with what it would have cost without the operation", Args: cobra.ExactArgs(1),
		Long:    "Compare bills of a consumer by its contract of supply, as it was told (see 'pmoctl economy set').\nDays of which something is not known are left out of every figure, and told.",
		Example: "  pmoctl economy check 99434180000001 --from 2026-10-01 --to 2026-10-31"}
	operation := factory.OperationFlag(cmd)
	from := cmd.Flags().String("from", "", "first day, YYYY-MM-DD")
	to := cmd.Flags().String("to", "", "last day, YYYY-MM-DD")
	_ = cmd.MarkFlagRequired("from")
	_ = cmd.MarkFlagRequired("to")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		first, err := factory.Day("from", *from)
		if err != nil {
			return err
		}
		last, err := factory.Day("to", *to)
		if err != nil {
			return err
		}
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(ctx, id, args[0])
		if err != nil {
			return err
		}
		told, err := c.GetPriceConfigWithResponse(ctx, site)
		config, err := pmo.OK(told, err)
		if err != nil {
			return err
		}
		reply, err := c.GetEconomyWithResponse(ctx, site, &pmo.GetEconomyParams{StartDate: first, EndDate: last, ConsumerType: &config.ConsumerType, ContractType: config.ContractType,
			BaseMicroEuro: config.BaseMicroEuro, PeakMicroEuro: config.PeakMicroEuro, OffPeakMicroEuro: config.OffPeakMicroEuro, SummerPeakMicroEuro: config.SummerPeakMicroEuro,
			SummerOffPeakMicroEuro: config.SummerOffPeakMicroEuro, WinterPeakMicroEuro: config.WinterPeakMicroEuro, WinterOffPeakMicroEuro: config.WinterOffPeakMicroEuro,
			PeakStart: config.PeakHourStart, OffPeakStart: config.OffPeakHourStart, TRV: &config.IsOnTRV})
		e, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		for _, g := range e.Gaps {
			f.Note("left out: %s to %s, %s", g.StartDate, g.EndDate, g.Reason)
		}
		t := output.One(">days", ">local_kWh", ">supplier_kWh", ">without", ">with", ">local", ">fixed", ">economy", ">rate", "tax_included")
		return f.Print(reply.Body, t.Add(strconv.Itoa(e.CountedDays), output.KWhOr(e.ConsumerAutoConsumptionMilliWh), output.KWhOr(e.ConsumerSupplierConsumptionMilliWh),
			output.EuroOr(e.WithoutCents), output.EuroOr(e.WithCents), output.EuroOr(e.LocalCents), output.EuroOr(e.FixedCents), output.EuroOr(e.EconomyCents), output.Percent(e.EconomyRate), output.Yes(e.TaxIncluded)))
	}
	return cmd
}

func newBill(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "bill SITE", Short: "Say what the supplier of a consumer should bill of some days, and whether it deducted the local energy", Args: cobra.ExactArgs(1),
		Long:    "Say what the supplier of a consumer should bill: what was measured less what was shared. With --billed, what its\nbill says of it. While a day lacks there is no verdict: part of a bill proves nothing.",
		Example: "  pmoctl economy bill 99434180000001 --from 2026-10-01 --to 2026-10-31 --billed 260"}
	operation := factory.OperationFlag(cmd)
	from := cmd.Flags().String("from", "", "first day of the bill, YYYY-MM-DD")
	to := cmd.Flags().String("to", "", "last day of the bill, YYYY-MM-DD")
	told := cmd.Flags().String("billed", "", "kWh that the supplier billed, of all registers together")
	_ = cmd.MarkFlagRequired("from")
	_ = cmd.MarkFlagRequired("to")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		first, err := factory.Day("from", *from)
		if err != nil {
			return err
		}
		last, err := factory.Day("to", *to)
		if err != nil {
			return err
		}
		ask := pmo.GetSupplierBillParams{StartDate: first, EndDate: last}
		if *told != "" {
			billed, err := output.ParseKWh(*told)
			if err != nil {
				return exit.Usagef("--billed: %v", err)
			}
			ask.BilledMilliWh = &billed
		}
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		site, err := f.Participant(ctx, id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.GetSupplierBillWithResponse(ctx, site, &ask)
		b, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		for _, g := range b.Gaps {
			f.Note("no verdict: %s to %s, %s", g.StartDate, g.EndDate, g.Reason)
		}
		t := output.One(">used_kWh", ">local_kWh", ">expected_kWh", ">tolerance_kWh", ">billed_kWh", ">excess_kWh", "verdict", "provisional")
		return f.Print(reply.Body, t.Add(output.KWhOr(b.UsedMilliWh), output.KWhOr(b.SharedMilliWh), output.KWhOr(b.ExpectedMilliWh), output.KWhOr(b.ToleranceMilliWh),
			output.KWhOr(b.BilledMilliWh), output.KWhOr(b.ExcessMilliWh), output.Or(b.Verdict), output.Yes(b.Provisional)))
	}
	return cmd
}
