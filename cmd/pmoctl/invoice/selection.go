package invoice

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// selection says which invoices are meant: by name, those of a run, or all of them.
type selection struct {
	names []string
	run   string
	all   bool
}

func (s *selection) flags(cmd *cobra.Command, all string) {
	cmd.Flags().StringVar(&s.run, "run", "", "those that this run made: its id, or last")
	cmd.Flags().BoolVar(&s.all, "all", false, all)
}

// check refuses no selection at all, and two at once.
func (s *selection) check(args []string) error {
	s.names = args
	switch {
	case len(args) > 0 && (s.all || s.run != ""):
		return exit.Usagef("name invoices, or say --run or --all, not both")
	case len(args) == 0 && !s.all && s.run == "":
		return exit.Usagef("say which invoices: ids or numbers, --run or --all")
	}
	return nil
}

// find gives the invoices: the named ones whatever their status, else those of
// the run or of the operation that have one of the statuses.
func (s *selection) find(ctx context.Context, f *factory.Factory, operationID pmo.Id, statuses ...pmo.InvoiceStatus) ([]pmo.Invoice, error) {
	c, err := f.Client()
	if err != nil {
		return nil, err
	}
	if len(s.names) > 0 {
		return named(ctx, c, operationID, s.names)
	}
	params := pmo.ListOperationInvoicesParams{Status: &statuses}
	if s.run != "" {
		run, err := f.Run(ctx, operationID, s.run)
		if err != nil {
			return nil, err
		}
		params.RunId = &run
	}
	list, _, err := pmo.Collect(c.OperationInvoices(ctx, operationID, params))
	return list, err
}

// named reads the invoices by id or number.
func named(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, names []string) ([]pmo.Invoice, error) {
	list := make([]pmo.Invoice, 0, len(names))
	for _, name := range names {
		if factory.IsID(name) {
			i, err := pmo.OK(c.GetOperationInvoiceWithResponse(ctx, operationID, strings.ToLower(name)))
			if err != nil {
				return nil, err
			}
			list = append(list, *i)
			continue
		}
		i, err := numbered(ctx, c, operationID, name)
		if err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, nil
}

func numbered(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, number string) (pmo.Invoice, error) {
	for i, err := range pmo.Rows(c.OperationInvoices(ctx, operationID, pmo.ListOperationInvoicesParams{Q: &number})) {
		if err != nil {
			return pmo.Invoice{}, err
		}
		if i.Number != nil && *i.Number == number {
			return i, nil
		}
	}
	return pmo.Invoice{}, fmt.Errorf("no invoice %q", number)
}

func ids(list []pmo.Invoice) []pmo.Id {
	ids := make([]pmo.Id, len(list))
	for i, v := range list {
		ids[i] = v.Id
	}
	return ids
}

// total is the sum of what the invoices ask for, in cents.
func total(list []pmo.Invoice) (cents int64) {
	for _, i := range list {
		cents += i.AmountCents
	}
	return cents
}

// outcome prints what became of each invoice; 8 when one was refused.
func outcome(f *factory.Factory, raw []byte, list []pmo.Invoice, results []pmo.BulkResult, done string) error {
	clients := map[pmo.Id]string{}
	for _, i := range list {
		clients[i.Id] = i.BillableEntity.Name
	}
	return outcomeOf(f, raw, "client", clients, results, done)
}

// outcomeOf is outcome of what is named otherwise.
func outcomeOf(f *factory.Factory, raw []byte, column string, names map[pmo.Id]string, results []pmo.BulkResult, done string) error {
	failed := 0
	t := output.NewTable("id", column, "status", "problem")
	for _, r := range results {
		problem := ""
		if r.Status == pmo.BulkResultStatusFAILURE {
			failed++
			if r.Problem != nil {
				problem = (&pmo.ProblemError{StatusCode: r.Problem.Status, Problem: *r.Problem}).Error()
			}
		}
		t.Add(r.Id, names[r.Id], string(r.Status), problem)
	}
	f.Note("%d %s, %d refused", len(results)-failed, done, failed)
	if err := f.Print(raw, t); err != nil {
		return err
	}
	if failed > 0 {
		return exit.Partialf("%d of %d were refused", failed, len(results))
	}
	return nil
}
