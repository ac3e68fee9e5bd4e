// Package view begins every answer about curves: who asks, about which operation, days and
// site, what of it may be seen, and what the answer rests on.
package view

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/policy"
)

// Source is where answers about curves come from.
type Source struct {
	Curves    metering.Curves
	Perimeter metering.Perimeter
	Monthly   *monthly.Service
	Rollup    *rollup.Service
}

// Deps are what the service works with.
type Deps struct {
	Source
	Now func() time.Time
}

// Service begins the answers to questions about curves.
type Service struct {
	Source
	now func() time.Time
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{Source: d.Source, now: d.Now}
}

// Ask checks the range, reads the operation and names the state of what the answer
// rests on. known are the revisions that the caller has; unchanged is true when one
// of them still holds.
func (s *Service) Ask(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range, natures []metering.Nature, known []metering.Revision, more ...any) (q Question, unchanged bool, err error) {
	return s.AskSince(ctx, p, operationID, days, PreviousDays(days).From, natures, known, more...)
}

// AskSince is ask for an answer that compares with days since from.
func (s *Service) AskSince(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range, from civil.Date, natures []metering.Nature, known []metering.Revision, more ...any) (q Question, unchanged bool, err error) {
	if err := metering.CheckDays(days); err != nil {
		return q, false, err
	}
	months := civil.MonthsOf(civil.Range{From: from, To: days.To})
	op, read, err := s.Perimeter.State(ctx, operationID, months)
	if err != nil {
		return q, false, err
	}
	now := s.now()
	q = Question{Source: s.Source, P: p, Op: op, Days: days, Today: op.Operator.Zone().DateOf(now), Finality: metering.FinalityOf(op, now), Known: monthly.StatesOf(months, read)}
	for _, n := range metering.Natures() {
		if (len(natures) == 0 || slices.Contains(natures, n)) && (op.ACI || !n.External()) {
			q.Natures = append(q.Natures, n)
		}
	}
	q.Revision = q.RevisionOf(read, more)
	return q, metering.Knows(known, q.Revision), nil
}

// AskAll is ask for a question without a range: all months count.
func (s *Service) AskAll(ctx context.Context, p policy.Principal, operationID id.ID, known []metering.Revision, participantID id.ID) (Question, bool, error) {
	all, err := s.Curves.MonthsWithData(ctx, operationID, civil.Range{From: civil.Min, To: civil.Forever})
	if err != nil {
		return Question{}, false, err
	}
	op, read, err := s.Perimeter.State(ctx, operationID, all)
	if err != nil {
		return Question{}, false, err
	}
	q := Question{Source: s.Source, P: p, Op: op, Today: op.Operator.Zone().DateOf(s.now()), Finality: metering.FinalityOf(op, s.now())}
	for _, n := range metering.Natures() {
		if op.ACI || !n.External() {
			q.Natures = append(q.Natures, n)
		}
	}
	if len(all) > 0 {
		q.Days = civil.Range{From: all[0].First(), To: all[len(all)-1].Next().First()}
	}
	q.Revision = q.RevisionOf(read, []any{"ranges", participantID})
	return q, metering.Knows(known, q.Revision), nil
}
