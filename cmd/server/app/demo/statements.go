package demo

import (
	"context"
	"fmt"

	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/payout"
	"github.com/openpmo/pmo/core/payment/reconciliation"
)

// brusselsAccount is the account of the operation in Brussels: its clients pay to it, it pays its
// producers from it.
const brusselsAccount = "BE68539007547034"

// brusselsSellers are to whom the operation in Brussels owes what its producers shared, in the order of
// these. The first is liable for VAT and lets its invoices be written; the second is not.
var brusselsSellers = []struct{ name, series, regime, iban string }{
	{"Halles des Tanneurs SRL", "HALLES", "normal", "BE71096123456769"},
	{"École des Ursulines ASBL", "URSUL", "franchise", "BE62510007547061"},
}

// seedStatements agrees with the producers in Brussels what they are owed, and states and pays it for
// the months before the last one: the first is paid, of the second one is in a list that the bank has
// not answered, and one waits. The last month is left to the visitor.
func (d *seeding) seedStatements(ctx context.Context, scope billing.Scope, producers []site.View) error {
	start := civil.MonthOf(d.today).Add(-1 - pastMonths)
	if err := d.seedSellers(ctx, scope, producers, start.First()); err != nil {
		return err
	}
	plan, err := d.Services.Billing.Contracts.CreatePlan(ctx, d.organizer, scope, contract.PlanInput{Name: "Injection partagée", Description: "Ce que l’opération doit à ses producteurs par kWh partagé.",
		Period: billing.Monthly, Method: billing.Transfer, Charges: []billing.Charge{{Code: "INJ", Name: "Injection partagée", Type: billing.PerUnit, Usage: billing.UsageInjection, Price: money.MicroEuro(80_000)}}})
	if err != nil {
		return err
	}
	var pairs []billing.Pair
	for _, p := range producers {
		pairs = append(pairs, billing.Pair{ProducerID: p.ID})
	}
	if _, err := d.Services.Billing.Contracts.SubscribeAll(ctx, d.organizer, scope, contract.SubscriptionsInput{PlanID: plan.ID, Pairs: pairs, Days: civil.Range{From: start.First(), To: civil.Forever}}); err != nil {
		return err
	}
	for n := range pastMonths {
		month := start.Add(n)
		err := d.Clock.on(invoicedOn(month), func() error { return d.stateMonth(ctx, scope.OperationID, month, n == 0) })
		if err != nil {
			return fmt.Errorf("statements of %s: %w", month, err)
		}
	}
	return nil
}

// seedSellers makes those who sell what the producers share; they agreed to it before the first day.
func (d *seeding) seedSellers(ctx context.Context, scope billing.Scope, producers []site.View, first civil.Date) error {
	for n, p := range producers {
		who := brusselsSellers[n]
		postCode, city, country, number, street := "1000", "Bruxelles", "BE", bceFor(who.name), p.Address
		taxID, mail, series, regime, iban := "BE"+number, "compta@"+fmt.Sprintf("producteur%d.example", n+1), who.series, who.regime, who.iban
		change := entity.BillingEntityChange{IdentityChange: entity.IdentityChange{Name: &who.name, Street: &street, PostCode: &postCode, City: &city, Country: &country, LegalNumber: &number, TaxID: &taxID,
			Email: &mail, VATRegime: &regime}, IBAN: &iban, SeriesCode: &series, ProducerIDs: []id.ID{p.ID}}
		if party.VATRegime(regime).Charges() {
			signed := first.AddDays(-20)
			agreed, reference := &signed, "Mandat 1"
			change.MandateSigned, change.MandateReference = &agreed, &reference
		}
		if _, err := d.Services.Billing.Entities.CreateBillingEntity(ctx, d.organizer, scope, change); err != nil {
			return fmt.Errorf("%s: %w", who.name, err)
		}
	}
	return d.confirmIssuers(ctx, scope.OperationID)
}

// stateMonth publishes what is owed for a month and orders its payment. Where the bank has paid, that
// is told a week later; else what waits for no list is left.
func (d *seeding) stateMonth(ctx context.Context, operationID id.ID, month civil.Month, paid bool) error {
	upTo := month.Next().First() - 1
	drafted, err := d.Services.Billing.Statements.DraftUpTo(ctx, d.organizer, operationID, &upTo)
	if err != nil {
		return err
	}
	if len(drafted.Refused) > 0 {
		return drafted.Refused[0].Why
	}
	var ids []id.ID
	for _, st := range drafted.Statements {
		ids = append(ids, st.ID)
	}
	published, err := d.Services.Billing.Statements.Publish(ctx, d.organizer, operationID, ids)
	if err != nil {
		return err
	}
	for _, r := range published {
		if r.Refused != nil {
			return r.Refused
		}
	}
	if !paid {
		ids = ids[:1]
	}
	list, err := d.Services.Payouts.Export(ctx, d.organizer, operationID, ids, nil)
	if err != nil || !paid {
		return err
	}
	return d.payList(ctx, operationID, list.Payout)
}

// payList has the bank tell that it paid a list.
func (d *seeding) payList(ctx context.Context, operationID id.ID, list payout.Payout) error {
	_, ordered, err := d.Services.Payouts.Get(ctx, d.organizer, operationID, list.ID)
	if err != nil {
		return err
	}
	var out []fake.Movement
	for n, o := range ordered {
		out = append(out, fake.Movement{Reference: fmt.Sprintf("%s-%d", list.MessageID[:8], n+1), On: list.On, Amount: -o.Amount, EndToEndID: o.EndToEndID, Payer: o.SellerName, PayerIBAN: o.Payee.IBAN, Text: o.Number})
	}
	told := list.On.AddDays(7)
	return d.Clock.on(told, func() error {
		_, err := d.Services.Bank.Import(ctx, d.organizer, operationID, reconciliation.Upload{Name: "releve-" + civil.MonthOf(list.On).String() + ".xml",
			Content: fake.Camt053("08", party.IBAN(brusselsAccount), told, 4_800_00, out)})
		return err
	})
}
