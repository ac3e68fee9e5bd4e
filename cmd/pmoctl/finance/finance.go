// Package finance holds the commands of what consumers spend and producers earn.
package finance

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "finance", Short: "What consumers spend and producers earn, over time and three years ahead"}
	cmd.AddCommand(newExpense(f), newIncome(f), newMonitoring(f), newDownload(f), newAssigned(f), newAssign(f), newUnassign(f), newPrices(f), newSetPrice(f), newRemovePrice(f))
	return cmd
}

// lacks are the reasons why something is not known, with how often.
func lacks(list []pmo.FinanceLack) string {
	words := make([]string, len(list))
	for n, l := range list {
		words[n] = string(l.Reason) + " " + strconv.Itoa(l.Count)
	}
	return strings.Join(words, ", ")
}

func lines(st pmo.FinanceStatement) *output.Table {
	t := output.NewTable("site", ">produced_kWh", ">shared_kWh", ">rest_kWh", ">rest_euro", "lacks", ">lacking_days", ">net", ">gross", ">collected", ">assigned", ">total", "tax_included")
	for _, l := range st.Lines {
		t.Add(output.Or(l.Name), output.KWhOr(l.ProducedMilliWh), output.KWhOr(l.SharedMilliWh), output.KWhOr(l.RestMilliWh), output.EuroOr(l.RestCents), lacks(l.Lacks), strconv.Itoa(l.LackingDays),
			output.Euro(l.InvoicedNetCents), output.Euro(l.InvoicedCents), output.Euro(l.CollectedCents), output.Euro(l.AssignedCents), output.Euro(l.TotalCents), output.Yes(l.TaxIncluded))
	}
	return t
}

func newExpense(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "expense", Short: "Show what each consumer spent: shared energy as invoiced, and its supplier's part as far as its price is known", Args: cobra.NoArgs,
		Example: "  pmoctl finance expense --operation ACC00000001 --from 2026-01-01 --to 2026-10-31 --assume-trv"}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	assume := cmd.Flags().Bool("assume-trv", false, "take the regulated tariff where nobody has told a contract of supply")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, last, err := days.Dates()
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetExpensesWithResponse(cmd.Context(), id, &pmo.GetExpensesParams{DateFrom: from, DateTo: last, AssumeTRV: assume})
		st, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lines(*st))
	}
	return cmd
}

func newIncome(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "income", Short: "Show what each producer earned: invoiced, collected, and its surplus as far as its price is known", Args: cobra.NoArgs}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, last, err := days.Dates()
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetIncomeWithResponse(cmd.Context(), id, &pmo.GetIncomeParams{DateFrom: from, DateTo: last})
		st, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lines(*st))
	}
	return cmd
}

func newMonitoring(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "monitoring", Short: "Show both month by month, and the projection of three years", Args: cobra.NoArgs,
		Long: "Show expense and income month by month, and what the next 36 months would bring: each takes the energy of\nthe same month of the last measured year, and the prices of the subscriptions as they are agreed today."}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from, last, err := days.Dates()
		if err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetFinanceMonitoringWithResponse(cmd.Context(), id, &pmo.GetFinanceMonitoringParams{DateFrom: from, DateTo: last})
		m, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("month", "reference", ">shared_kWh", ">surplus_kWh", ">net", ">gross", ">collected", ">surplus_euro", ">income", ">expense", ">without_energy", ">without_price")
		for n, in := range m.Incomes {
			t.Add(in.Month, "", output.KWhOr(m.Expenses[n].SharedMilliWh), output.KWhOr(in.RestMilliWh), output.Euro(in.InvoicedNetCents), output.Euro(in.InvoicedCents), output.Euro(in.CollectedCents),
				output.EuroOr(in.RestCents), output.Euro(in.AssignedCents), output.Euro(m.Expenses[n].AssignedCents), "", "")
		}
		for _, p := range m.Projection {
			t.Add(p.Month, p.ReferenceMonth, output.KWhOr(p.SharedMilliWh), output.KWhOr(p.SurplusMilliWh), output.Euro(p.EnergyNetCents+p.FixedNetCents), "", "", output.EuroOr(p.SurplusCents), "", "",
				strconv.Itoa(p.SubscriptionsWithoutEnergy), strconv.Itoa(p.ProducersWithoutPrice))
		}
		if m.ReferenceFrom == nil {
			f.Note("no month was measured in two years: nothing is projected")
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newDownload(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "download STATEMENT", Short: "Save a statement as a table: expense, income or monitoring", Args: cobra.ExactArgs(1),
		Example: "  pmoctl finance download income --operation ACC00000001 --from 2026-01-01 --to 2026-10-31 --format xlsx"}
	operation, days := factory.OperationFlag(cmd), factory.DaysFlags(cmd)
	assume := cmd.Flags().Bool("assume-trv", false, "take the regulated tariff where nobody has told a contract of supply")
	format := cmd.Flags().String("format", "csv", "csv or xlsx")
	dir := cmd.Flags().String("dir", ".", "folder to save to; it is made when it is not there")
	force := cmd.Flags().Bool("force", false, "write over a file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		from, last, err := days.Dates()
		if err != nil {
			return err
		}
		which, form := pmo.FinanceTable(strings.ToUpper(args[0])), pmo.DownloadFinancesParamsFormat(*format)
		if !which.Valid() {
			return exit.Usagef("the statement is expense, income or monitoring, not %q", args[0])
		}
		if !form.Valid() {
			return exit.Usagef("--format is csv or xlsx, not %q", *format)
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		response, err := c.DownloadFinances(cmd.Context(), id, &pmo.DownloadFinancesParams{DateFrom: from, DateTo: last, AssumeTRV: assume, Statement: which, Format: &form})
		if err != nil {
			return err
		}
		if err := os.MkdirAll(*dir, 0o755); err != nil {
			_ = response.Body.Close()
			return err
		}
		file, err := download.Save(response, *dir, "finance."+*format, *force)
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
