package demo

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/cmd/server/app/demo/platform"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/reconciliation"
)

// pastMonths is how many months before the last one have been invoiced, sent and, mostly, paid.
const pastMonths = 2

// invoicingDay is the day of the following month on which a month is invoiced.
const invoicingDay = 9

// demoIBAN is the account that the invoices of the French operations are paid to.
const demoIBAN = "FR1420041010050500013M02606"

// seedPast invoices the months before the last one, each on its day, and tells what the bank did since.
// The seller that has a platform got it since then, and sends the last of them by it. The last month is
// left to the visitor.
func (d *seeding) seedPast(ctx context.Context, scope billing.Scope) error {
	var left []id.ID
	for back := pastMonths; back > 0; back-- {
		month := civil.MonthOf(d.today).Add(-1 - back)
		err := d.Clock.on(invoicedOn(month), func() (err error) {
			left, err = d.invoiceMonth(ctx, scope, month, back == 1)
			return err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", month, err)
		}
	}
	if err := d.seedPlatform(ctx, scope); err != nil {
		return err
	}
	if err := d.send(ctx, scope, left, true); err != nil {
		return err
	}
	if err := d.seedReports(ctx, scope); err != nil {
		return err
	}
	return d.seedBank(ctx, scope)
}

// invoicedOn is the day on which the demo invoices a month.
func invoicedOn(month civil.Month) civil.Date { return month.Next().First().AddDays(invoicingDay - 1) }

// invoiceMonth publishes a month, sends it by hand and orders its direct debits. What the seller with a
// platform is to send by it is left.
func (d *seeding) invoiceMonth(ctx context.Context, scope billing.Scope, month civil.Month, byPlatform bool) (left []id.ID, err error) {
	upTo := month.Next().First() - 1
	run, err := d.Services.Billing.Runs.StartRun(ctx, d.organizer, scope, billrun.RunInput{BillUpTo: &upTo, Mode: billing.Sync})
	if err != nil {
		return nil, err
	}
	published, err := d.Services.Billing.Publication.PublishInvoices(ctx, d.organizer, scope, billing.Selection{RunID: run.ID})
	if err != nil {
		return nil, err
	}
	for _, r := range published {
		if r.Refused != nil {
			return nil, r.Refused
		}
	}
	invoices, _, err := d.Services.Billing.Invoices.ListInvoices(ctx, d.organizer, scope, billing.InvoiceFilter{RunID: run.ID})
	if err != nil {
		return nil, err
	}
	var byHand []id.ID
	for _, one := range invoices {
		if byPlatform && one.IssuerName == demoIssuers[0].name {
			left = append(left, one.ID)
		} else {
			byHand = append(byHand, one.ID)
		}
	}
	if err := d.send(ctx, scope, byHand, false); err != nil {
		return nil, err
	}
	return left, d.collect(ctx, scope)
}

// send delivers invoices, and marks as done what is done by hand; with a platform e-invoices are not.
// What is no e-invoice says why, and is printed.
func (d *seeding) send(ctx context.Context, scope billing.Scope, ids []id.ID, platform bool) error {
	if len(ids) == 0 {
		return nil
	}
	sent, err := d.Services.Billing.Delivery.Deliver(ctx, d.organizer, scope.OperationID, delivery.Order{IDs: ids})
	if err != nil {
		return err
	}
	var printed []id.ID
	for _, r := range sent {
		if r.Refused != nil {
			printed = append(printed, r.ID)
		}
	}
	if len(printed) > 0 {
		if _, err := d.Services.Billing.Delivery.Deliver(ctx, d.organizer, scope.OperationID, delivery.Order{IDs: printed, Channel: billing.ByPrint}); err != nil {
			return err
		}
	}
	invoices, _, err := d.Services.Billing.Invoices.ListInvoices(ctx, d.organizer, scope, billing.InvoiceFilter{IDs: ids})
	if err != nil {
		return err
	}
	done := delivery.Mark{}
	for _, one := range invoices {
		if one.Delivery != nil && (one.Delivery.Channel != billing.ByEInvoice || !platform) {
			done.InvoiceIDs, done.Day = append(done.InvoiceIDs, one.ID), one.IssueDate
		}
	}
	if len(done.InvoiceIDs) == 0 {
		return nil
	}
	_, err = d.Services.Billing.Delivery.MarkDone(ctx, d.organizer, scope.OperationID, done)
	return err
}

// seedPlatform connects the first of several sellers with the platform of the demo.
func (d *seeding) seedPlatform(ctx context.Context, scope billing.Scope) error {
	issuers, _, err := d.Services.Billing.Entities.ListBillingEntities(ctx, d.organizer, scope)
	if err != nil {
		return err
	}
	for _, issuer := range issuers {
		if issuer.Name != demoIssuers[0].name {
			continue
		}
		base := "https://" + platform.Host
		_, err := d.Services.EInvoicing.Connections.Create(ctx, d.organizer, scope.OperationID, issuer.ID, einvoicing.Connection{Name: "Plateforme de démonstration", Kind: einvoicing.AFNOR, Active: true,
			Settings: einvoicing.Settings{FlowURL: base + "/flow-service", DirectoryURL: base + "/directory-service", TokenURL: base + "/token", ClientID: "pmo", Version: einvoicing.V13,
				InfoType: einvoicing.InfoJSON, Signature: einvoicing.SignPlain, SendsRule: true}, Secret: "demonstration"})
		return err
	}
	return nil
}

// seedBank imports the statements of the bank since the first invoice, a file a month. Most is matched;
// what payers did otherwise is left to the visitor.
func (d *seeding) seedBank(ctx context.Context, scope billing.Scope) error {
	invoices, _, err := d.Services.Billing.Invoices.ListInvoices(ctx, d.organizer, scope, billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})
	if err != nil {
		return err
	}
	debits, err := d.collected(ctx, scope)
	if err != nil {
		return err
	}
	year := fake.Year{Seed: uint64(len(invoices)), Until: d.today - 1}
	for _, i := range invoices {
		if i.IssueDate == nil || i.DueDate == nil || i.Amount <= 0 {
			continue
		}
		one := fake.Invoice{Number: i.Number, Client: i.ClientName, Amount: i.Amount, Issued: *i.IssueDate, Due: *i.DueDate}
		if t, ok := debits[i.ID]; ok {
			one.EndToEndID, one.Due = t.EndToEndID, t.On
		} else if i.Method == billing.Debit {
			continue // nobody has asked the bank for it
		}
		year.Invoices = append(year.Invoices, one)
	}
	opening := money.Cents(1_250_00)
	for rest := year.Movements(); len(rest) > 0; {
		month, n, sum := civil.MonthOf(rest[0].On), 0, money.Cents(0)
		for ; n < len(rest) && civil.MonthOf(rest[n].On) == month; n++ {
			sum += rest[n].Amount
		}
		on := min(month.Next().First()-1, year.Until)
		err := d.Clock.on(on+1, func() error {
			_, err := d.Services.Bank.Import(ctx, d.organizer, scope.OperationID, reconciliation.Upload{Name: "releve-" + month.String() + ".xml",
				Content: fake.Camt053("08", party.IBAN(demoIBAN), on, opening, rest[:n])})
			return err
		})
		if err != nil {
			return fmt.Errorf("statement of %s: %w", month, err)
		}
		rest, opening = rest[n:], opening+sum
	}
	return nil
}

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
