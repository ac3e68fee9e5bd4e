// Package statement holds the commands of what producers are owed, and of its payment.
package statement

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "statement", Short: "What producers are owed for the energy that they shared, and its payment", Aliases: []string{"statements"}}
	cmd.AddCommand(newList(f), newSummary(f), newGet(f), newDraft(f), newPublish(f), newSend(f), newDownload(f), newDelete(f), newCancel(f),
		newOwed(f), newExport(f), newPayouts(f), newFile(f), newCancelPayout(f), newPay(f), newPayments(f), newUnpay(f), newVersion(f))
	return cmd
}

func columns() []string {
	return []string{"id", "number", "kind", "status", "producer", "from", "to", ">kwh", ">net", ">vat", ">total", "due", "payment", "mail"}
}

func table(t *output.Table, list ...pmo.ProducerStatement) *output.Table {
	for _, s := range list {
		mail := ""
		if s.Mail != nil {
			mail = string(s.Mail.State)
		}
		t.Add(s.Id, output.Or(s.Number), string(s.Kind), string(s.Status), s.ProducerName, s.PeriodStart.String(), s.PeriodEnd.String(), output.ExactKWh(s.EnergyMilliWh), output.Euro(s.NetCents),
			output.Euro(s.VatCents), output.Euro(s.AmountCents), output.Or(s.DueDate), string(s.PaymentStatus), mail)
	}
	return t
}

type listOptions struct {
	month, status string
}

func newList(f *factory.Factory) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{Use: "list", Short: "List statements, the latest days first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.month, "month", "", "of the last day (YYYY-MM)")
	cmd.Flags().StringVar(&o.status, "status", "", "DRAFT, PUBLISHED or CANCELLED")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		params := &pmo.ListStatementsParams{}
		if o.month != "" {
			params.Month = &o.month
		}
		if o.status != "" {
			params.Status = &[]pmo.StatementStatus{pmo.StatementStatus(o.status)}
		}
		reply, err := c.ListStatementsWithResponse(cmd.Context(), id, params)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(output.NewTable(columns()...), *list...))
	}
	return cmd
}

func newSummary(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "summary SITE", Short: "What the operation owes for the energy that a site shared", Example: "  pmoctl statement summary 541448900000000017 --operation BE00000001", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		_, siteID, err := f.Target(cmd.Context(), *operation, args[0])
		if err != nil {
			return err
		}
		reply, err := c.GetStatementSummaryWithResponse(cmd.Context(), siteID)
		s, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if open := s.ToReceive; open.Count > 0 {
			due := ""
			if open.DueDate != nil {
				due = ", due " + open.DueDate.String()
			}
			f.Note("to receive: %s €%s", output.Euro(open.AmountCents), due)
		}
		return f.Print(reply.Body, table(output.NewTable(columns()...), s.Statements...))
	}
	return cmd
}

// find finds statements by id or number; without names those of a status.
func find(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, names []string, status pmo.StatementStatus) ([]pmo.ProducerStatement, error) {
	params := &pmo.ListStatementsParams{}
	if len(names) == 0 {
		params.Status = &[]pmo.StatementStatus{status}
	}
	reply, err := c.ListStatementsWithResponse(ctx, operationID, params)
	list, err := pmo.OK(reply, err)
	if err != nil || len(names) == 0 {
		if err != nil {
			return nil, err
		}
		return *list, nil
	}
	var out []pmo.ProducerStatement
	for _, name := range names {
		at := slices.IndexFunc(*list, func(s pmo.ProducerStatement) bool { return s.Id == name || s.Number != nil && *s.Number == name })
		if at < 0 {
			return nil, exit.Usagef("there is no statement %q", name)
		}
		out = append(out, (*list)[at])
	}
	return out, nil
}

func ids(list []pmo.ProducerStatement) []pmo.Id {
	out := make([]pmo.Id, len(list))
	for n, s := range list {
		out[n] = s.Id
	}
	return out
}

func total(list []pmo.ProducerStatement) (sum int64) {
	for _, s := range list {
		sum += s.AmountCents
	}
	return sum
}

func newGet(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "get ID|NUMBER", Short: "Show a statement with its lines", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		found, err := find(cmd.Context(), c, id, args, "")
		if err != nil {
			return err
		}
		reply, err := c.GetStatementWithResponse(cmd.Context(), id, found[0].Id)
		s, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("number", "producer", "line", ">quantity", "unit", ">price", ">vat", ">net")
		if s.Lines != nil {
			for _, l := range *s.Lines {
				vat := ""
				if l.VatPercentage != nil {
					vat = output.Number(*l.VatPercentage, 2)
				}
				t.Add(output.Or(s.Number), s.ProducerName, l.Label, output.Number(l.Quantity, 4), string(l.Unit), output.Price(l.PriceMicroEuro), vat, output.Euro(l.NetCents))
			}
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newDownload(f *factory.Factory) *cobra.Command {
	var dir, language string
	var force, electronic bool
	cmd := &cobra.Command{
		Use:   "download ID|NUMBER",
		Short: "Save a statement as PDF, or its e-invoice",
		Long:  "Save a statement as PDF. One that is an invoice of the producer has an e-invoice too: --electronic.",
		Args:  cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&dir, "dir", ".", "folder to save to")
	cmd.Flags().StringVar(&language, "language", "", "a copy in fr or nl")
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	cmd.Flags().BoolVar(&electronic, "electronic", false, "the e-invoice (XML)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		found, err := find(cmd.Context(), c, id, args, "")
		if err != nil {
			return err
		}
		params := &pmo.DownloadStatementParams{}
		if language != "" {
			l := pmo.DownloadStatementParamsLanguage(language)
			params.Language = &l
		}
		response, err := c.DownloadStatement(cmd.Context(), id, found[0].Id, params)
		if electronic {
			response, err = c.DownloadStatementInvoice(cmd.Context(), id, found[0].Id)
		}
		if err != nil {
			return err
		}
		file, err := download.Save(response, dir, "statement.pdf", force)
		return saved(f, file, err)
	}
	return cmd
}

func saved(f *factory.Factory, file download.File, err error) error {
	if err != nil {
		return err
	}
	raw, err := json.Marshal(file)
	if err != nil {
		return err
	}
	return f.Print(raw, output.One("file", "bytes", "skipped").Add(file.Path, strconv.FormatInt(file.Bytes, 10), output.Yes(file.Skipped)))
}
