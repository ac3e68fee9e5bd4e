package ereporting_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/flux10"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// office is the town whose seller reports from October 2026 on.
type office struct {
	*coretest.Billing
	*ereporting.Service
	issuer  id.ID
	submits []id.ID
}

func (o *office) Submit(_ context.Context, ids []id.ID) error {
	o.submits = append(o.submits, ids...)
	return nil
}
func (o *office) Poll(context.Context, id.ID) error { return nil }

var october = day("2026-09-01") // the first day of the two months that hold it

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{Billing: coretest.Town(t)}
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	stores := invoicestore.Stores(o.DB, cipher)
	o.Service = ereporting.New(ereporting.Deps{Access: einvoicing.Access{Guard: o.Guard, Tx: o.DB, Now: o.Now, Operations: operationstore.NewOperations(o.DB)}, Issuers: stores.BillingEntities,
		Connections: einvoicingstore.NewConnections(o.DB, cipher), Transmissions: einvoicingstore.NewTransmissions(o.DB), Queue: o, Reports: einvoicingstore.NewEReports(o.DB),
		Documents: o.Keeping(o.Shelf), Writer: flux10.Writer{}})
	issuers, err := stores.BillingEntities.List(t.Context(), o.Operation)
	require.NoError(t, err)
	o.issuer = issuers[0].ID
	o.Run("2026-10-31")
	return o
}

// reports tells how the seller reports.
func (o *office) reports() {
	o.T.Helper()
	_, err := o.PutSettings(o.T.Context(), o.Organizer, o.Operation, o.issuer, 0, func(s *ereporting.Settings) { s.Regime, s.Since = ereporting.Franchise, day("2026-10-01") })
	require.NoError(o.T, err)
}

// connected has a platform for the seller.
func (o *office) connected() {
	o.T.Helper()
	require.NoError(o.T, o.Connections.Add(o.T.Context(), einvoicing.Connection{ID: id.New(), OperationID: o.Operation, IssuerID: o.issuer, Seller: coretest.Commune, Name: "Plateforme",
		Kind: einvoicing.AFNOR, Active: true, Version: 1, CreatedAt: o.Clock}))
}

func (o *office) sell(clients ...string) {
	o.T.Helper()
	for _, inv := range o.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		for _, c := range clients {
			if inv.ClientName == c {
				require.Nil(o.T, o.Billing.Publish(inv.ID)[0].Refused)
			}
		}
	}
}

func (o *office) send(order ereporting.Order) (ereporting.Preview, error) {
	return o.Send(o.T.Context(), o.Organizer, o.Operation, o.issuer, october, order)
}

func (o *office) preview() ereporting.Preview {
	o.T.Helper()
	v, err := o.Preview(o.T.Context(), o.Organizer, o.Operation, o.issuer, october)
	require.NoError(o.T, err)
	return v
}

