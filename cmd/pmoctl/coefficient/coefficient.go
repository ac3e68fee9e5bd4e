// Package coefficient holds the commands of the coefficients that the grid operator is
// sent once a month.
package coefficient

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "coefficient",
		Aliases: []string{"coefficients"},
		Short:   "Coefficients for the grid operator: made, sent, applied",
		Long: `Coefficients for the grid operator, once a month for keys that it does not compute
itself. A set is named by its month (2026-10: the one that was made last, or for the
answers of the operator the one that it has) or by its id.`,
	}
	cmd.AddCommand(newList(f), newDue(f), newMake(f), newShow(f), newDownload(f), newCheck(f), newImport(f))
	for _, s := range steps {
		cmd.AddCommand(newStep(f, s))
	}
	return cmd
}

// monthOf reads a month as 2026-10.
func monthOf(text string) (first time.Time, ok bool) {
	first, err := time.Parse("2006-01", text)
	return first, err == nil
}

// find is the set that a month or an id names: of a month the one that was made last.
func find(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, name string) (*pmo.CoefficientSet, []byte, error) {
	return findIn(ctx, c, operationID, name, func(m pmo.CoefficientMonth) *pmo.CoefficientSet { return m.Current })
}

// findIn lets pick choose among the sets of a month.
func findIn(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, name string,
	pick func(pmo.CoefficientMonth) *pmo.CoefficientSet) (*pmo.CoefficientSet, []byte, error) {
	if first, ok := monthOf(name); ok {
		reply, err := c.ListCoefficientMonthsWithResponse(ctx, operationID, &pmo.ListCoefficientMonthsParams{
			DateFrom: types.Date{Time: first}, DateTo: types.Date{Time: first.AddDate(0, 1, -1)}})
		months, err := pmo.OK(reply, err)
		if err != nil {
			return nil, nil, err
		}
		if len(*months) == 0 || pick((*months)[0]) == nil {
			return nil, nil, fmt.Errorf("%s has no coefficients yet; see pmoctl coefficient make", name)
		}
		name = pick((*months)[0]).Id
	}
	if !factory.IsID(name) {
		return nil, nil, exit.Usagef("%q is neither a month (2026-10) nor the id of a set", name)
	}
	reply, err := c.GetCoefficientSetWithResponse(ctx, operationID, name)
	set, err := pmo.OK(reply, err)
	if err != nil {
		return nil, nil, err
	}
	return set, reply.Body, nil
}

var columns = []string{"id", "month", "status", "outdated", "mode", ">sites", ">steps", ">loss_kwh", "created", "by", "files"}

// table is one set.
func table(s *pmo.CoefficientSet) *output.Table {
	names := make([]string, len(s.Files))
	for i, file := range s.Files {
		names[i] = file.Name
	}
	return output.One(columns...).Add(s.Id, s.Month, string(s.Status), outdated(s), string(s.Mode), fmt.Sprint(s.Sites), fmt.Sprint(s.Steps),
		output.KWhOr(s.LossMilliWh), s.CreatedAt.Format(time.RFC3339), output.Or(s.CreatedBy), strings.Join(names, " "))
}

// outdated is what changed since a set was made; "" = nothing.
func outdated(s *pmo.CoefficientSet) string {
	if s.Outdated == nil {
		return ""
	}
	inputs := make([]string, len(*s.Outdated))
	for i, input := range *s.Outdated {
		inputs[i] = string(input)
	}
	return strings.Join(inputs, ",")
}
