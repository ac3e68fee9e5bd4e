package settlement_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// till is the town whose October is invoiced to CCAS, Boulangerie and Martin, with what they pay.
type till struct {
	*coretest.Billing
	*settlement.Service
	store    store
	released []id.ID
}

// store remembers which invoices are let go by their collections.
type store struct {
	*paymentstore.Settlements
	of *till
}

func (s store) Release(ctx context.Context, invoiceID id.ID) error {
	s.of.released = append(s.of.released, invoiceID)
	return s.Settlements.Release(ctx, invoiceID)
}

func newTill(t *testing.T) *till {
	t.Helper()
	w := &till{Billing: coretest.Town(t)}
	w.store = store{paymentstore.NewSettlements(w.DB), w}
	w.Service = settlement.New(settlement.Deps{Guard: w.Billing.Guard, Tx: w.DB, Now: w.Billing.Now, Operations: operationstore.NewOperations(w.DB), Settlements: w.store})
	w.Run("2026-10-31")
	var drafts []id.ID
	for _, i := range w.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		drafts = append(drafts, i.ID)
	}
	for _, r := range w.Publish(drafts...) {
		require.Nil(t, r.Refused)
	}
	return w
}

func (w *till) invoice(client string) billing.Invoice {
	w.T.Helper()
	return w.Listed(billing.InvoiceFilter{Query: client, Statuses: []billing.InvoiceStatus{billing.Finalized, billing.Cancelled}})[0]
}

// record records what came (or went) of some clients' invoices on a day of November.
func (w *till) record(kind settlement.Kind, day string, amount *money.Cents, clients ...string) ([]settlement.Settlement, error) {
	r := settlement.Record{Kind: kind, BookedOn: coretest.Date("2026-11-" + day), Amount: amount, Reference: " virement "}
	for _, one := range clients {
		r.InvoiceIDs = append(r.InvoiceIDs, w.invoice(one).ID)
	}
	return w.Record(w.T.Context(), w.Organizer, w.Operation, r)
}

// status is whether an invoice is paid, and what holds of it.
func (w *till) status(client string) (billing.PaymentStatus, money.Cents) {
	w.T.Helper()
	i := w.invoice(client)
	found, err := w.store.Accounts(w.T.Context(), w.Operation, []id.ID{i.ID}, false)
	require.NoError(w.T, err)
	require.Equal(w.T, i.PaymentStatus, found[0].Payment)
	return i.PaymentStatus, found[0].Paid()
}

func cents(c money.Cents) *money.Cents { return &c }

// TestSeveralArePaidAtOnceOrNone: each by what is open of it, in one entry of the trail; one that cannot be
// paid keeps the others unpaid, and each is named.
func TestSeveralArePaidAtOnceOrNone(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Clock = w.Clock.AddDate(0, 0, 20)
	_, err := w.record(settlement.Payment, "20", cents(1_000), "CCAS")
	require.NoError(t, err)
	before := w.Count("audit_entries")
	made, err := w.record(settlement.Payment, "21", nil, "CCAS", "Martin", "CCAS")
	require.NoError(t, err)
	require.Len(t, made, 2, "who is named twice pays once")
	require.Equal(t, before+1, w.Count("audit_entries"))
	for _, one := range made {
		require.Equal(t, []any{settlement.Payment, "virement", w.Organizer.UserID}, []any{one.Kind, one.Reference, one.CreatedBy})
	}
	for _, client := range []string{"CCAS", "Martin"} {
		status, paid := w.status(client)
		require.Equal(t, []any{billing.PaymentSucceeded, w.invoice(client).Amount}, []any{status, paid}, client)
	}
	require.Empty(t, w.released)

	_, err = w.record(settlement.Payment, "21", nil, "CCAS", "Boulangerie", "Martin")
	require.Equal(t, []string{"settlement.invalid", "settlement.paid", "settlement.paid"}, keys(err))
	_, err = w.record(settlement.Payment, "21", nil, "CCAS", "Boulangerie")
	require.Equal(t, "settlement.paid", fault.KeyOf(err), "one alone is said by itself")
	require.Equal(t, w.invoice("CCAS").Number, fault.From(err).Params["number"])
	status, paid := w.status("Boulangerie")
	require.Equal(t, []any{billing.PaymentPending, money.Cents(0)}, []any{status, paid})
	require.Equal(t, before+1, w.Count("audit_entries"))
}