// TestAPeriodIsToldOnce: previewed, sent, and not again; what came later to it is told by a correction of the
// whole; each invoice is of one period for ever.
func TestAPeriodIsToldOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, err := o.Preview(t.Context(), o.Organizer, o.Operation, o.issuer, october)
	require.ErrorIs(t, err, ereporting.ErrRegime, "nobody told how it files")
	o.reports()
	o.Clock = o.Clock.AddDate(0, 0, 1)
	_, err = o.send(ereporting.Order{ByHand: true})
	require.ErrorIs(t, err, ereporting.ErrNothing)
	o.sell("Boulangerie", "Martin")
	v := o.preview()
	require.Equal(t, []any{1, 1, ereporting.Due, civil.Range{From: october, To: day("2026-11-01")}, day("2026-11-30")}, []any{len(v.In), len(v.Out), v.State, v.Period, v.Standing.Due})
	require.Equal(t, []any{"Martin", ereporting.ToConsumers, ereporting.Business}, []any{v.In[0].Document.Buyer.Name, v.In[0].Flow, v.Out[0].Reason})
	_, err = o.send(ereporting.Order{})
	require.ErrorIs(t, err, ereporting.ErrUnconnected)
	_, err = o.send(ereporting.Order{Correct: true})
	require.ErrorIs(t, err, ereporting.ErrUntold)
	o.connected()
	written, err := o.File(t.Context(), o.Organizer, o.Operation, o.issuer, october)
	require.NoError(t, err)
	sent, err := o.send(ereporting.Order{})
	require.NoError(t, err)
	require.Equal(t, []any{ereporting.UnderWay, 1, "E444608442-20260901-1", ereporting.Initial, 1}, []any{sent.State, len(sent.Reports), sent.Reports[0].Number, sent.Reports[0].Kind, len(o.submits)})
	kept, err := o.File(t.Context(), o.Organizer, o.Operation, o.issuer, october)
	require.NoError(t, err)
	require.Equal(t, written.Name, kept.Name)
	require.Contains(t, string(kept.Content), "<Name>Plateforme</Name>", "the file that was sent")
	number, content, err := o.EReport(t.Context(), sent.Reports[0].ID)
	require.NoError(t, err)
	require.Equal(t, []any{sent.Reports[0].Number, kept.Content}, []any{number, content})
	_, err = o.send(ereporting.Order{})
	require.ErrorIs(t, err, ereporting.ErrUnderWay)
	_, err = o.send(ereporting.Order{Correct: true})
	require.ErrorIs(t, err, ereporting.ErrUntold)
	o.Exec("update transmissions set carrier_id = 'r', ack = 'OK', state = 'ACCEPTED' where subject = 'EREPORT'")
	require.Equal(t, ereporting.Told, o.preview().State)
	_, err = o.send(ereporting.Order{})
	require.ErrorIs(t, err, ereporting.ErrTold)
	_, err = o.send(ereporting.Order{Correct: true})
	require.ErrorIs(t, err, ereporting.ErrUnchanged)

	// A second client turns out to be a person: its invoice of October comes late.
	o.Exec("update billable_entities set legal_number = '', consumer_type = 'individual' where name = 'CCAS'")
	o.sell("CCAS")
	require.Equal(t, []any{ereporting.Correction, 2}, []any{o.preview().State, len(o.preview().In)})
	again, err := o.send(ereporting.Order{Correct: true})
	require.NoError(t, err)
	require.Equal(t, []any{ereporting.Replaces, "E444608442-20260901-2", 2}, []any{again.Reports[1].Kind, again.Reports[1].Number, again.Reports[1].Invoices})
	o.Exec("update transmissions set carrier_id = 'r', ack = 'ERROR', state = 'REFUSED' where ereport_id = $1", again.Reports[1].ID)
	require.Equal(t, ereporting.Refused, o.preview().State)
	last, err := o.send(ereporting.Order{ByHand: true})
	require.NoError(t, err)
	require.Equal(t, []any{ereporting.Told, ereporting.Replaces, true}, []any{last.State, last.Reports[2].Kind, last.Reports[2].ByHand})

	// The database keeps an invoice from being of two periods.
	_, err = o.DB.Pool().Exec(t.Context(), `with r as (insert into ereports select gen_random_uuid(), operation_id, seller, '2026-11-01', '2027-01-01', 1, kind, 'other', document_id, sha256, digest, by_hand, invoices,
		net_cents, tax_cents, created_by, created_at from ereports where sequence = 1 returning id) insert into ereport_invoices select r.id, (select invoice_id from ereport_invoices limit 1), '2026-11-01' from r`)
	require.ErrorContains(t, err, "ereport_invoices_period_excl")
}

