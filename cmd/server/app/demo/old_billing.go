package demo

import (
	"context"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant/site"
)

// seedOldBilling sells by the old engine, a config for each producer, and makes the bills of all
// whole months, as the daily sweep would. Those of the first month are paid, but one.
func (d *seeding) seedOldBilling(ctx context.Context, operationID id.ID, sites demoSites) error {
	start, period := civil.MonthOf(d.today).Add(-3).First(), 1
	consumers := siteIDs(sites.consumers)
	for n, p := range sites.producers {
		price, monthly, method := money.MicroEuro(112_000), money.MicroEuro(1_500_000), billing.Transfer
		if n > 0 {
			price, monthly, method = 98_000, 0, billing.Debit
		}
		_, err := d.Services.OldBilling.CreateConfig(ctx, d.organizer, operationID, legacy.ConfigChange{Producers: &[]id.ID{p.ID}, Consumers: &consumers, Start: &start,
			SellingPrice: &price, SubscriptionPrice: &monthly, Period: &period, Method: &method})
		if err != nil {
			return err
		}
	}
	if _, err := d.Services.OldBills.Generate(ctx, d.organizer, operationID, nil); err != nil {
		return err
	}
	bills, err := d.Services.OldBills.List(ctx, d.organizer, operationID, "")
	if err != nil {
		return err
	}
	told := bill.Failed // of the first one
	for _, b := range bills {
		if b.Days.From != start {
			continue
		}
		payment := told
		if _, err := d.Services.OldBills.Update(ctx, d.organizer, operationID, b.ID, bill.Change{Payment: &payment}); err != nil {
			return err
		}
		told = bill.Succeeded
	}
	return d.seedMove(ctx, billing.Scope{OperationID: operationID}, sites)
}

// seedMove makes all that the newer engine asks for and the old one did not, so that the operation can move:
// clients, and an issuer of all roofs that charges no VAT.
func (d *seeding) seedMove(ctx context.Context, scope billing.Scope, sites demoSites) error {
	if err := d.seedClients(ctx, scope, sites.consumers); err != nil {
		return err
	}
	const name = "Coopérative du Val"
	iban, bic, regime, series := demoIBAN, "PSSTFRPPSCE", "franchise", "VAL"
	identity := address(name, "3 chemin du Val", sirenFor(name), "")
	identity.VATRegime = &regime
	if _, err := d.Services.Billing.Entities.CreateBillingEntity(ctx, d.organizer, scope, entity.BillingEntityChange{
		IdentityChange: identity, IBAN: &iban, BIC: &bic, SeriesCode: &series, ProducerIDs: siteIDs(sites.producers)}); err != nil {
		return err
	}
	return d.confirmIssuers(ctx, scope.OperationID)
}

func siteIDs(sites []site.View) []id.ID {
	ids := make([]id.ID, len(sites))
	for n, s := range sites {
		ids[n] = s.ID
	}
	return ids
}