// keys are those of a refusal, and of what it holds.
func keys(err error) (out []string) {
	f := fault.From(err)
	out = append(out, f.Key)
	for _, one := range f.Items {
		out = append(out, one.Key)
	}
	return out
}

// TestWhatComesBackLetsTheCollectionGo: a part or all of what was paid, never more; an order that was refused
// moves no money, and both leave the invoice failed and free to be collected again.
func TestWhatComesBackLetsTheCollectionGo(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Clock = w.Clock.AddDate(0, 0, 20)
	baker := w.invoice("Boulangerie")
	_, err := w.record(settlement.Return, "20", nil, "Boulangerie")
	require.Equal(t, "settlement.returnTooMuch", fault.KeyOf(err), "nothing was paid")
	_, err = w.record(settlement.Rejection, "20", nil, "Boulangerie")
	require.NoError(t, err)
	require.Equal(t, []id.ID{baker.ID}, w.released)
	status, paid := w.status("Boulangerie")
	require.Equal(t, []any{billing.PaymentFailed, money.Cents(0)}, []any{status, paid})

	_, err = w.record(settlement.Payment, "21", nil, "Boulangerie")
	require.NoError(t, err)
	_, err = w.record(settlement.Rejection, "22", nil, "Boulangerie")
	require.Equal(t, "settlement.paid", fault.KeyOf(err), "nothing is ordered of it any more")
	_, err = w.record(settlement.Return, "22", cents(baker.Amount+1), "Boulangerie")
	require.Equal(t, []any{"settlement.returnTooMuch", baker.Amount.String()}, []any{fault.KeyOf(err), fault.From(err).Params["paid"]})
	require.Len(t, w.released, 1)
	_, err = w.record(settlement.Return, "22", cents(1), "Boulangerie")
	require.NoError(t, err)
	require.Len(t, w.released, 2)
	status, paid = w.status("Boulangerie")
	require.Equal(t, []any{billing.PaymentFailed, baker.Amount - 1}, []any{status, paid}, "a cent lacks, and it came back")
}

// TestWhatIsNotThereIsNotPaid: an invoice of another operation, and what is no debt; days and rights.
func TestWhatIsNotThereIsNotPaid(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Clock = w.Clock.AddDate(0, 0, 20)
	ctx := t.Context()
	before := w.Count("audit_entries")
	good := settlement.Record{Kind: settlement.Payment, InvoiceIDs: []id.ID{w.invoice("CCAS").ID}, BookedOn: coretest.Date("2026-11-20")}
	for key, change := range map[string]func(*settlement.Record){
		"invoice.notFound":       func(r *settlement.Record) { r.InvoiceIDs = append(r.InvoiceIDs, id.New()) },
		"settlement.ahead":       func(r *settlement.Record) { r.BookedOn = coretest.Date("2027-11-20") },
		"settlement.amount":      func(r *settlement.Record) { r.Amount = cents(0) },
		"field.tooLong":          func(r *settlement.Record) { r.Reference = strings.Repeat("é", 141) },
		"settlement.beforeIssue": func(r *settlement.Record) { r.BookedOn = coretest.Date("2026-10-20") },
	} {
		r := good
		r.InvoiceIDs = append([]id.ID{}, good.InvoiceIDs...)
		change(&r)
		_, err := w.Record(ctx, w.Organizer, w.Operation, r)
		require.Contains(t, keys(err), key)
	}
	_, err := w.Record(ctx, w.Observer(), w.Operation, good)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = w.Record(ctx, w.Organizer, id.New(), good)
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.Of(ctx, w.Organizer, w.Operation, id.New())
	require.Equal(t, "invoice.notFound", fault.KeyOf(err))
	_, err = w.Withdraw(ctx, w.Organizer, w.Operation, id.New())
	require.Equal(t, "notFound", fault.KeyOf(err))

	_, err = w.Publication.CancelInvoices(ctx, w.Organizer, w.Scope, billing.Selection{IDs: good.InvoiceIDs})
	require.NoError(t, err)
	cancelled := w.Count("audit_entries")
	_, err = w.Record(ctx, w.Organizer, w.Operation, good)
	require.Equal(t, "settlement.cancelled", fault.KeyOf(err))
	require.Equal(t, cancelled, w.Count("audit_entries"))
	require.Equal(t, before+1, cancelled, "the credit note")
	w.Exec("update operations set billing_engine = null where id = $1", w.Operation)
	_, err = w.Of(ctx, w.Organizer, w.Operation, good.InvoiceIDs[0])
	require.Equal(t, "featureNotAvailable", fault.KeyOf(err))
}