// TestADiscountAndAmountsAreReportedAsInvoiced: the sale of a day is what the invoice says at each of its rates, less
// the discount, with what is taken off and put on; the file says the same, and its credit note takes all of it back.
func TestADiscountAndAmountsAreReportedAsInvoiced(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.reports()
	pair := billing.Pair{ConsumerID: o.Sites["Martin"], ProducerID: o.Sites["Commune"]}
	_, err := o.Adjustments.AddDiscount(t.Context(), o.Billing.Organizer, o.Scope, adjustment.DiscountInput{Pair: pair, Days: coretest.Days("2026-10-11", "2026-10-20"), Percent: 1250, Reason: "Offre"})
	require.NoError(t, err)
	sub := o.SubscriptionOf(pair.ConsumerID, pair.ProducerID, "2026-10-01")
	low := money.VATRate(550)
	for _, in := range []adjustment.Input{{Kind: billing.Allowance, Amount: 300}, {Kind: billing.Surcharge, Amount: 250, Rate: &low}} {
		in.SubscriptionID, in.Reason = sub.ID, "Geste"
		_, err = o.Adjustments.Add(t.Context(), o.Billing.Organizer, o.Scope, in)
		require.NoError(t, err)
	}
	o.Run("2026-10-31")
	o.sell("Martin")
	inv := o.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	// 15.00 + 15.00 − 1.88 + 16.56 and 0.65 + 0.65 − 0.08 + 0.71, less 3.00 at 20 %; 2.50 at 5.5 %.
	v := o.preview()
	want := []ereporting.Row{{Day: day("2026-10-31"), Category: ereporting.Taxed, Count: 1, Net: 4361 + 250, Tax: 872 + 14,
		Rates: []ereporting.RateSum{{Rate: 2000, Net: 4361, Tax: 872}, {Rate: 550, Net: 250, Tax: 14}}}}
	require.Equal(t, want, v.Rows)
	require.Equal(t, []money.Cents{inv.Net, inv.VAT}, []money.Cents{v.Net, v.Tax})
	file, err := o.File(t.Context(), o.Organizer, o.Operation, o.issuer, october)
	require.NoError(t, err)
	for _, part := range []string{"<TaxExclusiveAmount>46.11<", "<TaxTotal>8.86<", "<TaxableAmount>43.61<", "<TaxableAmount>2.50<"} {
		require.Contains(t, string(file.Content), part)
	}
	_, err = o.Publication.CancelInvoices(t.Context(), o.Billing.Organizer, o.Scope, billing.Selection{IDs: []id.ID{inv.ID}})
	require.NoError(t, err)
	list, err := o.List(t.Context(), o.Organizer, o.Operation)
	require.NoError(t, err)
	require.Equal(t, []money.Cents{-inv.Net, -inv.VAT}, []money.Cents{list[0].Periods[0].Net, list[0].Periods[0].Tax})
}

// TestTwoReportAtOnce: one of them does.
func TestTwoReportAtOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.reports()
	o.sell("Martin")
	done := make(chan error, 4)
	for range cap(done) {
		go func() {
			_, err := o.send(ereporting.Order{ByHand: true})
			done <- err
		}()
	}
	told := 0
	for range cap(done) {
		err := <-done
		if err == nil {
			told++
			continue
		}
		require.Contains(t, []string{"ereport.told", "ereport.taken"}, fault.KeyOf(err))
	}
	require.Equal(t, []int{1, 1}, []int{told, len(o.preview().Reports)})
}

// TestWhatIsTakenBackIsNegative, in the period in which that was done.
func TestWhatIsTakenBackIsNegative(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.reports()
	o.sell("Martin")
	_, err := o.send(ereporting.Order{ByHand: true})
	require.NoError(t, err)
	inv := o.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})[0]
	_, err = o.Publication.CancelInvoices(t.Context(), o.Organizer, o.Scope, billing.Selection{IDs: []id.ID{inv.ID}})
	require.NoError(t, err)
	require.Equal(t, ereporting.Told, o.preview().State, "what was told stays true")
	list, err := o.List(t.Context(), o.Organizer, o.Operation)
	require.NoError(t, err)
	require.Len(t, list[0].Periods, 2)
	now := list[0].Periods[0]
	require.Equal(t, []any{ereporting.Open, -o.preview().Net}, []any{now.State, now.Net})
	_, err = o.Send(t.Context(), o.Organizer, o.Operation, o.issuer, now.Period.From, ereporting.Order{ByHand: true})
	require.ErrorIs(t, err, ereporting.ErrOpen)
	_, err = o.Preview(t.Context(), o.Organizer, o.Operation, o.issuer, now.Period.From+1)
	require.ErrorIs(t, err, ereporting.ErrPeriod)
}

