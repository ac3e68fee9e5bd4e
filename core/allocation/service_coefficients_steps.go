package allocation

import (
	"context"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// StepInput is what became of a set. No day is today.
type StepInput struct {
	OperationID, SetID id.ID
	Status             CoefficientStatus
	Day                *civil.Date
	Note               string
	// AcceptOutdated records that a set was sent although its inputs have changed since it
	// was made.
	AcceptOutdated bool
}

// RecordStep adds a state to a set. Errors: forbidden, notFound, coefficients.state,
// coefficients.outdated, coefficients.invoiced, date.future, field.tooLong.
func (s *Service) RecordStep(ctx context.Context, p policy.Principal, in StepInput) (CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, updateCoefficients, in.OperationID); err != nil {
		return CoefficientSet{}, err
	}
	var stored CoefficientSet
	change := p.Change(updateCoefficients, in.OperationID, "coefficients", in.SetID)
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
		if err := set.next(in.Status); err != nil {
			return err
		}
		if set.Outdated, err = s.outdated(ctx, set); err != nil {
			return err
		}
		if in.Status == CoefficientsSent && len(set.Outdated) > 0 {
			if !in.AcceptOutdated {
				return ErrCoefficientsOutdated.With("inputs", words(set.Outdated))
			}
			change.Details["outdated"] = words(set.Outdated)
		}
		today := o.Zone().DateOf(s.Now())
		e := CoefficientEvent{Status: in.Status, Day: today, At: s.Now().UTC(), AuthorID: p.UserID, Note: strings.TrimSpace(in.Note)}
		if in.Day != nil {
			e.Day = *in.Day
		}
		if e.Day > today {
			return ErrFuture
		}
		set.History = append(set.History, e)
		if stored = set; !stored.open() {
			stored.Outdated = nil
		}
		return s.applyAgain(ctx, o, set.Month, func() error { return s.Coefficients.AddEvent(ctx, in.OperationID, in.SetID, e) })
	})
	if err != nil {
		return CoefficientSet{}, err
	}
	return s.tell(ctx, stored)
}

// applyAgain makes a change of the coefficients of a month and, where the operator then
// has others of each producer than before, has it found again who had what from whom. In a
// month that is invoiced that is refused. Error: coefficients.invoiced.
func (s *Service) applyAgain(ctx context.Context, o operation.Operation, m civil.Month, change func() error) error {
	has := func() (setID id.ID, full bool, err error) {
		sets, err := s.Coefficients.Current(ctx, o.ID, []civil.Month{m}, false)
		if sent := coefficientsOf(sets).sent(); sent != nil {
			return sent.ID, sent.Mode == FullCoefficients, err
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
	if err != nil || now == before || !full && !fullBefore || s.Curves == nil || o.DSO.Capabilities().AllocatesHere {
		return err
	}
	if s.Invoices != nil {
		invoiced, err := s.Invoices.Invoiced(ctx, o.ID, m)
		if err != nil {
			return err
		}
		if invoiced {
			return ErrCoefficientsInvoiced.With("month", m.String())
		}
	}
	return s.Curves.KeyChanged(ctx, o.ID, m.First())
}

// words are inputs as the contract spells them.
func words(inputs []Input) []string {
	out := make([]string, len(inputs))
	for i, input := range inputs {
		out[i] = string(input)
	}
	return out
}

// outdated is what changed since a set was made, while that matters.
func (s *Service) outdated(ctx context.Context, set CoefficientSet) ([]Input, error) {
	if !set.open() {
		return nil, nil
	}
	_, line, err := s.timeline(ctx, set.OperationID)
	if err != nil {
		return nil, err
	}
	one := []CoefficientSet{set}
	err = s.markOutdated(ctx, set.OperationID, line, one)
	return one[0].Outdated, err
}

// markOutdated tells of each set what changed since it was made. The curves of a month
// are read only where one of its sets is open.
func (s *Service) markOutdated(ctx context.Context, operationID id.ID, line Timeline, sets []CoefficientSet) error {
	all, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return err
	}
	curves := map[civil.Month][]byte{}
	for i := range sets {
		set := &sets[i]
		if !set.open() {
			continue
		}
		now := Inputs{Key: keyInput(line.Spans(set.Month.Range())), Sites: siteInput(all, set.Month)}
		if set.Inputs.Curves != nil {
			if curves[set.Month] == nil {
				energies, err := s.Energies.MonthEnergies(ctx, operationID, set.Month)
				if err != nil {
					return err
				}
				curves[set.Month] = energies.curveInput()
			}
			now.Curves = curves[set.Month]
		}
		set.Outdated = set.Inputs.changed(now)
	}
	return nil
}

// siteInput names who takes part in a month.
func (s *Service) siteInput(ctx context.Context, operationID id.ID, m civil.Month) ([]byte, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	return siteInput(all, m), err
}