// TestAMistakeIsWithdrawnAndStays: once, by whom and when; not a payment of which a part came back, nor of
// what was taken back since. What is left decides whether the invoice is paid.
func TestAMistakeIsWithdrawnAndStays(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Clock = w.Clock.AddDate(0, 0, 20)
	ctx := t.Context()
	made, err := w.record(settlement.Payment, "20", nil, "CCAS")
	require.NoError(t, err)
	back, err := w.record(settlement.Return, "21", cents(500), "CCAS")
	require.NoError(t, err)
	_, err = w.Withdraw(ctx, w.Organizer, w.Operation, made[0].ID)
	require.Equal(t, "settlement.returnedSince", fault.KeyOf(err))
	_, err = w.Withdraw(ctx, w.Observer(), w.Operation, back[0].ID)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	gone, err := w.Withdraw(ctx, w.Organizer, w.Operation, back[0].ID)
	require.NoError(t, err)
	require.Equal(t, w.Clock.UTC(), gone.WithdrawnAt.UTC())
	status, _ := w.status("CCAS")
	require.Equal(t, billing.PaymentSucceeded, status)
	_, err = w.Withdraw(ctx, w.Organizer, w.Operation, back[0].ID)
	require.Equal(t, "settlement.withdrawn", fault.KeyOf(err))
	_, err = w.Withdraw(ctx, w.Organizer, w.Operation, made[0].ID)
	require.NoError(t, err)
	status, paid := w.status("CCAS")
	require.Equal(t, []any{billing.PaymentPending, money.Cents(0)}, []any{status, paid})
	list, err := w.Of(ctx, w.Organizer, w.Operation, w.invoice("CCAS").ID)
	require.NoError(t, err)
	require.Equal(t, []id.ID{back[0].ID, made[0].ID}, []id.ID{list[0].ID, list[1].ID}, "what was withdrawn is listed, the last day first")

	kept, err := w.record(settlement.Payment, "22", nil, "CCAS")
	require.NoError(t, err)
	_, err = w.Publication.CancelInvoices(ctx, w.Organizer, w.Scope, billing.Selection{IDs: []id.ID{w.invoice("CCAS").ID}})
	require.NoError(t, err)
	_, err = w.Withdraw(ctx, w.Organizer, w.Operation, kept[0].ID)
	require.Equal(t, "settlement.cancelled", fault.KeyOf(err), "the credit note counts on it")
}

// TestTwoWhoRecordAtOncePayOnce: whoever comes second finds nothing open.
func TestTwoWhoRecordAtOncePayOnce(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Clock = w.Clock.AddDate(0, 0, 20)
	r := settlement.Record{Kind: settlement.Payment, BookedOn: coretest.Date("2026-11-20")}
	for _, one := range []string{"CCAS", "Boulangerie", "Martin"} {
		r.InvoiceIDs = append(r.InvoiceIDs, w.invoice(one).ID)
	}
	const people = 6
	refused := make([]error, people)
	var all sync.WaitGroup
	for n := range people {
		all.Go(func() { _, refused[n] = w.Record(t.Context(), w.Organizer, w.Operation, r) })
	}
	all.Wait()
	done := 0
	for _, err := range refused {
		if err == nil {
			done++
			continue
		}
		require.Equal(t, []string{"settlement.invalid", "settlement.paid", "settlement.paid", "settlement.paid"}, keys(err))
	}
	require.Equal(t, 1, done)
	require.Equal(t, len(r.InvoiceIDs), w.Count("settlements"))
}

// line is what a bank says of money, kept.
func (w *till) line(amount money.Cents) id.ID {
	file, line := id.New(), id.New()
	w.Exec("insert into bank_files values ($1, $2, 'x.xml', 'CAMT_053', '{}', null, null, $3, now())", w.Operation, file, w.Organizer.UserID)
	w.Exec(`insert into bank_lines (operation_id, id, file_id, kind, iban_sealed, iban_hash, identity, row, booked_on, amount_cents, returned, created_at)
		values ($1, $2, $3, 'BOOKED', '', '', sha256($4::text::bytea), 1, '2026-11-20', $5, false, now())`, w.Operation, line, file, string(line), int64(amount))
	return line
}

