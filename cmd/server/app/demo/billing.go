package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
)

// seedBilling makes issuers, clients, a plan and subscriptions, and what has been invoiced since.
func (d *seeding) seedBilling(ctx context.Context, operationID id.ID, o demoOperation, sites demoSites) error {
	scope := billing.Scope{OperationID: operationID}
	if err := d.seedClients(ctx, scope, sites.consumers); err != nil {
		return err
	}
	if err := d.seedIssuers(ctx, scope, o, sites.producers); err != nil {
		return err
	}
	if err := d.confirmIssuers(ctx, operationID); err != nil {
		return err
	}
	if err := d.seedSubscriptions(ctx, scope, o, sites); err != nil {
		return err
	}
	if err := d.seedSupply(ctx, sites.consumers); err != nil {
		return err
	}
	if err := d.seedPast(ctx, scope); err != nil {
		return err
	}
	return d.seedDiscount(ctx, scope, o, sites)
}

// seedDiscount lets the first household pay a tenth less to one issuer, from this month on: months that are
// invoiced, and the one that the visitor invoices, are as they were.
func (d *seeding) seedDiscount(ctx context.Context, scope billing.Scope, o demoOperation, sites demoSites) error {
	at := slices.IndexFunc(sites.consumers, func(c site.View) bool { return c.EntityType == party.PartIndiv })
	if o.issuers == 0 || at < 0 {
		return nil
	}
	_, err := d.Services.Billing.Adjustments.AddDiscount(ctx, d.organizer, scope, adjustment.DiscountInput{
		Pair: billing.Pair{ConsumerID: sites.consumers[at].ID, ProducerID: sites.producers[0].ID},
		Days: civil.Range{From: civil.MonthOf(d.today).First(), To: civil.Forever}, Percent: money.Whole / 10,
		Reason: "Tarif solidaire, décidé par l’assemblée générale"})
	return err
}

// pairs are who invoices whom: each consumer with the first producer of each issuer,
// or each consumer alone, whom the operation invoices.
func (o demoOperation) pairs(sites demoSites) []billing.Pair {
	var pairs []billing.Pair
	for _, c := range sites.consumers {
		if o.issuers == 0 {
			pairs = append(pairs, billing.Pair{ConsumerID: c.ID})
			continue
		}
		for _, p := range sites.producers {
			pairs = append(pairs, billing.Pair{ConsumerID: c.ID, ProducerID: p.ID})
		}
	}
	return pairs
}

func (d *seeding) seedPlan(ctx context.Context, scope billing.Scope, method billing.PaymentMethod) (billing.Plan, error) {
	term := 60 // so that some is paid, some is late and some is not due, whatever the day
	name := map[billing.PaymentMethod]string{billing.Transfer: "Plan solaire", billing.Debit: "Plan solaire, prélevé"}[method]
	return d.Services.Billing.Contracts.CreatePlan(ctx, d.organizer, scope, contract.PlanInput{
		Name: name, Description: "Énergie partagée au prix local, plus des frais de gestion par producteur.", Period: billing.Monthly, Method: method, TermDays: &term,
		Charges: []billing.Charge{
			{Code: "ENERGIE", Name: "Énergie partagée", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: money.MicroEuro(112_000)},
			{Code: "GESTION", Name: "Frais de gestion", Type: billing.Fixed, Price: money.MicroEuro(1_500_000)},
		}})
}

