package allocation

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// dueMonths is how many months back a missed deadline is told of: those that the page of
// coefficients shows.
const dueMonths = 12

// CoefficientsDue lists the months of some operations, of the last twelve and this one,
// whose coefficients the operator has not been sent although the deadline is past or near.
// Operations come in the order asked for, each once, their months newest first; those that
// send no coefficients have none. Errors: forbidden, notFound.
func (s *Service) CoefficientsDue(ctx context.Context, p policy.Principal, operationIDs []id.ID) ([]CoefficientsDue, error) {
	for _, operationID := range operationIDs {
		if err := s.Guard.Operation(ctx, p, readCoefficients, operationID); err != nil {
			return nil, err
		}
	}
	var out []CoefficientsDue
	for i, operationID := range operationIDs {
		if slices.Contains(operationIDs[:i], operationID) {
			continue
		}
		of, err := s.coefficientsDueOf(ctx, operationID)
		if err != nil {
			return nil, err
		}
		out = append(out, of...)
	}
	return out, nil
}

func (s *Service) coefficientsDueOf(ctx context.Context, operationID id.ID) ([]CoefficientsDue, error) {
	o, line, err := s.timeline(ctx, operationID)
	if err != nil || o.Require(operation.FeatureCoefficients) != nil {
		return nil, err
	}
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	today := o.Zone().DateOf(s.Now())
	var needed []civil.Month
	for m := civil.MonthOf(today); m > civil.MonthOf(today)-dueMonths; m-- {
		if coefficientsNeeded(line, sites, m) {
			needed = append(needed, m)
		}
	}
	if len(needed) == 0 {
		return nil, nil
	}
	sets, err := s.Coefficients.Current(ctx, operationID, needed, false)
	if err != nil {
		return nil, err
	}
	var out []CoefficientsDue
	of := byMonth(sets)
	for _, m := range needed {
		month := s.coefficientMonth(line, sites, m, today, of)
		if month.due(of[m].sent() == nil) {
			out = append(out, CoefficientsDue{operationID, m, month.Deadline, month.DaysLeft, month.Late, len(of[m]) > 0})
		}
	}
	return out, nil
}