// TestTheLedgerOfALine: what a line of the bank settles makes the statuses follow, never more than the line is
// of, and is withdrawn with it, and nothing else is.
func TestTheLedgerOfALine(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Clock = w.Clock.AddDate(0, 0, 20)
	ledger := settlement.Ledger{Store: w.store, Now: w.Billing.Now}
	_, err := w.record(settlement.Payment, "19", cents(500), "CCAS")
	require.NoError(t, err)
	ccas, martin := w.invoice("CCAS"), w.invoice("Martin")
	line := w.line(ccas.Amount - 500 + martin.Amount)
	act := func(do func(ctx context.Context, accounts []settlement.Account) error) error {
		return w.DB.InTx(t.Context(), w.Organizer.Change("bankFile:import", w.Operation, "bankFile", id.New()), func(ctx context.Context) error {
			accounts, err := w.store.Accounts(ctx, w.Operation, []id.ID{ccas.ID, martin.ID}, true)
			if err != nil {
				return err
			}
			return do(ctx, accounts)
		})
	}
	book := func(kind settlement.Kind, of id.ID) error {
		return act(func(ctx context.Context, accounts []settlement.Account) error {
			var fresh []settlement.Settlement
			for n := range accounts {
				a := &accounts[n]
				s := settlement.Settlement{ID: id.New(), InvoiceID: a.ID, Kind: kind, Amount: max(a.Open(), 1), BookedOn: coretest.Date("2026-11-20"), LineID: of, CreatedAt: w.Clock.UTC()}
				a.Settled = append(a.Settled, s)
				fresh = append(fresh, s)
			}
			return ledger.Book(ctx, w.Operation, w.Organizer.UserID, accounts, fresh)
		})
	}
	require.NoError(t, book(settlement.Payment, line))
	require.Empty(t, w.released)
	for _, client := range []string{"CCAS", "Martin"} {
		status, paid := w.status(client)
		require.Equal(t, []any{billing.PaymentSucceeded, w.invoice(client).Amount}, []any{status, paid}, client)
	}
	require.ErrorIs(t, book(settlement.Payment, line), fault.ObjectChanged, "the line is used up")

	withdraw := func(of id.ID) error {
		return act(func(ctx context.Context, accounts []settlement.Account) error {
			return ledger.Withdraw(ctx, w.Operation, w.Organizer.UserID, accounts, of)
		})
	}
	back, err := w.record(settlement.Return, "20", cents(ccas.Amount), "CCAS")
	require.NoError(t, err)
	require.ErrorIs(t, withdraw(line), settlement.ErrReturnedSince)
	status, _ := w.status("Martin")
	require.Equal(t, billing.PaymentSucceeded, status, "all of a line or nothing")
	_, err = w.Withdraw(t.Context(), w.Organizer, w.Operation, back[0].ID)
	require.NoError(t, err)

	require.NoError(t, withdraw(line))
	status, paid := w.status("CCAS")
	require.Equal(t, []any{billing.PaymentPending, money.Cents(500)}, []any{status, paid}, "what was recorded by hand holds")
	status, paid = w.status("Martin")
	require.Equal(t, []any{billing.PaymentPending, money.Cents(0)}, []any{status, paid})
	require.NoError(t, withdraw(line), "nothing of it holds any more")
	require.NoError(t, book(settlement.Rejection, w.line(-1_000_000)))
	require.ElementsMatch(t, []id.ID{ccas.ID, ccas.ID, martin.ID}, w.released)

	require.NoError(t, book(settlement.Payment, w.line(1_000_000)))
	_, err = w.Publication.CancelInvoices(t.Context(), w.Organizer, w.Scope, billing.Selection{IDs: []id.ID{martin.ID}})
	require.NoError(t, err)
	var last id.ID
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select line_id from settlements where invoice_id = $1 and kind = 'PAYMENT' order by created_at desc, id desc limit 1", martin.ID).Scan(&last))
	require.ErrorIs(t, withdraw(last), settlement.ErrCancelled)
}

// TestAPaymentByHandMayBeTheMoneyOfALine: as long as it holds, and no line says it.
func TestAPaymentByHandMayBeTheMoneyOfALine(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Clock = w.Clock.AddDate(0, 0, 20)
	byHand := func() bool {
		found, err := w.store.Accounts(t.Context(), w.Operation, []id.ID{w.invoice("CCAS").ID}, false)
		require.NoError(t, err)
		return found[0].ByHand()
	}
	require.False(t, byHand())
	made, err := w.record(settlement.Payment, "20", cents(1), "CCAS")
	require.NoError(t, err)
	require.True(t, byHand())
	_, err = w.Withdraw(t.Context(), w.Organizer, w.Operation, made[0].ID)
	require.NoError(t, err)
	require.False(t, byHand())
}
