// Package ereporting holds the commands of sales that are reported to the French administration.
package ereporting

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "ereporting", Short: "E-reporting: sales that the French administration is told of, by seller and period"}
	cmd.AddCommand(newList(f), newSettings(f), newPreview(f), newFile(f), newSend(f, false), newSend(f, true))
	return cmd
}

func periods(list ...pmo.EReportingSeller) *output.Table {
	t := output.NewTable("seller", "legal_number", "regime", "from", "to", "due", "state", ">invoices", ">net_euro", ">vat_euro", "last", "answer")
	for _, s := range list {
		regime := ""
		if s.Settings.Regime != nil {
			regime = string(*s.Settings.Regime)
		}
		if s.Problem != nil {
			t.Add(s.Name, s.LegalNumber, regime, "", "", "", "", "", "", "", "", output.Or(s.Problem.Detail))
			continue
		}
		for _, p := range s.Periods {
			add(t, s.Name, s.LegalNumber, regime, p)
		}
	}
	return t
}

func add(t *output.Table, name, number, regime string, p pmo.EReportingPeriod) {
	last, answer := "", ""
	if len(p.Reports) > 0 {
		r := p.Reports[len(p.Reports)-1]
		last, answer = r.Number, "by hand"
		if r.State != nil {
			answer = string(*r.State)
		}
		if r.Reasons != nil {
			for _, one := range *r.Reasons {
				answer = strings.TrimSpace(answer + " " + one.Code + " " + output.Or(one.Text))
			}
		}
	}
	t.Add(name, number, regime, p.PeriodStart.String(), p.PeriodEnd.String(), p.DueDate.String(), string(p.State), strconv.Itoa(p.Invoices), output.Euro(p.NetCents), output.Euro(p.VatCents), last, answer)
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the sellers of an operation with their periods: what was reported, and is to be", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListEReportingWithResponse(cmd.Context(), id)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, periods(*found...))
	}
	return cmd
}

// pointer gives what was said on the command line; nil = nothing.
func pointer[T any](cmd *cobra.Command, flag string, v T) *T {
	if !cmd.Flags().Changed(flag) {
		return nil
	}
	return &v
}

func newSettings(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "settings ISSUER", Short: "Tell how a seller reports, in all its operations", Args: cobra.ExactArgs(1),
		Example: "  pmoctl ereporting settings 'Commune de Fougères' --regime FRANCHISE --since 2027-09-01 --operation ACC00000001"}
	operation := factory.OperationFlag(cmd)
	regime := cmd.Flags().String("regime", "", "how it files its VAT: NORMAL_MONTHLY, NORMAL_QUARTERLY, SIMPLIFIED or FRANCHISE")
	untaxed := cmd.Flags().String("untaxed", "", "category of sales without VAT: TNT1 or TLB1")
	dayOf := cmd.Flags().String("day-of", "", "day of a sale: PERIOD_END or ISSUE")
	since := cmd.Flags().String("since", "", "first day of the sales that are reported")
	code := cmd.Flags().String("platform-code", "", "number of the platform at the administration")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		from, err := factory.DayOr("since", *since)
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		issuer, err := f.Issuer(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.UpdateEReportingSettingsWithResponse(cmd.Context(), id, issuer, nil, pmo.EReportingSettingsUpdate{Regime: pointer(cmd, "regime", pmo.EReportingRegime(strings.ToUpper(*regime))),
			Untaxed: pointer(cmd, "untaxed", pmo.EReportingCategory(strings.ToUpper(*untaxed))), DayOf: pointer(cmd, "day-of", pmo.EReportingDay(strings.ToUpper(*dayOf))), Since: from,
			PlatformCode: pointer(cmd, "platform-code", *code)})
		kept, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		told := ""
		if kept.Regime != nil {
			told = string(*kept.Regime)
		}
		return f.Print(reply.Body, output.One("regime", "untaxed", "day_of", "since", "platform_code").Add(told, string(kept.Untaxed), string(kept.DayOf), kept.Since.String(), kept.PlatformCode))
	}
	return cmd
}

// of binds the issuer and the first day of the period.
func of(cmd *cobra.Command) *string {
	cmd.Use += " ISSUER PERIOD_START"
	cmd.Args = cobra.ExactArgs(2)
	return factory.OperationFlag(cmd)
}

func newPreview(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "preview", Short: "Show what would be reported of a period: what is in, what is out and why",
		Example: "  pmoctl ereporting preview 'Commune de Fougères' 2027-09-01 --operation ACC00000001"}
	operation := of(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		start, err := factory.Day("PERIOD_START", args[1])
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		issuer, err := f.Issuer(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.GetEReportingPeriodWithResponse(cmd.Context(), id, issuer, start)
		v, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("number", "client", "day", "in", ">net_euro", ">vat_euro", "why", "lacks")
		for _, e := range append(v.Included, v.Excluded...) {
			why, lacks := "", []string{}
			if e.Flow != nil {
				why = string(*e.Flow)
			}
			if e.Reason != nil {
				why = string(*e.Reason)
			}
			if e.Lacks != nil {
				for _, l := range *e.Lacks {
					lacks = append(lacks, string(l))
				}
			}
			t.Add(e.Number, e.ClientName, e.Day.String(), output.Yes(e.Reason == nil), output.Euro(e.NetCents), output.Euro(e.VatCents), why, strings.Join(lacks, " "))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newFile(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "file", Short: "Save the report of a period as the file that the administration reads (flux 10)"}
	operation := of(cmd)
	dir := cmd.Flags().String("dir", ".", "folder to save to; it is made when it is not there")
	force := cmd.Flags().Bool("force", false, "write over a file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		start, err := factory.Day("PERIOD_START", args[1])
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		issuer, err := f.Issuer(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		if err := os.MkdirAll(*dir, 0o755); err != nil {
			return err
		}
		response, err := c.DownloadEReport(cmd.Context(), id, issuer, start)
		if err != nil {
			return err
		}
		file, err := download.Save(response, *dir, "ereport.xml", *force)
		if err != nil {
			return err
		}
		raw, err := json.Marshal(file)
		if err != nil {
			return err
		}
		return f.Print(raw, output.One("file", "bytes", "skipped").Add(file.Path, strconv.FormatInt(file.Bytes, 10), output.Yes(file.Skipped)))
	}
	return cmd
}

func newSend(f *factory.Factory, correct bool) *cobra.Command {
	cmd := &cobra.Command{Use: "send", Short: "Report a period by the platform of its seller",
		Long: `Report a period by the platform of its seller, or record with --by-hand that its file was
handed over. A period is told once.`,
		Example: "  pmoctl ereporting send 'Commune de Fougères' 2027-09-01 --operation ACC00000001"}
	if correct {
		cmd = &cobra.Command{Use: "correct", Short: "Report a period anew that was told, as a whole",
			Example: "  pmoctl ereporting correct 'Commune de Fougères' 2027-09-01 --operation ACC00000001"}
	}
	operation := of(cmd)
	byHand := cmd.Flags().Bool("by-hand", false, "a person hands the file over")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		start, err := factory.Day("PERIOD_START", args[1])
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		issuer, err := f.Issuer(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		reply, err := c.SendEReportWithResponse(cmd.Context(), id, issuer, start, nil, pmo.EReportOrder{Correct: &correct, ByHand: byHand})
		v, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("seller", "legal_number", "regime", "from", "to", "due", "state", ">invoices", ">net_euro", ">vat_euro", "last", "answer")
		add(t, v.Name, v.LegalNumber, "", v.Period)
		return f.Print(reply.Body, t)
	}
	return cmd
}
