package invoicestore

import (
	"fmt"
	"strings"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

const invoiceColumns = `i.operation_id, i.id, i.type, i.status, i.payment_status, i.billing_entity_id, i.billable_entity_id, i.producer_id, i.run_id,
	i.period_from, i.period_to, i.payment_method, i.term_days, i.energy_milli_wh, i.net_cents, i.vat_cents, i.amount_cents, i.source_hash,
	i.number, i.issue_date, i.due_date, i.document_id, i.created_at, e.name, c.name, d.state, d.channel, d.state_at, d.problem,
	case when d.state = 'WAITING' and d.channel not in ('MAIL', 'PRINT') then at_platform(i.id) else false end, count(*) over ()`

const invoiceTables = ` from invoices i
	join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
	join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
	left join invoice_deliveries d on d.invoice_id = i.id and d.current`

// conditions collects what rows must fulfil; values never become text of the query.
type conditions struct {
	texts []string
	args  []any
}

// where adds a condition, its ? being the value.
func (c *conditions) where(text string, value any) {
	c.args = append(c.args, value)
	c.texts = append(c.texts, strings.ReplaceAll(text, "?", fmt.Sprintf("$%d", len(c.args))))
}

// invoiceSortColumns are what a list can be sorted by, by the contract's words.
var invoiceSortColumns = map[string]string{
	"id": "i.id", "operationId": "i.operation_id", "type": "i.type", "number": "i.number", "status": "i.status",
	"paymentStatus": "i.payment_status", "periodStart": "i.period_from", "periodEnd": "i.period_to",
	"issueDate": "i.issue_date", "dueDate": "i.due_date", "producerId": "i.producer_id", "paymentMethod": "i.payment_method",
	"energyMilliWh": "i.energy_milli_wh", "netCents": "i.net_cents", "vatCents": "i.vat_cents", "amountCents": "i.amount_cents", "paidCents": "case when i.number is not null then settled_cents(i.id) end",
	"hasDocument": "i.type <> 'STATEMENT' and i.status <> 'NOT_CHARGED' and (i.status <> 'CANCELLED' or i.number is not null)", "holds": "invoice_holds(i.type, i.status)",
	// Those due first are overdue first, whatever day it is; what is paid or not issued never is.
	"overdue":   "coalesce(case when invoice_holds(i.type, i.status) and i.payment_status <> 'SUCCEEDED' then date '2000-01-01' - i.due_date end, -1000000)",
	"side":      "i.billing_entity_id", // who issues: the invoices of one issuer are on one side of a site
	"cancelled": "i.status = 'CANCELLED'", "cancellable": "i.type = 'INVOICE' and i.status in ('DRAFT', 'FINALIZED')", "runId": "i.run_id", "createdAt": "i.created_at",
	"isLegacyBill": "i.id is null", "documentName": "i.id is null", // of bills of the old engine only: all invoices are alike
}

// invoiceOrder is newest period first, then by client, where nothing else is asked for.
func invoiceOrder(orders []billing.InvoiceOrder, side billing.Side) (string, error) {
	text := " order by "
	for _, o := range orders {
		column, ok := invoiceSortColumns[o.Field]
		if o.Field == "side" {
			column, ok = "i.id is null", true // nobody is asked about: all are alike
			if !side.IssuedBy.IsZero() {
				column = issued("'"+side.IssuedBy.String()+"'::uuid") + " is not true" // ISSUED before RECEIVED
			}
		}
		if !ok {
			return "", fmt.Errorf("postgres: invoices are not sorted by %q", o.Field)
		}
		text += "(" + column + ")"
		if o.Descending {
			text += " desc"
		}
		text += " nulls last, "
	}
	return text + "i.period_from desc, c.name collate name_order, i.id", nil
}

func invoiceConditions(operationID id.ID, f billing.InvoiceFilter) *conditions {
	c := &conditions{}
	c.where("i.operation_id = ?", operationID)
	types := f.Types
	if len(types) == 0 {
		types = []billing.InvoiceType{billing.TypeInvoice, billing.TypeCreditNote}
	}
	c.where("i.type = any(?::text[])", texts(types))
	if len(f.Statuses) > 0 {
		c.where("i.status = any(?::text[])", texts(f.Statuses))
	}
	if len(f.IDs) > 0 {
		c.where("i.id = any(?::uuid[])", f.IDs)
	}
	if !f.IssuerID.IsZero() {
		c.where("i.billing_entity_id = ?", f.IssuerID)
	}
	if !f.ClientID.IsZero() {
		c.where("i.billable_entity_id = ?", f.ClientID)
	}
	if !f.RunID.IsZero() {
		c.where("i.run_id = ? and i.id in (select r.invoice_id from bill_run_items r where r.operation_id = i.operation_id and r.run_id = ?)", f.RunID)
	}
	if !f.PlanID.IsZero() {
		c.where(`exists (select from invoice_lines l join subscriptions s on s.operation_id = l.operation_id and s.id = l.subscription_id
			where l.operation_id = i.operation_id and l.invoice_id = i.id and s.plan_id = ?)`, f.PlanID)
	}
	if f.Month != 0 {
		// The end is the day after the last one.
		c.where("i.period_to > ?", postgres.ToMonth(f.Month))
		c.where("i.period_to <= ?", postgres.ToMonth(f.Month.Next()))
	}
	if len(f.Deliveries) > 0 {
		c.where(delivered, texts(f.Deliveries))
	}
	if f.Overdue != nil {
		text := overdue(c, f.Today)
		if !*f.Overdue {
			text = "not " + text
		}
		c.texts = append(c.texts, text)
	}
	if f.Paid != nil {
		text := paid
		if !*f.Paid {
			text = "not " + text
		}
		c.texts = append(c.texts, text)
	}
	if f.Query != "" {
		c.where("position(lower(?::text) in lower(coalesce(i.number, '') || ' ' || e.name || ' ' || c.name)) > 0", f.Query)
	}
	sideCondition(c, f.Side)
	return c
}

// delivered is where an invoice is on its way: by the state of its delivery, issued and without one, or
// what somebody has to do something about.
const delivered = `(d.state = any(?::text[])
	or i.number is not null and i.status <> 'CANCELLED' and d.state is null and ('NONE' = any(?::text[]) or 'TO_DO' = any(?::text[]))
	or i.status <> 'CANCELLED' and 'TO_DO' = any(?::text[]) and (d.state = 'FAILED' or d.state = 'WAITING' and (d.channel = 'PRINT' or d.channel <> 'MAIL' and not at_platform(i.id))))`

// paid is what holds and is paid in full.
const paid = `coalesce(invoice_holds(i.type, i.status) and i.payment_status = 'SUCCEEDED', false)`

// overdue is what should have been paid before a day (billing.Invoice.Overdue).
func overdue(c *conditions, today civil.Date) string {
	c.args = append(c.args, postgres.ToDate(today), []string{string(billing.PublicTreasuryPaymentOrder), string(billing.PublicTreasuryDebit)})
	return fmt.Sprintf(`coalesce(invoice_holds(i.type, i.status) and i.payment_status <> 'SUCCEEDED' and i.due_date < $%d
		and i.payment_method <> all($%d::text[]), false)`, len(c.args)-1, len(c.args))
}

// issued is an invoice of a producer, or of an issuer that issues for it.
func issued(producer string) string {
	return "(i.producer_id = " + producer + ` or i.producer_id is null and exists (select from billing_entity_producers p
		where p.operation_id = i.operation_id and p.billing_entity_id = i.billing_entity_id and p.producer_id = ` + producer + "))"
}

// sideCondition keeps what a side sees (billing.Side.Sees).
func sideCondition(c *conditions, side billing.Side) {
	const received = `invoice_holds(i.type, i.status) and exists (select from invoice_lines l
		where l.operation_id = i.operation_id and l.invoice_id = i.id and l.consumer_id = ?)`
	own := &conditions{args: c.args}
	if !side.IssuedBy.IsZero() {
		text := issued("?")
		if side.Published {
			text += " and i.number is not null"
		}
		own.where("("+text+")", side.IssuedBy)
	}
	if !side.ReceivedBy.IsZero() {
		own.where("("+received+")", side.ReceivedBy)
	}
	if len(own.texts) > 0 {
		c.args = own.args
		c.texts = append(c.texts, "("+strings.Join(own.texts, " or ")+")")
	}
}

func texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
