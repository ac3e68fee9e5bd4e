// Package sepa orders collections by direct debit.
package sepa

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/download"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "sepa", Short: "Collections by direct debit and their files"}
	cmd.AddCommand(newList(f), newDue(f), newExport(f), newDownload(f), newHandOver(f), newHandOvers(f), newCancel(f))
	return cmd
}

func columns() []string {
	return []string{"id", "created", "by", "issuer", "month", ">invoices", ">euro", "collected", ">paid", ">returned", "status", "file"}
}

func table(t *output.Table, list ...pmo.Collection) *output.Table {
	for _, c := range list {
		t.Add(c.Id, c.CreatedAt.Format(time.RFC3339), output.Or(c.CreatedByName), c.BillingEntityName, c.Month, strconv.Itoa(c.InvoiceCount), output.Euro(c.AmountCents),
			c.FirstCollectionDate.String(), strconv.Itoa(c.PaidCount), strconv.Itoa(c.ReturnedCount), string(c.Status), c.FileName)
	}
	return t
}

func newList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List who exported what and when, last first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListCollectionsWithResponse(cmd.Context(), operationID, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(output.NewTable(columns()...), *list...))
	}
	return cmd
}

func newDue(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "due", Short: "List the invoices that wait for their collection, and what keeps some from it", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListCollectableInvoicesWithResponse(cmd.Context(), operationID, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("id", "number", "issuer", "client", ">euro", "due", "collected", "rum", "problem")
		for _, i := range *list {
			t.Add(i.Id, i.Number, i.BillingEntityName, i.BillableEntityName, output.Euro(i.AmountCents), output.Or(i.DueDate), output.Or(i.CollectionDate), output.Or(i.MandateId), problem(i))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func problem(i pmo.CollectableInvoice) string {
	if i.Problem == nil {
		return ""
	}
	return output.Item(*i.Problem)
}

type exportOptions struct {
	operation, month, dir string
	force                 bool
}

func newExport(f *factory.Factory) *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Order the collection of what is due, a file for each issuer",
		Long: `Order the collection of the invoices that wait for it, a file for each issuer, under
the name the server gives. Those that cannot be collected are named, and the exit
code is 8; the others are collected. Each invoice is in one file: sepa list and
sepa download give a file again.`,
		Example: `  pmoctl sepa export --operation ACC00000001
  pmoctl sepa export --operation ACC00000001 --month 2026-10 --dir banque`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.month, "month", "", "only invoices whose period ends in this month (YYYY-MM)")
	cmd.Flags().StringVar(&o.dir, "dir", ".", "folder to save to; it is made when it is not there")
	cmd.Flags().BoolVar(&o.force, "force", false, "write over a file that is there")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		if _, err := time.Parse("2006-01", cmp.Or(o.month, "2026-01")); err != nil {
			return exit.Usagef("--month is YYYY-MM, not %q", o.month)
		}
		return export(cmd.Context(), f, o)
	}
	return cmd
}

// exported is a file that was ordered.
type exported struct {
	BillingEntityID pmo.Id `json:"billingEntityId"`
	Invoices        int    `json:"invoices"`
	download.File
}

func export(ctx context.Context, f *factory.Factory, o exportOptions) error {
	c, operationID, err := f.At(ctx, o.operation)
	if err != nil {
		return err
	}
	reply, err := c.ListCollectableInvoicesWithResponse(ctx, operationID, nil)
	list, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	chosen, left := map[pmo.Id][]pmo.Id{}, 0
	for _, i := range *list {
		switch {
		case o.month != "" && i.PeriodEnd.Format("2006-01") != o.month:
		case i.Problem != nil:
			left++
			f.Note("%s: %s", i.Number, problem(i))
		default:
			chosen[i.BillingEntityId] = append(chosen[i.BillingEntityId], i.Id)
		}
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	files := []exported{}
	for _, issuer := range slices.Sorted(maps.Keys(chosen)) {
		response, err := c.ExportBillingEntitySepaSelection(ctx, issuer, pmo.SepaSelection{InvoicesIds: chosen[issuer]})
		if err != nil {
			return err
		}
		file, err := download.Save(response, o.dir, "sepa.xml", o.force)
		if err == nil && file.Skipped {
			err = fmt.Errorf("%s is there already; the collection is ordered: save its file with sepa download, or say --force", file.Path)
		}
		if err != nil { // the other issuers' may not be refused
			left += len(chosen[issuer])
			f.Fail(err)
			continue
		}
		files = append(files, exported{issuer, len(chosen[issuer]), file})
	}
	t := output.NewTable("issuer", ">invoices", "file", ">bytes")
	for _, e := range files {
		t.Add(e.BillingEntityID, strconv.Itoa(e.Invoices), e.Path, strconv.FormatInt(e.Bytes, 10))
	}
	raw, err := json.Marshal(files)
	if err != nil {
		return err
	}
	if err := f.Print(raw, t); err != nil {
		return err
	}
	if left > 0 {
		return exit.Partialf("%d invoices were left out", left)
	}
	return nil
}

func newDownload(f *factory.Factory) *cobra.Command {
	var dir string
	var force bool
	cmd := &cobra.Command{Use: "download ID", Short: "Save the file of a collection again", Args: cobra.ExactArgs(1)}
	cmd.Flags().StringVar(&dir, "dir", ".", "folder to save to")
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		response, err := c.DownloadCollection(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		file, err := download.Save(response, dir, "sepa.xml", force)
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

func newCancel(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cancel ID",
		Short: "Take back a collection that the bank was not given",
		Long:  "Take back a collection that the bank was not given: its invoices can be collected again.",
		Args:  cobra.ExactArgs(1),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := f.Client()
		if err != nil {
			return err
		}
		reply, err := c.CancelCollectionWithResponse(cmd.Context(), args[0], nil)
		done, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(output.One(columns()...), *done))
	}
	return cmd
}
