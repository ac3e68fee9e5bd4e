// Package payment takes what banks tell, and says what open lines are for.
package payment

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "payment", Short: "What banks tell, and which invoices it settles", Aliases: []string{"payments"}}
	cmd.AddCommand(newImport(f), newFiles(f), newLines(f), newLine(f), newMatch(f), newSettle(f), newAside(f), newReopen(f), newMappings(f), newForget(f))
	return cmd
}

func lines(list ...pmo.BankLine) *output.Table {
	t := output.NewTable("id", "booked", ">euro", ">left", "state", "reason", "counterparty", "text", "invoices")
	for _, l := range list {
		var numbers []string
		for _, s := range l.Settlements {
			if s.WithdrawnAt == nil {
				numbers = append(numbers, s.Number)
			}
		}
		left := max(l.AmountCents, -l.AmountCents) - l.SettledCents
		reason := output.Or(l.Reason)
		if l.Aside != nil {
			reason, left = string(l.Aside.Reason), 0
		}
		t.Add(l.Id, l.BookedOn.String(), output.Euro(l.AmountCents), output.Euro(left), string(l.State), reason, l.Counterparty,
			cmp.Or(output.Or(l.Communication), l.Text, output.Or(l.EndToEndId)), strings.Join(numbers, " "))
	}
	return t
}

func newImport(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Take a statement or an answer of a bank, and match it with invoices", Args: cobra.ExactArgs(1),
		Long: `Take the lines of a file that are new: camt.053.001.02 and .08, pain.002.001.03 and .10, CODA,
or a table (CSV). Each line is taken once. What is sure settles invoices, the rest is open.
What the columns of a table mean is told once by --mapping, a JSON file:
  {"billingEntityId": "…", "day": "Date", "amount": "Montant", "texts": ["Libellé"],
   "counterparty": "Tiers", "decimal": "COMMA", "dates": "DAY_MONTH_YEAR"}`,
		Example: `  pmoctl payment import releve-2026-11.xml --operation ACC00000001 --dry-run
  pmoctl payment import compte.csv --mapping compte.json`,
	}
	operation := factory.OperationFlag(cmd)
	dry := cmd.Flags().Bool("dry-run", false, "tell what would be done and keep nothing")
	mapping := cmd.Flags().String("mapping", "", "JSON file that says what the columns of a table mean")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		values := []pmo.Part{}
		if *dry {
			values = append(values, pmo.Part{Name: "dryRun", Value: "true"})
		}
		if *mapping != "" {
			content, err := os.ReadFile(*mapping)
			if err != nil {
				return exit.AsUsage(err)
			}
			if !json.Valid(content) {
				return exit.Usagef("--mapping: %s is no JSON", *mapping)
			}
			values = append(values, pmo.Part{Name: "mapping", Value: string(content), Type: "application/json"})
		}
		if _, err := os.Stat(args[0]); err != nil {
			return exit.AsUsage(err)
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		contentType, body := pmo.Files("file", args, values...)
		defer func() { _ = body.Close() }()
		reply, err := c.ImportBankFileWithBodyWithResponse(cmd.Context(), id, nil, contentType, body)
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		what := "done"
		if r.DryRun {
			what = "nothing is kept"
		}
		f.Note("%d read, %d new, %d known: %d settled, %d open, %d set aside; %d open before matched; paid %s EUR, back %s EUR, too much %s EUR (%s)", r.Read, r.New, r.Known, r.Settled,
			r.Open, r.SetAside, r.MatchedBefore, output.Euro(r.PaidCents), output.Euro(r.ReturnedCents), output.Euro(r.OverpaidCents), what)
		if r.Unbooked+r.Accepted+r.Elsewhere > 0 {
			f.Note("%d move no money yet, %d orders on their way, %d of other operations", r.Unbooked, r.Accepted, r.Elsewhere)
		}
		if r.LinesLeftOut > 0 {
			f.Note("%d lines are not shown", r.LinesLeftOut)
		}
		return f.Print(reply.Body, lines(r.Lines...))
	}
	return cmd
}

