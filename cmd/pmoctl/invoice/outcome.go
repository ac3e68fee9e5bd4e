package invoice

import (
	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

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
