package demo

import (
	"context"
	"fmt"

	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
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
		base := "https://" + PlatformHost
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
