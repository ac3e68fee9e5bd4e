package journal

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func cutOffTable(c pmo.CutOff) *output.Table {
	t := output.NewTable("issuer", "client", ">vat_percent", "from", "to", ">kwh", ">net_eur", ">vat_eur", ">provisional_kwh", ">provisional_net_eur", ">days_not_final")
	for _, r := range c.Rows {
		t.Add(r.BillingEntityName, r.BillableEntityName, output.Number(r.VatPercentage, 2), r.PeriodStart.String(), r.PeriodEnd.String(), output.KWh(r.EnergyMilliWh), output.Euro(r.NetCents),
			output.Euro(r.VatCents), output.KWh(r.ProvisionalMilliWh), output.Euro(r.ProvisionalNetCents), strconv.Itoa(r.LackingDays))
	}
	return t
}

// waitingTable are amounts that wait and are not counted.
func waitingTable(c pmo.CutOff) *output.Table {
	t := output.NewTable("issuer", "client", "reason", "since", ">net_eur")
	for _, w := range c.Waiting {
		t.Add(w.BillingEntityName, w.BillableEntityName, w.Reason, w.Since.String(), output.Euro(w.NetCents))
	}
	return t
}

// noteWaiting says what waits and is not counted, seller by seller.
func noteWaiting(f *factory.Factory, c pmo.CutOff, named bool) {
	all := 0
	for _, s := range c.WaitingSums {
		all += s.Number
		f.Note("%s: one-off amounts that wait and are not counted: %d, %s EUR without VAT", s.BillingEntityName, s.Number, output.Euro(s.NetCents))
	}
	switch {
	case named && all > len(c.Waiting):
		f.Note("the first %d of %d are named: --format xlsx has all", len(c.Waiting), all)
	case !named && all > 0:
		f.Note("--waiting names them")
	}
}

func newCutOff(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use: "cutoff", Short: "Show what was delivered up to a day and is not on an invoice issued by then",
		Long: `Show what was delivered up to a day and is not on an invoice issued by then, by seller,
client and rate of VAT, with what rests on data that may still change. With --format
save it as a file; a workbook has the entries that book it (418 and 4458 in France,
404 without VAT in Belgium, unless the seller told other accounts) on a sheet.
One-off amounts that wait for their invoice are no energy and not counted: --waiting
shows them, and a workbook has them on a sheet.`,
		Example: `  pmoctl journal cutoff --date 2026-12-31 --operation ACC00000001
  pmoctl journal cutoff --date 2026-12-31 --issuer 'Commune de Fougères' --format xlsx --dir books`,
		Args: cobra.NoArgs,
	}
	operation, to := factory.OperationFlag(cmd), targetFlags(cmd)
	issuer := cmd.Flags().String("issuer", "", "of this issuer, by name or id; all unless told")
	date := cmd.Flags().String("date", "", "the day, YYYY-MM-DD")
	format := cmd.Flags().String("format", "", "csv or xlsx: save it as a file")
	waiting := cmd.Flags().Bool("waiting", false, "show the one-off amounts that wait for their invoice and are not counted")
	_ = cmd.MarkFlagRequired("date")
	cmd.MarkFlagsMutuallyExclusive("waiting", "format")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		on, err := factory.Day("date", *date)
		if err != nil {
			return err
		}
		form := pmo.DownloadCutOffParamsFormat(*format)
		if *format != "" && !form.Valid() {
			return exit.Usagef("--format is csv or xlsx, not %q", *format)
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		var of *pmo.Id
		if *issuer != "" {
			entity, err := f.Issuer(cmd.Context(), id, *issuer)
			if err != nil {
				return err
			}
			of = &entity
		}
		if *format != "" {
			response, err := c.DownloadCutOff(cmd.Context(), id, &pmo.DownloadCutOffParams{Date: on, BillingEntityId: of, Format: &form})
			if err != nil {
				return err
			}
			return to.save(f, response)
		}
		reply, err := c.GetCutOffWithResponse(cmd.Context(), id, &pmo.GetCutOffParams{Date: on, BillingEntityId: of})
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if len(found.Problems) > 0 || len(found.UnpricedPairs) > 0 {
			f.Note("%d periods and %d pairs have no price: -o json names them", len(found.Problems), len(found.UnpricedPairs))
		}
		noteWaiting(f, *found, *waiting)
		if *waiting {
			return f.Print(reply.Body, waitingTable(*found))
		}
		return f.Print(reply.Body, cutOffTable(*found))
	}
	return cmd
}