func newFiles(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "files", Short: "List the files of banks that were taken, last first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListBankFilesWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "taken", "by", "file", "format", "accounts", "from", "to", ">lines", ">open")
		for _, one := range *list {
			t.Add(one.Id, one.CreatedAt.Format(time.RFC3339), output.Or(one.CreatedByName), one.Name, string(one.Format), strings.Join(one.Ibans, " "), output.Or(one.FirstDate),
				output.Or(one.LastDate), strconv.Itoa(one.LineCount), strconv.Itoa(one.OpenCount))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newLines(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "lines", Short: "List what banks told, newest first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	open := cmd.Flags().Bool("open", false, "only those that are open")
	state := cmd.Flags().String("state", "", "only OPEN, SETTLED or SET_ASIDE ones")
	file := cmd.Flags().String("file", "", "only of this file: its id")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *open && *state != "" {
			return exit.Usagef("say --open or --state, not both")
		}
		var params pmo.ListBankLinesParams
		if *open {
			*state = string(pmo.BankLineStateOPEN)
		}
		if *state != "" {
			one := pmo.BankLineState(*state)
			params.State = &one
		}
		if *file != "" {
			params.FileId = file
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		list, raw, err := pmo.Collect(c.BankLines(cmd.Context(), id, params))
		if err != nil {
			return err
		}
		return f.Print(raw, lines(list...))
	}
	return cmd
}

func newLine(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "line LINE", Short: "Show the invoices that an open line may be for, what speaks for most first", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.GetBankLineWithResponse(cmd.Context(), id, args[0])
		l, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if l.Proposals == nil {
			return f.Print(reply.Body, lines(*l))
		}
		t := output.NewTable("invoice", "number", "client", "kind", ">euro", ">open", ">score", "evidence")
		for _, p := range *l.Proposals {
			t.Add(p.InvoiceId, p.Number, p.BillableEntityName, string(p.Kind), output.Euro(p.AmountCents), output.Euro(p.OpenCents), strconv.Itoa(p.Score), output.Words(p.Evidence))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newMatch(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "match", Short: "Match open lines again, as after invoices were published", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.MatchBankLinesWithResponse(cmd.Context(), id, nil)
		r, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One("matched", ">paid", ">returned", ">too_much").Add(strconv.Itoa(r.Matched), output.Euro(r.PaidCents), output.Euro(r.ReturnedCents), output.Euro(r.OverpaidCents)))
	}
	return cmd
}

// share reads ID or NUMBER, with =EUROS where only a part is meant.
func share(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, text string) (pmo.BankLineShare, error) {
	name, euros, some := strings.Cut(text, "=")
	var out pmo.BankLineShare
	if some {
		micro, err := output.ParsePrice(euros)
		if err != nil || micro%10_000 != 0 {
			return out, exit.Usagef("%s: %q is no amount in euros", name, euros)
		}
		cents := micro / 10_000
		out.AmountCents = &cents
	}
	if factory.IsID(name) {
		out.InvoiceId = name
		return out, nil
	}
	for i, err := range pmo.Rows(c.OperationInvoices(ctx, operationID, pmo.ListOperationInvoicesParams{Q: &name})) {
		if err != nil {
			return out, err
		}
		if output.Or(i.Number) == name {
			out.InvoiceId = i.Id
			return out, nil
		}
	}
	return out, fmt.Errorf("no invoice %q", name)
}

func newSettle(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use: "settle-line LINE INVOICE[=EUROS]...", Short: "Settle invoices by an open line, by id or number", Args: cobra.MinimumNArgs(2),
		Long:    "Settle invoices by an open line, all of them or none. Without an amount: what is open of the\ninvoice and left of the line. What is left of the line stays open.",
		Example: "  pmoctl payment settle-line 0199b0aa-… COM-2026-00012 COM-2026-00013=40.00 --yes",
	}
	operation := factory.OperationFlag(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		var body pmo.BankLineSettlement
		for _, text := range args[1:] {
			one, err := share(cmd.Context(), c, id, text)
			if err != nil {
				return err
			}
			body.Invoices = append(body.Invoices, one)
		}
		if err := f.Confirm(cmd.Context(), *yes, fmt.Sprintf("Settle %s by this line", factory.Count(len(body.Invoices), "invoice"))); err != nil {
			return err
		}
		reply, err := c.SettleBankLineWithResponse(cmd.Context(), id, args[0], nil, body)
		l, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lines(*l))
	}
	return cmd
}

func newAside(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "set-aside LINE...", Short: "Say of open lines why they concern no invoice", Args: cobra.MinimumNArgs(1)}
	operation := factory.OperationFlag(cmd)
	reason := cmd.Flags().String("reason", "", "FEE, OWN_TRANSFER, OTHER_BUSINESS, ALREADY_KNOWN or OTHER_OPERATION")
	note := cmd.Flags().String("note", "", "why (200 characters at most)")
	_ = cmd.MarkFlagRequired("reason")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		body := pmo.BankLinesAside{Ids: args, Reason: pmo.BankAsideReason(*reason)}
		if *note != "" {
			body.Note = note
		}
		reply, err := c.SetBankLinesAsideWithResponse(cmd.Context(), id, nil, body)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lines(*list...))
	}
	return cmd
}

func newReopen(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "reopen LINE", Short: "Open a line again; what it settled is withdrawn", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		if err := f.Confirm(cmd.Context(), *yes, "Open this line again"); err != nil {
			return err
		}
		reply, err := c.ReopenBankLineWithResponse(cmd.Context(), id, args[0], nil)
		l, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, lines(*l))
	}
	return cmd
}

func newMappings(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "mappings", Short: "List what the columns of tables mean, as it was told", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListBankFileMappingsWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "issuer", "columns", "decimal", "dates")
		for _, m := range *list {
			t.Add(m.Id, m.BillingEntityName, strings.Join(m.Columns, ", "), string(m.Mapping.Decimal), string(m.Mapping.Dates))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newForget(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "forget-mapping MAPPING", Short: "Forget what the columns of a table mean", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		return pmo.Done(c.DeleteBankFileMappingWithResponse(cmd.Context(), id, args[0]))
	}
	return cmd
}
