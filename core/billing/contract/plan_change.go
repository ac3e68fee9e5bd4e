package contract

import (
	"strings"

	"github.com/openpmo/pmo/core/billing"
)

// PlanInput is a new plan.
type PlanInput struct {
	Name, Description string
	Period            billing.PlanPeriod
	Charges           []billing.Charge
	Method            billing.PaymentMethod // empty = Transfer
	TermDays          *int                  // nil = 30
}

const defaultTermDays = 30

// PlanChange is what changes of a plan; nil = unchanged.
type PlanChange struct {
	Name, Description *string
	Period            *billing.PlanPeriod
	Charges           []billing.Charge // nil = unchanged
	Method            *billing.PaymentMethod
	TermDays          *int
	IfVersion         int // 0 = not asked
}

func (in PlanChange) apply(plan billing.Plan) billing.Plan {
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
