package billingstore

import (
	"cmp"
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Plans stores plans with their charges.
type Plans struct{ db *postgres.DB }

// NewPlans is the store over db.
func NewPlans(db *postgres.DB) *Plans { return &Plans{db} }

var _ billing.Plans = (*Plans)(nil)

var planConstraints = postgres.Constraints{"plans_name_key": billing.ErrPlanNameTaken, "plan_charges_code_key": billing.ErrChargeCodeTaken}

// List reads the plans of an operation, by name.
func (s *Plans) List(ctx context.Context, operationID id.ID) ([]billing.Plan, error) {
	rows, err := queries(ctx, s.db).ListPlans(ctx, operationID)
	if err != nil {
		return nil, err
	}
	return s.withCharges(ctx, operationID, rows)
}

// Prices reads plans and charges only.
func (s *Plans) Prices(ctx context.Context, operationID id.ID) ([]billing.Plan, error) {
	plans, err := queries(ctx, s.db).ListPlanPrices(ctx, operationID)
	if err != nil {
		return nil, err
	}
	rows := make([]sqlcgen.ListPlansRow, len(plans))
	for i, r := range plans {
		rows[i] = sqlcgen.ListPlansRow{OperationID: r.OperationID, ID: r.ID, Name: r.Name, Description: r.Description, Period: r.Period,
			PaymentMethod: r.PaymentMethod, TermDays: r.TermDays, Version: r.Version, CreatedAt: r.CreatedAt}
	}
	return s.withCharges(ctx, operationID, rows)
}

func (s *Plans) withCharges(ctx context.Context, operationID id.ID, rows []sqlcgen.ListPlansRow) ([]billing.Plan, error) {
	charges, err := queries(ctx, s.db).ListPlanCharges(ctx, operationID)
	if err != nil {
		return nil, err
	}
	of := map[id.ID][]billing.Charge{}
	for _, c := range charges {
		of[c.PlanID] = append(of[c.PlanID], fromDBCharge(c))
	}
	out := make([]billing.Plan, len(rows))
	for i, r := range rows {
		out[i] = fromDBPlan(r)
		out[i].Charges = of[r.ID]
	}
	return out, nil
}

// Add stores a new plan.
func (s *Plans) Add(ctx context.Context, p billing.Plan) error {
	err := queries(ctx, s.db).InsertPlan(ctx, sqlcgen.InsertPlanParams{
		OperationID: p.OperationID, ID: p.ID, Name: p.Name, Description: p.Description, Period: string(p.Period),
		PaymentMethod: string(p.Method), TermDays: int32(p.TermDays), Version: int32(p.Version), CreatedAt: p.CreatedAt,
	})
	if err != nil {
		return planConstraints.Translate(err)
	}
	return s.addCharges(ctx, p)
}

// Change stores a plan whose stored version is one less.
func (s *Plans) Change(ctx context.Context, p billing.Plan) error {
	n, err := queries(ctx, s.db).UpdatePlan(ctx, sqlcgen.UpdatePlanParams{
		OperationID: p.OperationID, ID: p.ID, Name: p.Name, Description: p.Description, Period: string(p.Period),
		PaymentMethod: string(p.Method), TermDays: int32(p.TermDays), Version: int32(p.Version),
	})
	if err != nil {
		return planConstraints.Translate(err)
	}
	if n == 0 {
		return errVersion
	}
	if err := queries(ctx, s.db).DeletePlanCharges(ctx, p.OperationID, p.ID); err != nil {
		return err
	}
	return s.addCharges(ctx, p)
}

func (s *Plans) addCharges(ctx context.Context, p billing.Plan) error {
	for i, c := range p.Charges {
		row := sqlcgen.InsertPlanChargeParams{OperationID: p.OperationID, PlanID: p.ID, Position: int32(i), Code: c.Code, Name: c.Name,
			Type: string(c.Type), Usage: string(c.Usage), PricingOption: string(cmp.Or(c.Option, billing.AtAnyHour)), VATTreatment: string(c.Treatment), PriceMicroEuro: int64(c.Price)}
		if c.VATRate != nil {
			rate := int32(*c.VATRate)
			row.VATRate = &rate
		}
		if err := queries(ctx, s.db).InsertPlanCharge(ctx, row); err != nil {
			return planConstraints.Translate(err)
		}
	}
	return nil
}

func fromDBPlan(r sqlcgen.ListPlansRow) billing.Plan {
	return billing.Plan{ID: r.ID, OperationID: r.OperationID, Name: r.Name, Description: r.Description, Period: billing.PlanPeriod(r.Period),
		Method: billing.PaymentMethod(r.PaymentMethod), TermDays: int(r.TermDays), Version: int(r.Version), CreatedAt: r.CreatedAt,
		Invoiced: r.Invoiced, Subscriptions: int(r.SubscriptionsNumber)}
}

func fromDBCharge(r sqlcgen.PlanCharge) billing.Charge {
	c := billing.Charge{Code: r.Code, Name: r.Name, Type: billing.ChargeType(r.Type), Usage: billing.Usage(r.Usage), Option: billing.PricingOption(r.PricingOption), Price: money.MicroEuro(r.PriceMicroEuro), Treatment: billing.VATTreatment(r.VATTreatment)}
	if r.VATRate != nil {
		rate := money.VATRate(*r.VATRate)
		c.VATRate = &rate
	}
	return c
}
