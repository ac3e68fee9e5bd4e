package metering

import (
	"context"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// fakeAge is after how many days the values of a FAKE operation do not change any more.
const fakeAge = 10

// finality tells which days count as definitive whatever their files say: months an
// organizer declared, and the past of a FAKE operation (decisions 3.3). It is asked
// when curves are read, so that days become definitive without anything being written.
type finality struct {
	before   civil.Date // days before it are definitive; civil.Min for none
	declared map[civil.Month]bool
}

// finalityOf is that of an operation today. In a FAKE operation a day is definitive
// ten days later, and at the latest when its month is over.
func finalityOf(op Operation, now time.Time) finality {
	f := finality{before: civil.Min, declared: op.Declared}
	if op.Operator.Capabilities().AllocatesHere {
		today := op.Operator.Zone().DateOf(now)
		f.before = max(today.AddDays(-fakeAge), civil.MonthOf(today).First())
	}
	return f
}

func (f finality) holds(d civil.Date) bool {
	return d < f.before || len(f.declared) > 0 && f.declared[civil.MonthOf(d)]
}

// final tells whether a day with data is definitive.
func (f finality) final(d civil.Date, s DayState) bool { return s.Has(Final) || f.holds(d) }

// DefinitiveMonth is a month that an organizer declared definitive.
type DefinitiveMonth struct {
	Month      civil.Month
	Reason     string
	DeclaredAt time.Time
	DeclaredBy id.ID
	Author     string // name of DeclaredBy
}

// Version changes when the month is taken back and declared again; a declaration itself
// never changes.
func (d DefinitiveMonth) Version() int { return int(d.DeclaredAt.UnixMicro()) }

// DeclareInput says which month, and why.
type DeclareInput struct {
	OperationID id.ID
	Month       civil.Month
	Reason      string
}

// DeclareDefinitive makes all values of a past month with data count as definitive.
// Errors: forbidden, notFound, definitiveMonth.notPast, definitiveMonth.noData,
// definitiveMonth.exists.
func (s *Service) DeclareDefinitive(ctx context.Context, p policy.Principal, in DeclareInput) (DefinitiveMonth, error) {
	const perm = policy.Permission("curve:declare")
	if err := s.guard.Operation(ctx, p, perm, in.OperationID); err != nil {
		return DefinitiveMonth{}, err
	}
	op, err := s.perimeter.Operation(ctx, in.OperationID)
	if err != nil {
		return DefinitiveMonth{}, err
	}
	now := s.now()
	if in.Month >= civil.MonthOf(op.Operator.Zone().DateOf(now)) {
		return DefinitiveMonth{}, ErrMonthOpen.With("month", in.Month.String()).At("month")
	}
	with, err := s.curves.MonthsWithData(ctx, in.OperationID, in.Month.Range())
	if err != nil {
		return DefinitiveMonth{}, err
	}
	if len(with) == 0 {
		return DefinitiveMonth{}, ErrMonthEmpty.With("month", in.Month.String())
	}
	d := DefinitiveMonth{Month: in.Month, Reason: strings.TrimSpace(in.Reason), DeclaredAt: now, DeclaredBy: p.UserID}
	change := p.Change(perm, in.OperationID, "definitiveMonth", "")
	change.Details = map[string]any{"month": in.Month.String()}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.curves.Lock(ctx, in.OperationID, []civil.Month{in.Month}); err != nil {
			return err
		}
		return s.declarations.Add(ctx, in.OperationID, d)
	})
	if err != nil {
		return DefinitiveMonth{}, err
	}
	return s.declared(ctx, in.OperationID, in.Month)
}

// declared finds the declaration of a month. Error: definitiveMonth.notFound.
func (s *Service) declared(ctx context.Context, operationID id.ID, month civil.Month) (DefinitiveMonth, error) {
	all, err := s.declarations.List(ctx, operationID)
	if err != nil {
		return DefinitiveMonth{}, err
	}
	for _, one := range all {
		if one.Month == month {
			return one, nil
		}
	}
	return DefinitiveMonth{}, ErrMonthNotDeclared.With("month", month.String())
}

// RevokeInput says which declaration.
type RevokeInput struct {
	OperationID id.ID
	Month       civil.Month
	IfVersion   int // 0 = any
}

// RevokeDefinitive takes a declaration back, as long as no published invoice bills a
// day of the month. Errors: forbidden, notFound, definitiveMonth.notFound,
// object.changed, definitiveMonth.invoiced.
func (s *Service) RevokeDefinitive(ctx context.Context, p policy.Principal, in RevokeInput) error {
	const perm = policy.Permission("curve:declare")
	operationID, month := in.OperationID, in.Month
	if err := s.guard.Operation(ctx, p, perm, operationID); err != nil {
		return err
	}
	change := p.Change(perm, operationID, "definitiveMonth", "")
	change.Details = map[string]any{"month": month.String(), "revoked": true}
	return s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.curves.Lock(ctx, operationID, []civil.Month{month}); err != nil {
			return err
		}
		d, err := s.declared(ctx, operationID, month)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != d.Version() {
			return ErrChanged
		}
		if s.invoices != nil {
			invoiced, err := s.invoices.Invoiced(ctx, operationID, month)
			if err != nil {
				return err
			}
			if invoiced {
				return ErrMonthInvoiced.With("month", month.String())
			}
		}
		return s.declarations.Remove(ctx, operationID, month)
	})
}

// DefinitiveMonth is the declaration of one month. Errors: forbidden, notFound,
// definitiveMonth.notFound.
func (s *Service) DefinitiveMonth(ctx context.Context, p policy.Principal, operationID id.ID, month civil.Month) (DefinitiveMonth, error) {
	if err := s.guard.Operation(ctx, p, "curve:read", operationID); err != nil {
		return DefinitiveMonth{}, err
	}
	return s.declared(ctx, operationID, month)
}

// DefinitiveMonths lists declarations, newest month first. Errors: forbidden, notFound.
func (s *Service) DefinitiveMonths(ctx context.Context, p policy.Principal, operationID id.ID) ([]DefinitiveMonth, error) {
	if err := s.guard.Operation(ctx, p, "curve:read", operationID); err != nil {
		return nil, err
	}
	return s.declarations.List(ctx, operationID)
}
