// Package submission keeps sets of coefficients, and what becomes of each: sent, answered, applied.
package submission

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with. Events and Invoices may be nil.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Coefficients coefficientset.CoefficientSets
	Events       event.Publisher
	Invoices     key.Invoices
	Operations   allocation.Operations
	Calendar     *calendar.Service
}

// Service stores sets and records their states.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Store stores sets, each with its first event, all or none.
func (s *Service) Store(ctx context.Context, p policy.Principal, o operation.Operation, sets ...coefficientset.CoefficientSet) ([]coefficientset.CoefficientSet, error) {
	var months []string
	for i := range sets {
		sets[i].History = []coefficientset.CoefficientEvent{{Status: coefficientset.CoefficientsPrepared, Day: o.Zone().DateOf(s.Now()), At: s.Now().UTC(), AuthorID: p.UserID}}
		months = append(months, sets[i].Month.String())
	}
	change := p.Change(coefficientset.CreatePermission, o.ID, "coefficients", sets[0].ID)
	change.Details = map[string]any{"months": months, "mode": string(sets[0].Mode), "imported": sets[0].Imported}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, o.ID); err != nil {
			return err
		}
		for _, set := range sets {
			if err := s.Coefficients.Add(ctx, set); err != nil {
				return err
			}
			var made event.Event = allocation.CoefficientsMade{OperationID: o.ID, From: set.Month.First()}
			if set.Imported {
				made = allocation.KeyChanged{OperationID: o.ID, From: set.Month.First()}
			}
			if err := event.Publish(ctx, s.Events, made); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range sets {
		if sets[i], err = s.Calendar.Describe(ctx, sets[i]); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// RecordStep adds a state to a set. Errors: forbidden, notFound, coefficients.state,
// coefficients.outdated, coefficients.invoiced, date.future, field.tooLong.
func (s *Service) RecordStep(ctx context.Context, p policy.Principal, in StepInput) (coefficientset.CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, coefficientset.UpdatePermission, in.OperationID); err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	var stored coefficientset.CoefficientSet
	change := p.Change(coefficientset.UpdatePermission, in.OperationID, "coefficients", in.SetID)
	change.Details = map[string]any{"status": string(in.Status)}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		set, err := s.Coefficients.ByID(ctx, in.OperationID, in.SetID, true)
		if err != nil {
			return err
		}
		if err := set.Next(in.Status); err != nil {
			return err
		}
		if set.Outdated, err = s.Calendar.Outdated(ctx, set); err != nil {
			return err
		}
		if in.Status == coefficientset.CoefficientsSent && len(set.Outdated) > 0 {
			if !in.AcceptOutdated {
				return allocation.ErrCoefficientsOutdated.With("inputs", words(set.Outdated))
			}
			change.Details["outdated"] = words(set.Outdated)
		}
		today := o.Zone().DateOf(s.Now())
		e := coefficientset.CoefficientEvent{Status: in.Status, Day: today, At: s.Now().UTC(), AuthorID: p.UserID, Note: strings.TrimSpace(in.Note)}
		if in.Day != nil {
			e.Day = *in.Day
		}
		if e.Day > today {
			return allocation.ErrFuture
		}
		set.History = append(set.History, e)
		if stored = set; !stored.Open() {
			stored.Outdated = nil
		}
		return s.applyAgain(ctx, o, set.Month, func() error { return s.Coefficients.AddEvent(ctx, in.OperationID, in.SetID, e) })
	})
	if err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	return s.Calendar.Describe(ctx, stored)
}

// KeepInvoiced refuses coefficients that would change what is invoiced: those by which a
// month was shared, or is said to be shared while the operator has none.
func (s *Service) KeepInvoiced(ctx context.Context, o operation.Operation, line allocation.Timeline, sets []coefficient.Set) error {
	m := civil.MonthOf(sets[0].Days.From)
	byThem := slices.ContainsFunc(line.Spans(m.Range()), func(span allocation.Span) bool { return span.Key.Type == allocation.SimpleDynamic })
	if s.Invoices == nil || !byThem {
		return nil
	}
	if !o.DSO.Capabilities().AllocatesHere && sets[0].Producer == "" {
		before, err := s.Coefficients.Current(ctx, o.ID, []civil.Month{m}, false)
		if last := coefficientset.OfMonth(before).Last(); err != nil || last == nil || last.Mode == coefficientset.SimpleCoefficients {
			return err // whom energy came from does not hang on them
		}
	}
	invoiced, err := s.Invoices.Invoiced(ctx, o.ID, m)
	if err == nil && invoiced {
		return allocation.ErrCoefficientsInvoiced.With("month", m.String())
	}
	return err
}

// applyAgain makes a change of the coefficients of a month and, where the operator then
// has others of each producer than before, has it found again who had what from whom. In a
// month that is invoiced that is refused. Error: coefficients.invoiced.
func (s *Service) applyAgain(ctx context.Context, o operation.Operation, m civil.Month, change func() error) error {
	has := func() (setID id.ID, full bool, err error) {
		sets, err := s.Coefficients.Current(ctx, o.ID, []civil.Month{m}, false)
		if sent := coefficientset.OfMonth(sets).Sent(); sent != nil {
			return sent.ID, sent.Mode == coefficientset.FullCoefficients, err
		}
		return "", false, err
	}
	before, fullBefore, err := has()
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	now, full, err := has()
	if err != nil || now == before || !full && !fullBefore || o.DSO.Capabilities().AllocatesHere {
		return err
	}
	if s.Invoices != nil {
		invoiced, err := s.Invoices.Invoiced(ctx, o.ID, m)
		if err != nil {
			return err
		}
		if invoiced {
			return allocation.ErrCoefficientsInvoiced.With("month", m.String())
		}
	}
	return event.Publish(ctx, s.Events, allocation.CoefficientsApplied{OperationID: o.ID, From: m.First()})
}

// StepInput is what became of a set. No day is today.
type StepInput struct {
	OperationID, SetID id.ID
	Status             coefficientset.CoefficientStatus
	Day                *civil.Date
	Note               string
	// AcceptOutdated records that a set was sent although its inputs have changed since it
	// was made.
	AcceptOutdated bool
}

// words are inputs as the contract spells them.
func words(inputs []coefficientset.Input) []string {
	out := make([]string, len(inputs))
	for i, input := range inputs {
		out[i] = string(input)
	}
	return out
}