func (d *seeding) seedClients(ctx context.Context, scope billing.Scope, consumers []site.View) error {
	for _, c := range consumers {
		_, err := d.Services.Billing.Entities.CreateBillableEntity(ctx, d.organizer, scope, entity.BillableEntityChange{
			IdentityChange: address(c.Name, c.Address, "", string(c.EntityType)), ConsumerIDs: []id.ID{c.ID}})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *seeding) seedIssuers(ctx context.Context, scope billing.Scope, o demoOperation, producers []site.View) error {
	iban, bic, regime := demoIBAN, "PSSTFRPPSCE", "normal"
	if o.issuers == 0 {
		own, err := d.Services.Billing.Entities.EnsureOwnIssuer(ctx, d.organizer, scope.OperationID)
		if err != nil {
			return err
		}
		_, err = d.Services.Billing.Entities.UpdateBillingEntity(ctx, d.organizer, scope, own.ID, entity.BillingEntityChange{
			IdentityChange: entity.IdentityChange{VATRegime: &regime}, IBAN: &iban, BIC: &bic})
		return err
	}
	for i := range o.issuers {
		var owned []id.ID
		for n, p := range producers {
			if min(n, o.issuers-1) == i {
				owned = append(owned, p.ID)
			}
		}
		who := demoIssuers[i%len(demoIssuers)]
		siren := sirenFor(who.name)
		identity, taxID := address(who.name, who.street, siren, ""), vatNumberOf(siren)
		identity.VATRegime, identity.TaxID = &regime, &taxID
		series := who.series
		if _, err := d.Services.Billing.Entities.CreateBillingEntity(ctx, d.organizer, scope, entity.BillingEntityChange{
			IdentityChange: identity, IBAN: &iban, BIC: &bic, SeriesCode: &series, ProducerIDs: owned}); err != nil {
			return fmt.Errorf("%s: %w", who.name, err)
		}
	}
	return nil
}

// confirmIssuers is the back-office's yes to the issuers of an operation.
func (d *seeding) confirmIssuers(ctx context.Context, operationID id.ID) error {
	rows, err := d.Services.Backoffice.Rows(ctx, d.admin, backoffice.SellerClaims, backoffice.Query{
		Filters: map[string][]string{"operationId": {string(operationID)}, "status": {string(billing.ClaimRequested)}}})
	if err != nil {
		return err
	}
	for _, row := range rows.JSON {
		var claim struct{ ID id.ID }
		if err := json.Unmarshal(row, &claim); err != nil {
			return err
		}
		decision := entity.ClaimDecision{Status: billing.ClaimConfirmed, Remark: "Mandat de facturation de la démonstration"}
		if err := d.Services.Billing.Entities.DecideClaim(ctx, d.admin, claim.ID, decision); err != nil {
			return err
		}
	}
	return nil
}

var demoIssuers = []struct{ name, street, series string }{
	{"Régie solaire de Fougères", "2 rue Porte-Saint-Léonard", "REGIE"},
	{"SAS Toits du Pays", "14 rue des Tanneurs", "TOITS"},
}

// address is the identity of somebody in the demo's town. Businesses get a number
// that passes the check and belongs to nobody in particular.
func address(name, street, siren, entityType string) entity.IdentityChange {
	postCode, city, country := "35300", "Fougères", "FR"
	c := entity.IdentityChange{Name: &name, Street: &street, PostCode: &postCode, City: &city, Country: &country}
	if siren == "" && len(entityType) > 3 && entityType[:3] == "pro" {
		siren = sirenFor(name)
	}
	if siren != "" {
		c.LegalNumber = &siren
	}
	return c
}

// sirenFor invents a nine-digit number with a right check digit (Luhn).
func sirenFor(name string) string {
	sum := uint32(2166136261)
	for _, b := range []byte(name) {
		sum = (sum ^ uint32(b)) * 16777619
	}
	body := fmt.Sprintf("9%07d", sum%10_000_000)
	total := 0
	for i, c := range body {
		digit := int(c - '0')
		if i%2 == 1 {
			if digit *= 2; digit > 9 {
				digit -= 9
			}
		}
		total += digit
	}
	return body + string(rune('0'+(10-total%10)%10))
}

// vatNumberOf is the French VAT number of a SIREN.
func vatNumberOf(siren string) string {
	n, _ := strconv.Atoi(siren)
	return fmt.Sprintf("FR%02d%s", (12+3*(n%97))%97, siren)
}
