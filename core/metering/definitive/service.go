// Package definitive holds the months that an organizer declared definitive.
package definitive

import (
	"context"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Curves       metering.Curves
	Declarations Declarations
	Guard        policy.Guard
	Invoices     rollup.Invoices
	Now          func() time.Time
	Perimeter    metering.Perimeter
	Tx           tx.Runner
}

// Service holds the use cases of declared months.
type Service struct {
	curves       metering.Curves
	declarations Declarations
	guard        policy.Guard
	invoices     rollup.Invoices
	now          func() time.Time
	perimeter    metering.Perimeter
	tx           tx.Runner
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, declarations: d.Declarations, guard: d.Guard, invoices: d.Invoices, now: d.Now, perimeter: d.Perimeter, tx: d.Tx}
}

// DeclareInput says which month, and why.
type DeclareInput struct {
	OperationID id.ID
	Month       civil.Month
	Reason      string
}

// DeclareDefinitive makes all values of a past month with data count as definitive.
// Errors: forbidden, notFound, definitiveMonth.notPast, definitiveMonth.noData,
// definitiveMonth.exists.
func (s *Service) DeclareDefinitive(ctx context.Context, p policy.Principal, in DeclareInput) (metering.DefinitiveMonth, error) {
	const perm = policy.Permission("curve:declare")
	if err := s.guard.Operation(ctx, p, perm, in.OperationID); err != nil {
		return metering.DefinitiveMonth{}, err
	}
	op, err := s.perimeter.Operation(ctx, in.OperationID)
	if err != nil {
		return metering.DefinitiveMonth{}, err
	}
	now := s.now()
	if in.Month >= civil.MonthOf(op.Operator.Zone().DateOf(now)) {
		return metering.DefinitiveMonth{}, metering.ErrMonthOpen.With("month", in.Month.String()).At("month")
	}
	with, err := s.curves.MonthsWithData(ctx, in.OperationID, in.Month.Range())
	if err != nil {
		return metering.DefinitiveMonth{}, err
	}
	if len(with) == 0 {
		return metering.DefinitiveMonth{}, metering.ErrMonthEmpty.With("month", in.Month.String())
	}
	d := metering.DefinitiveMonth{Month: in.Month, Reason: strings.TrimSpace(in.Reason), DeclaredAt: now, DeclaredBy: p.UserID}
	change := p.Change(perm, in.OperationID, "definitiveMonth", "")
	change.Details = map[string]any{"month": in.Month.String()}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.curves.Lock(ctx, in.OperationID, []civil.Month{in.Month}); err != nil {
			return err
		}
		return s.declarations.Add(ctx, in.OperationID, d)
	})
	if err != nil {
		return metering.DefinitiveMonth{}, err
	}
	return s.declared(ctx, in.OperationID, in.Month)
}

// declared finds the declaration of a month. Error: definitiveMonth.notFound.
func (s *Service) declared(ctx context.Context, operationID id.ID, month civil.Month) (metering.DefinitiveMonth, error) {
	all, err := s.declarations.List(ctx, operationID)
	if err != nil {
		return metering.DefinitiveMonth{}, err
	}
	for _, one := range all {
		if one.Month == month {
			return one, nil
		}
	}
	return metering.DefinitiveMonth{}, metering.ErrMonthNotDeclared.With("month", month.String())
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
			return metering.ErrChanged
		}
		if s.invoices != nil {
			invoiced, err := s.invoices.Invoiced(ctx, operationID, month)
			if err != nil {
				return err
			}
			if invoiced {
				return metering.ErrMonthInvoiced.With("month", month.String())
			}
		}
		return s.declarations.Remove(ctx, operationID, month)
	})
}

// DefinitiveMonth is the declaration of one month. Errors: forbidden, notFound,
// definitiveMonth.notFound.
func (s *Service) DefinitiveMonth(ctx context.Context, p policy.Principal, operationID id.ID, month civil.Month) (metering.DefinitiveMonth, error) {
	if err := s.guard.Operation(ctx, p, "curve:read", operationID); err != nil {
		return metering.DefinitiveMonth{}, err
	}
	return s.declared(ctx, operationID, month)
}

// DefinitiveMonths lists declarations, newest month first. Errors: forbidden, notFound.
func (s *Service) DefinitiveMonths(ctx context.Context, p policy.Principal, operationID id.ID) ([]metering.DefinitiveMonth, error) {
	if err := s.guard.Operation(ctx, p, "curve:read", operationID); err != nil {
		return nil, err
	}
	return s.declarations.List(ctx, operationID)
}

// Declarations stores months declared definitive.
type Declarations interface {
	// Add stores one. Error: definitiveMonth.exists.
	Add(ctx context.Context, operationID id.ID, d metering.DefinitiveMonth) error
	// Remove forgets one. Error: definitiveMonth.notFound.
	Remove(ctx context.Context, operationID id.ID, month civil.Month) error
	// List reads them, newest month first.
	List(ctx context.Context, operationID id.ID) ([]metering.DefinitiveMonth, error)
}
