package demo

import (
	"context"
	"fmt"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// seedBrusselsBilling makes the operation's issuer, its clients, and a plan with a price
// for each register, and what its producers are owed. The invoices are left to the visitor.
func (d *seeding) seedBrusselsBilling(ctx context.Context, operationID id.ID, sites demoSites) error {
	scope := billing.Scope{OperationID: operationID}
	own, err := d.Services.Billing.Entities.EnsureOwnIssuer(ctx, d.organizer, operationID)
	if err != nil {
		return err
	}
	iban, bic, regime := brusselsAccount, "BBRUBEBB", "normal"
	if _, err := d.Services.Billing.Entities.UpdateBillingEntity(ctx, d.organizer, scope, own.ID, entity.BillingEntityChange{
		IdentityChange: entity.IdentityChange{VATRegime: &regime}, IBAN: &iban, BIC: &bic}); err != nil {
		return err
	}
	if err := d.confirmIssuers(ctx, operationID); err != nil {
		return err
	}
	for _, c := range sites.consumers {
		postCode, city, country := "1000", "Bruxelles", "BE"
		who := entity.IdentityChange{Name: &c.Name, Street: &c.Address, PostCode: &postCode, City: &city, Country: &country}
		if strings.HasPrefix(string(c.EntityType), "pro") {
			number := bceFor(c.Name)
			who.LegalNumber = &number
		}
		if _, err := d.Services.Billing.Entities.CreateBillableEntity(ctx, d.organizer, scope, entity.BillableEntityChange{IdentityChange: who, ConsumerIDs: []id.ID{c.ID}}); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	price := func(code, name string, usage billing.Usage, microEuro int64) billing.Charge {
		return billing.Charge{Code: code, Name: name, Type: billing.PerUnit, Usage: usage, Price: money.MicroEuro(microEuro)}
	}
	plan, err := d.Services.Billing.Contracts.CreatePlan(ctx, d.organizer, scope, contract.PlanInput{Name: "Plan Tanneurs",
		Description: "Volume partagé par registre (jour, nuit, ou compteur simple) et frais de réseau refacturés.", Period: billing.Monthly, Method: billing.Transfer,
		Charges: []billing.Charge{price("JOUR", "Volume partagé, jour", billing.UsageHigh, 145_000),
			price("NUIT", "Volume partagé, nuit et week-end", billing.UsageLow, 118_000),
			price("SIMPLE", "Volume partagé", billing.UsageTotal, 135_000),
			{Code: "RESEAU", Name: "Frais de réseau", Type: billing.PassThrough, Treatment: billing.OwnRate}}})
	if err != nil {
		return err
	}
	start := civil.MonthOf(d.today).Add(-3).First()
	_, err = d.Services.Billing.Contracts.SubscribeAll(ctx, d.organizer, scope, contract.SubscriptionsInput{PlanID: plan.ID,
		Pairs: brussels.pairs(sites), Days: civil.Range{From: start, To: civil.Forever}})
	if err != nil {
		return err
	}
	return d.seedStatements(ctx, scope, sites.producers)
}

// bceFor invents the number of an enterprise with right last digits (domain 9.2).
func bceFor(name string) string {
	sum := uint32(2166136261)
	for _, b := range []byte(name) {
		sum = (sum ^ uint32(b)) * 16777619
	}
	body := 8_000_000 + sum%900_000
	return fmt.Sprintf("%08d%02d", body, 97-body%97)
}
