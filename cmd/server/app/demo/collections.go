package demo

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
)

// demoICS is the creditor identifier of the second issuer of the demo.
const demoICS = "FR19ZZZ654321"

// byDebit are the pairs that pay by direct debit: households, to the second of two issuers.
func (o demoOperation) byDebit(sites demoSites) func(billing.Pair) bool {
	households, collectors := map[id.ID]bool{}, map[id.ID]bool{}
	for _, c := range sites.consumers {
		households[c.ID] = c.EntityType == party.PartIndiv
	}
	for n, p := range sites.producers {
		collectors[p.ID] = o.issuers > 1 && n > 0
	}
	return func(p billing.Pair) bool { return households[p.ConsumerID] && collectors[p.ProducerID] }
}

// seedSubscriptions subscribes all pairs, those by direct debit to a plan of their own.
func (d *seeding) seedSubscriptions(ctx context.Context, scope billing.Scope, o demoOperation, sites demoSites) error {
	days := civil.Range{From: civil.MonthOf(d.today).Add(-1 - pastMonths).First(), To: civil.Forever}
	debited, groups := o.byDebit(sites), map[billing.PaymentMethod][]billing.Pair{}
	for _, p := range o.pairs(sites) {
		method := billing.Transfer
		if debited(p) {
			method = billing.Debit
		}
		groups[method] = append(groups[method], p)
	}
	if len(groups[billing.Debit]) > 0 {
		if err := d.seedMandates(ctx, scope, sites, debited); err != nil {
			return err
		}
	}
	for _, method := range []billing.PaymentMethod{billing.Transfer, billing.Debit} {
		if len(groups[method]) == 0 {
			continue
		}
		plan, err := d.seedPlan(ctx, scope, method)
		if err != nil {
			return err
		}
		if _, err := d.Services.Billing.Contracts.SubscribeAll(ctx, d.organizer, scope, contract.SubscriptionsInput{PlanID: plan.ID, Pairs: groups[method], Days: days}); err != nil {
			return err
		}
	}
	return nil
}

// seedMandates makes the creditor of the second issuer, and the mandates that households signed.
func (d *seeding) seedMandates(ctx context.Context, scope billing.Scope, sites demoSites, debited func(billing.Pair) bool) error {
	issuerID, err := d.collector(ctx, scope)
	if err != nil {
		return err
	}
	name, ics, iban, bic, mark := demoIssuers[1].name, demoICS, demoIBAN, "PSSTFRPPSCE", "TOITSDUPAYS"
	if _, err := d.Services.Payment.CreateCreditor(ctx, d.organizer, issuerID, payment.CreditorChange{Name: &name, ICS: &ics, IBAN: &iban, BIC: &bic, ReconciliationID: &mark}); err != nil {
		return err
	}
	signed := civil.MonthOf(d.today).Add(-2 - pastMonths).First().AddDays(13)
	var inputs []payment.MandateInput
	for n, c := range sites.consumers {
		if debited(billing.Pair{ConsumerID: c.ID, ProducerID: sites.producers[1].ID}) {
			inputs = append(inputs, payment.MandateInput{ParticipantID: string(c.ID), RUM: fmt.Sprintf("TOITS-%04d", n+1), DebtorName: c.Identity, IBAN: frenchIBAN(n + 1), SignatureDate: signed.String()})
		}
	}
	report, err := d.Services.Payment.ImportMandatesOfIssuer(ctx, d.organizer, issuerID, inputs, false)
	if err == nil && len(report.Rows) != len(inputs) {
		err = fmt.Errorf("%d of %d mandates", len(report.Rows), len(inputs))
	}
	return err
}

// collector is the second of two issuers, who collects by direct debit.
func (d *seeding) collector(ctx context.Context, scope billing.Scope) (id.ID, error) {
	issuers, _, err := d.Services.Billing.Entities.ListBillingEntities(ctx, d.organizer, scope)
	for _, issuer := range issuers {
		if issuer.Name == demoIssuers[1].name {
			return issuer.ID, err
		}
	}
	return "", err
}

// collect orders the direct debits of what was just issued.
func (d *seeding) collect(ctx context.Context, scope billing.Scope) error {
	issuerID, err := d.collector(ctx, scope)
	if err != nil || issuerID == "" {
		return err
	}
	waiting, err := d.Services.Collections.Candidates(ctx, d.organizer, scope.OperationID)
	if err != nil {
		return err
	}
	var ids []id.ID
	for _, c := range waiting {
		ids = append(ids, c.Invoice.ID)
	}
	if len(ids) == 0 {
		return nil
	}
	_, err = d.Services.Collections.ExportOfIssuer(ctx, d.organizer, issuerID, ids)
	return err
}

// collected are the transactions of all collections, by invoice.
func (d *seeding) collected(ctx context.Context, scope billing.Scope) (map[id.ID]collection.Collected, error) {
	list, err := d.Services.Collections.List(ctx, d.organizer, scope.OperationID)
	if err != nil {
		return nil, err
	}
	out := map[id.ID]collection.Collected{}
	for _, one := range list {
		_, transactions, err := d.Services.Collections.Get(ctx, d.organizer, one.ID)
		if err != nil {
			return nil, err
		}
		for _, t := range transactions {
			out[t.ID] = t
		}
	}
	return out, nil
}

// frenchIBAN invents the account of the n-th household, with right check digits of the country and of IBAN.
func frenchIBAN(n int) string {
	const bank, branch = 30006, 1
	account := 10_000_000_000 + n*7919
	key := 97 - (89*bank+15*branch+3*account)%97
	national := fmt.Sprintf("%05d%05d%011d%02d", bank, branch, account, key)
	var digits strings.Builder
	for _, c := range national + "FR00" {
		if c >= 'A' {
			digits.WriteString(strconv.Itoa(int(c-'A') + 10))
		} else {
			digits.WriteRune(c)
		}
	}
	number, _ := new(big.Int).SetString(digits.String(), 10)
	return fmt.Sprintf("FR%02d%s", 98-new(big.Int).Mod(number, big.NewInt(97)).Int64(), national)
}