// TestAPeriodWithoutSalesIsListed: each period of a seller is there, also where nothing is to be told of it;
// none has to be told by its last day, and the one under way may still get sales.
func TestAPeriodWithoutSalesIsListed(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, err := o.PutSettings(t.Context(), o.Organizer, o.Operation, o.issuer, 0, func(s *ereporting.Settings) { s.Regime, s.Since = ereporting.Franchise, day("2026-05-10") })
	require.NoError(t, err)
	o.sell("Boulangerie", "Martin")
	list, err := o.List(t.Context(), o.Organizer, o.Operation)
	require.NoError(t, err)
	var got []string
	for _, p := range list[0].Periods {
		got = append(got, p.Period.From.String()+" "+string(p.State))
	}
	require.Equal(t, []string{"2026-11-01 OPEN", "2026-09-01 DUE", "2026-07-01 NOTHING", "2026-05-01 NOTHING"}, got)
	n, since, err := o.Missed(t.Context(), operation.Operation{ID: o.Operation, DSO: "ENEDIS"}, day("2026-11-30"))
	require.NoError(t, err)
	require.Equal(t, []any{0, (*civil.Date)(nil)}, []any{n, since}, "nothing is late of which nothing is to be told")
	_, err = o.Send(t.Context(), o.Organizer, o.Operation, o.issuer, day("2026-07-01"), ereporting.Order{ByHand: true})
	require.ErrorIs(t, err, ereporting.ErrNothing)
	_, err = o.Send(t.Context(), o.Organizer, o.Operation, o.issuer, day("2026-11-01"), ereporting.Order{ByHand: true})
	require.ErrorIs(t, err, ereporting.ErrOpen)
}

// TestASellerOfSeveralOperations is reported whole, by who sees all of them.
func TestASellerOfSeveralOperations(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.reports()
	o.sell("Martin")
	other := o.Elsewhere(policy.Principal{UserID: o.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}})
	other.Issuer("Commune ailleurs", coretest.Commune, other.Site("Ailleurs", "producer", ""))
	require.Equal(t, 1, o.preview().Hidden)
	_, err := o.send(ereporting.Order{ByHand: true})
	require.ErrorIs(t, err, ereporting.ErrHidden)
	both := o.Organizer
	both.Operations = append(both.Operations, other.Operation)
	_, err = o.Send(t.Context(), both, o.Operation, o.issuer, october, ereporting.Order{ByHand: true})
	require.NoError(t, err)
}

// TestADeadlineIsMissed: the rule of alerts is told how many periods, and since when.
func TestADeadlineIsMissed(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.sell("Martin")
	op := operation.Operation{ID: o.Operation, DSO: "ENEDIS"}
	missed := func(on string) int {
		n, since, err := o.Missed(t.Context(), op, day(on))
		require.NoError(t, err)
		require.Equal(t, n > 0, since != nil)
		if n > 0 {
			require.Equal(t, day("2026-11-30"), *since)
		}
		return n
	}
	require.Zero(t, missed("2026-12-01"), "nobody told how it files")
	o.reports()
	require.Equal(t, []int{0, 1}, []int{missed("2026-11-30"), missed("2026-12-01")})
	_, err := o.send(ereporting.Order{ByHand: true})
	require.NoError(t, err)
	require.Zero(t, missed("2026-12-01"))
}

// TestWhoMayReport: observers and other people's organizers read nothing and report nothing.
func TestWhoMayReport(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, p := range []policy.Principal{{UserID: o.User(policy.RoleObserver), Role: policy.RoleObserver, Operations: []id.ID{o.Operation}},
		{UserID: o.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}} {
		_, err := o.List(t.Context(), p, o.Operation)
		require.Error(t, err)
		_, err = o.Preview(t.Context(), p, o.Operation, o.issuer, october)
		require.Error(t, err)
		_, err = o.File(t.Context(), p, o.Operation, o.issuer, october)
		require.Error(t, err)
		_, err = o.Send(t.Context(), p, o.Operation, o.issuer, october, ereporting.Order{})
		require.Error(t, err)
		_, err = o.PutSettings(t.Context(), p, o.Operation, o.issuer, 0, func(*ereporting.Settings) {})
		require.Error(t, err)
	}
	_, err := o.Preview(t.Context(), o.Organizer, o.Operation, id.New(), october)
	require.ErrorIs(t, err, billing.ErrIssuerNotFound)
}
