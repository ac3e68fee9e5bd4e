package postgres

import (
	"encoding/json"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// openEnd is an end (excluded) that may be null: an open one is null.
func openEnd(d civil.Date) pgtype.Date {
	if d >= civil.Forever {
		return pgtype.Date{}
	}
	return pgDate(d)
}

func fromOpenEnd(d pgtype.Date) civil.Date {
	if !d.Valid {
		return civil.Forever
	}
	return civilDate(d)
}

// dayOrNil is a day that may be null.
func dayOrNil(d pgtype.Date) *civil.Date {
	if !d.Valid {
		return nil
	}
	day := civilDate(d)
	return &day
}

func between(from, to pgtype.Date) civil.Range {
	return civil.Range{From: civilDate(from), To: civilDate(to)}
}

func fromDBBillingSite(operationID id.ID, r sqlcgen.ListBillingSitesRow) billing.Site {
	return billing.Site{ID: r.ID, OperationID: operationID, Name: r.Name, DsoID: r.DsoID,
		Consumes: r.EnergyType == "consumer" || r.IsProsumer, Produces: r.EnergyType == "producer" || r.IsProsumer,
		Activation: between(r.EntryDate, r.ExitDate), AccountID: idOf(r.UserID), Holder: r.Identity}
}

func fromDBBillableEntity(r sqlcgen.BillableEntity) billing.BillableEntity {
	return billing.BillableEntity{ID: r.ID, OperationID: r.OperationID,
		Identity: billing.Identity{Name: r.Name, Street: r.Street, PostCode: r.PostCode, City: r.City, Country: dso.Country(r.Country),
			Email: r.Email, Phone: r.Phone, LegalNumber: r.LegalNumber, TaxID: r.TaxID, VATRegime: party.VATRegime(r.VATRegime)},
		ConsumerType: party.ConsumerType(r.ConsumerType), Language: r.Language, Version: int(r.Version), CreatedAt: r.CreatedAt}
}

func fromDBPlan(r sqlcgen.ListPlansRow) billing.Plan {
	return billing.Plan{ID: r.ID, OperationID: r.OperationID, Name: r.Name, Description: r.Description, Period: billing.PlanPeriod(r.Period),
		Method: billing.PaymentMethod(r.PaymentMethod), TermDays: int(r.TermDays), Version: int(r.Version), CreatedAt: r.CreatedAt,
		Invoiced: r.Invoiced, Subscriptions: int(r.SubscriptionsNumber)}
}

func fromDBCharge(r sqlcgen.PlanCharge) billing.Charge {
	c := billing.Charge{Code: r.Code, Name: r.Name, Type: billing.ChargeType(r.Type), Usage: billing.Usage(r.Usage), Price: money.MicroEuro(r.PriceMicroEuro)}
	if r.VATRate != nil {
		rate := money.VATRate(*r.VATRate)
		c.VATRate = &rate
	}
	return c
}

func fromDBSubscription(r sqlcgen.ListSubscriptionsRow) billing.Subscription {
	s := billing.Subscription{ID: r.ID, OperationID: r.OperationID, Pair: billing.Pair{ConsumerID: idOf(r.ConsumerID), ProducerID: idOf(r.ProducerID)},
		PlanID: r.PlanID, Days: civil.Range{From: civilDate(r.StartDate), To: fromOpenEnd(r.EndDate)}, CreatedAt: r.CreatedAt,
		PlanName: r.PlanName, ConsumerName: r.ConsumerName, ProducerName: r.ProducerName, Billed: ranges(r.Billed)}
	if r.InvoicedUntil.Valid {
		last := civilDate(r.InvoicedUntil) - 1
		s.InvoicedUntil = &last
	}
	return s
}

// ranges are half-open days, in order.
func ranges(of pgtype.Multirange[pgtype.Range[pgtype.Date]]) []civil.Range {
	if len(of) == 0 {
		return nil
	}
	out := make([]civil.Range, len(of))
	for i, r := range of {
		out[i] = between(r.Lower, r.Upper)
	}
	return out
}

func fromDBInvoice(r sqlcgen.Invoice) billing.Invoice {
	inv := billing.Invoice{OperationID: r.OperationID, ID: r.ID, Type: billing.InvoiceType(r.Type), Status: billing.InvoiceStatus(r.Status),
		PaymentStatus: billing.PaymentStatus(r.PaymentStatus), IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID,
		ProducerID: idOf(r.ProducerID), RunID: idOf(r.RunID), Days: between(r.PeriodFrom, r.PeriodTo),
		Method: billing.PaymentMethod(r.PaymentMethod), TermDays: int(r.TermDays), Energy: energy.MilliWh(r.EnergyMilliWh),
		Net: money.Cents(r.NetCents), VAT: money.Cents(r.VATCents), Amount: money.Cents(r.AmountCents), SourceHash: r.SourceHash,
		IssueDate: dayOrNil(r.IssueDate), DueDate: dayOrNil(r.DueDate), DocumentSHA256: r.DocumentSha256, CreatedAt: r.CreatedAt}
	if r.Number != nil {
		inv.Number = *r.Number
	}
	return inv
}

func fromDBInvoiceLine(r sqlcgen.InvoiceLine) billing.Line {
	return billing.Line{SubscriptionID: r.SubscriptionID, ConsumerID: r.ConsumerID, SiteName: r.SiteName, DsoID: r.DsoID, ProducerName: r.ProducerName, Label: r.Label,
		Days: between(r.FromDate, r.ToDate), Unit: billing.Unit(r.Unit), Quantity: money.QuantityE4(r.QuantityE4),
		Price: money.MicroEuro(r.PriceMicroEuro), Net: money.Cents(r.NetCents), Rate: money.VATRate(r.VATRate), Energy: energy.MilliWh(r.EnergyMilliWh)}
}

func fromDBRun(r sqlcgen.BillRun) billing.Run {
	return billing.Run{ID: r.ID, OperationID: r.OperationID, ParticipantID: idOf(r.ParticipantID), BillUpTo: civilDate(r.BillUpTo),
		Mode: billing.RunMode(r.Mode), Status: billing.RunStatus(r.Status), StartedBy: r.StartedBy, Batches: int(r.Batches),
		CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt}
}

func fromDBRunItem(r sqlcgen.BillRunItem) billing.RunItem {
	i := billing.RunItem{Position: int(r.Position), Batch: int(r.Batch), IssuerID: r.BillingEntityID, ClientID: r.BillableEntityID,
		Period: between(r.PeriodFrom, r.PeriodTo), Days: between(r.DaysFrom, r.DaysTo), Method: billing.PaymentMethod(r.PaymentMethod),
		Statement: r.Statement, Status: billing.RunStatus(r.Status), InvoiceID: idOf(r.InvoiceID), Amount: money.Cents(r.AmountCents),
		NotCharged: r.NotCharged, Error: r.Error}
	if r.ErrorKey != "" {
		i.Failure = fault.Stored(r.ErrorKey)
		_ = json.Unmarshal(r.ErrorParams, &i.Failure.Params) // written by toDBParams
	}
	return i
}

func toDBParams(f *fault.Error) []byte {
	if f == nil || len(f.Params) == 0 {
		return []byte("{}")
	}
	b, err := json.Marshal(f.Params)
	if err != nil {
		return []byte("{}")
	}
	return b
}
