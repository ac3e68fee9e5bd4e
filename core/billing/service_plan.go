package billing

import (
	"context"
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// ListPlans lists the plans of an operation, by name.
func (s *Service) ListPlans(ctx context.Context, p policy.Principal, scope Scope) ([]Plan, error) {
	op, err := s.enter(ctx, p, "plan:read", scope)
	if err != nil {
		return nil, err
	}
	return s.Plans.List(ctx, op.ID)
}

// Plan reads one plan. Error: plan.notFound.
func (s *Service) Plan(ctx context.Context, p policy.Principal, scope Scope, planID id.ID) (Plan, error) {
	op, err := s.enter(ctx, p, "plan:read", scope)
	if err != nil {
		return Plan{}, err
	}
	return s.planOf(ctx, op.ID, planID)
}

// PlanInput is a new plan.
type PlanInput struct {
	Name, Description string
	Period            PlanPeriod
	Charges           []Charge
	Method            PaymentMethod // empty = Transfer
	TermDays          *int          // nil = 30
}

const defaultTermDays = 30

// CreatePlan adds a plan. Errors: plan.invalid with items, plan.nameTaken.
func (s *Service) CreatePlan(ctx context.Context, p policy.Principal, scope Scope, in PlanInput) (Plan, error) {
	op, err := s.enter(ctx, p, "plan:create", scope)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{ID: id.New(), OperationID: op.ID, Name: strings.TrimSpace(in.Name), Description: in.Description, Period: in.Period,
		Charges: in.Charges, Method: in.Method, TermDays: defaultTermDays, Version: 1, CreatedAt: s.Now()}
	if plan.Method == "" {
		plan.Method = Transfer
	}
	if in.TermDays != nil {
		plan.TermDays = *in.TermDays
	}
	if err := plan.check(s.terms(op)); err != nil {
		return Plan{}, err
	}
	change := p.Change("plan:create", op.ID, "plan", plan.ID)
	return plan, s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Plans.Add(ctx, plan) })
}

// PlanChange is what changes of a plan; nil = unchanged.
type PlanChange struct {
	Name, Description *string
	Period            *PlanPeriod
	Charges           []Charge // nil = unchanged
	Method            *PaymentMethod
	TermDays          *int
	IfVersion         int // 0 = not asked
}

// UpdatePlan changes a plan. One that is on a published invoice takes name and
// description only. Errors: plan.notFound, planAlreadyInvoiced, plan.invalid,
// plan.nameTaken, object.changed, subscription.energyTwice when it comes to price energy
// that another plan of a subscriber prices.
func (s *Service) UpdatePlan(ctx context.Context, p policy.Principal, scope Scope, planID id.ID, in PlanChange) (Plan, error) {
	op, err := s.enter(ctx, p, "plan:update", scope)
	if err != nil {
		return Plan{}, err
	}
	var plan Plan
	change := p.Change("plan:update", op.ID, "plan", planID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		// Publishing reads the plan: it must not change underneath.
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		old, err := s.planOf(ctx, op.ID, planID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != old.Version {
			return errChanged
		}
		plan = in.apply(old)
		if old.Invoiced && !plan.samePrices(old) {
			return ErrPlanAlreadyInvoiced
		}
		if err := plan.check(s.terms(op)); err != nil {
			return err
		}
		if err := s.keepOnce(ctx, op, plan); err != nil {
			return err
		}
		plan.Version++
		return s.Plans.Change(ctx, plan)
	})
	return plan, err
}

// keepOnce refuses prices by which subscribers would pay the same energy twice.
func (s *Service) keepOnce(ctx context.Context, op operation.Operation, plan Plan) error {
	b, err := s.book(ctx, op)
	if err != nil {
		return err
	}
	before := b.doubles
	b.plans[plan.ID] = plan
	if f := fault.From(b.keepOnce(before)); f != nil {
		return f.At("charges")
	}
	return nil
}

func (in PlanChange) apply(plan Plan) Plan {
	if in.Name != nil {
		plan.Name = strings.TrimSpace(*in.Name)
	}
	if in.Description != nil {
		plan.Description = *in.Description
	}
	if in.Period != nil {
		plan.Period = *in.Period
	}
	if in.Charges != nil {
		plan.Charges = in.Charges
	}
	if in.Method != nil {
		plan.Method = *in.Method
	}
	if in.TermDays != nil {
		plan.TermDays = *in.TermDays
	}
	return plan
}

func (s *Service) planOf(ctx context.Context, operationID, planID id.ID) (Plan, error) {
	plans, err := s.Plans.List(ctx, operationID)
	if err != nil {
		return Plan{}, err
	}
	for _, plan := range plans {
		if plan.ID == planID {
			return plan, nil
		}
	}
	return Plan{}, ErrPlanNotFound
}

// PlanWarnings are what is unusual in a plan; they refuse nothing.
func (s *Service) PlanWarnings(plan Plan) []*fault.Error { return plan.Warnings(s.UsualPrices) }

var errChanged = fault.New(fault.Changed, "object.changed")
