package publishing_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
)

func cancelled(t *testing.T, b *coretest.Billing, reason string, ids ...id.ID) []billing.Result {
	t.Helper()
	results, err := b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: ids, Reason: reason})
	require.NoError(t, err)
	return results
}

// one reads an invoice that must be in the list, by client.
func one(t *testing.T, list []billing.Invoice, client string) billing.Invoice {
	t.Helper()
	for _, inv := range list {
		if inv.ClientName == client {
			return inv
		}
	}
	require.Fail(t, "no invoice", client)
	return billing.Invoice{}
}

// TestAPublishedInvoiceIsTakenBackByACreditNote: the invoice stays, the note has the next number
// and the same lines, and the next run bills the days again.
func TestAPublishedInvoiceIsTakenBackByACreditNote(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	martin := one(t, b.Listed(billing.InvoiceFilter{}), "Martin")
	for _, inv := range b.Listed(billing.InvoiceFilter{}) {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
	}
	before, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, martin.ID)
	require.NoError(t, err)
	require.Nil(t, cancelled(t, b, "Relevé corrigé", martin.ID)[0].Refused)

	after, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, martin.ID)
	require.NoError(t, err)
	require.Equal(t, billing.Cancelled, after.Status)
	require.Equal(t, []any{before.Number, before.Amount, before.Lines}, []any{after.Number, after.Amount, after.Lines}, "an issued invoice never changes")
	require.Equal(t, "COM-2026-00004", after.CreditedBy.Number)
	note, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, after.CreditedBy.ID)
	require.NoError(t, err)
	require.Equal(t, []any{billing.TypeCreditNote, billing.Finalized, billing.PaymentSucceeded}, []any{note.Type, note.Status, note.PaymentStatus})
	require.Equal(t, []any{before.Amount, before.Net, before.Energy, before.Days, before.Lines}, []any{note.Amount, note.Net, note.Energy, note.Days, note.Lines})
	require.Equal(t, billing.InvoiceReference{ID: martin.ID, Number: before.Number}, note.Credits)
	require.False(t, note.Invoice.Overdue(*note.IssueDate+400), "nobody pays a credit note")

	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, note.ID, "")
	require.NoError(t, err)
	require.Equal(t, &billing.DocumentCredit{Number: before.Number, IssueDate: *before.IssueDate, Reason: "Relevé corrigé"}, b.Printed.Credits)
	require.Equal(t, []any{billing.TypeCreditNote, note.Number, ""}, []any{b.Printed.Kind, b.Printed.Number, b.Printed.Payment.IBAN})

	for _, i := range []id.ID{martin.ID, note.ID} {
		require.Equal(t, "invoice.notCancellable", cancelled(t, b, "", i)[0].Refused.Key, "once")
	}
	b.Run("2026-10-31")
	again := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	require.Len(t, again, 1, "the days of that invoice alone are due again")
	require.Equal(t, []any{before.Amount, before.Days, "Martin"}, []any{again[0].Amount, again[0].Days, again[0].ClientName})
	require.Nil(t, b.Publish(again[0].ID)[0].Refused)

	totals, err := b.Invoices.TotalInvoices(t.Context(), b.Organizer, b.Operation, billing.InvoiceFilter{})
	require.NoError(t, err)
	require.Equal(t, []int{3, 1, 1}, []int{totals.Published.Number, totals.Cancelled.Number, totals.CreditNotes.Number})
}

// TestACancelledDraftIsPutAside: it keeps no number and has no document, and the next run makes
// another one.
func TestACancelledDraftIsPutAside(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	draft := one(t, b.Listed(billing.InvoiceFilter{}), "Martin")
	results := cancelled(t, b, "", draft.ID, id.New())
	require.Nil(t, results[0].Refused)
	require.Equal(t, "invoice.notFound", results[1].Refused.Key)
	inv, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, draft.ID)
	require.NoError(t, err)
	require.Equal(t, []any{billing.Cancelled, "", false, false}, []any{inv.Status, inv.Number, inv.HasDocument(), inv.Cancellable()})
	require.Equal(t, "invoice.notDraft", b.Publish(draft.ID)[0].Refused.Key)
	b.Run("2026-10-31")
	require.Equal(t, draft.Amount, one(t, b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}), "Martin").Amount)
}

// TestWhatWasPaidIsOwedBack: the note of an invoice that was paid is open.
func TestWhatWasPaidIsOwedBack(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	paid := b.Listed(billing.InvoiceFilter{})[0]
	require.Nil(t, b.Publish(paid.ID)[0].Refused)
	b.Exec("update invoices set payment_status = 'SUCCEEDED' where id = $1", paid.ID)
	require.Nil(t, cancelled(t, b, "", paid.ID)[0].Refused)
	notes := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeCreditNote}})
	require.Len(t, notes, 1)
	require.Equal(t, billing.PaymentPending, notes[0].PaymentStatus)
}

// TestAnInvoiceIsCancelledOnce, whoever asks at the same time, and no number is lost.
func TestAnInvoiceIsCancelledOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	var ids []id.ID
	for _, inv := range b.Listed(billing.InvoiceFilter{}) {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
		ids = append(ids, inv.ID)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range 4 {
		wg.Go(func() {
			results, err := b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: ids})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			for _, r := range results {
				if r.Refused == nil {
					done++
				}
			}
		})
	}
	wg.Wait()
	require.Equal(t, len(ids), done)
	var numbers, top int
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select count(*), max(sequence) from invoices where number is not null").Scan(&numbers, &top))
	require.Equal(t, []int{2 * len(ids), 2 * len(ids)}, []int{numbers, top})
}
