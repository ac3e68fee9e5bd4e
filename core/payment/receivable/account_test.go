package receivable

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/settlement"
)

var issued = civil.NewDate(2026, time.November, 2)

func invoice(name string, amount, paid money.Cents, change ...func(*Document)) Document {
	d := Document{ID: id.ID(name), Number: name, Type: billing.TypeInvoice, Status: billing.Finalized, Payment: billing.PaymentPending, Method: billing.Transfer,
		ClientID: "anne", ClientName: "Anne", IssuedOn: issued, DueDate: issued + 30, Amount: amount, Paid: paid}
	for _, c := range change {
		c(&d)
	}
	return d
}

func TestWhatIsOverdue(t *testing.T) {
	t.Parallel()
	late := issued + 31
	for name, c := range map[string]struct {
		d    Document
		want bool
	}{
		"due yesterday":       {invoice("A", 100, 0), true},
		"in part":             {invoice("A", 100, 99), true},
		"paid":                {invoice("A", 100, 100, func(d *Document) { d.Payment = billing.PaymentSucceeded }), false},
		"came back":           {invoice("A", 100, 0, func(d *Document) { d.Payment = billing.PaymentFailed }), true},
		"due today":           {invoice("A", 100, 0, func(d *Document) { d.DueDate = late }), false},
		"taken back":          {invoice("A", 100, 0, func(d *Document) { d.Status = billing.Cancelled }), false},
		"a credit note":       {invoice("A", 100, 0, func(d *Document) { d.Type = billing.TypeCreditNote }), false},
		"a public accountant": {invoice("A", 100, 0, func(d *Document) { d.Method = billing.PublicTreasuryDebit }), false},
	} {
		require.Equal(t, c.want, c.d.Overdue(late), name)
	}
	require.Equal(t, 1, invoice("A", 100, 0).DaysLate(late))
}

// TestAnAccountAddsUp: whatever is invoiced, taken back, paid, returned and refunded, the last line is
// what is owed, which is what is open less what is too much.
func TestAnAccountAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var documents []Document
		var moved []Movement
		for n := range rapid.IntRange(0, 6).Draw(t, "invoices") {
			d := invoice(string(rune('a'+n)), money.Cents(rapid.Int64Range(1, 500).Draw(t, "amount")), 0)
			d.IssuedOn += civil.Date(rapid.IntRange(0, 3).Draw(t, "day"))
			move := func(of *Document, kind settlement.Kind, sign money.Cents) {
				m := Movement{DocumentID: of.ID, Kind: kind, Amount: money.Cents(rapid.Int64Range(1, 600).Draw(t, "cents")), BookedOn: of.IssuedOn + civil.Date(rapid.IntRange(0, 9).Draw(t, "booked"))}
				of.Paid += sign * m.Amount
				moved = append(moved, m)
			}
			for range rapid.IntRange(0, 3).Draw(t, "moves") {
				if rapid.Bool().Draw(t, "back") {
					move(&d, settlement.Return, -1)
				} else {
					move(&d, settlement.Payment, 1)
				}
			}
			if d.Paid >= d.Amount {
				d.Payment = billing.PaymentSucceeded
			}
			if rapid.Bool().Draw(t, "taken back") {
				d.Status = billing.Cancelled
				note := invoice("note "+string(d.ID), d.Amount, 0, func(x *Document) { x.Type, x.Credits, x.IssuedOn = billing.TypeCreditNote, d.ID, d.IssuedOn })
				if rapid.Bool().Draw(t, "refunded") {
					move(&note, settlement.Payment, 1)
				}
				documents = append(documents, note)
			}
			documents = append(documents, d)
		}
		a := AccountOf(documents, moved, issued+40)
		if len(a.Lines) != len(documents)+len(moved) {
			t.Fatalf("%d lines of %d documents and %d movements", len(a.Lines), len(documents), len(moved))
		}
		var owed money.Cents
		for n, l := range a.Lines {
			owed += l.Amount
			if l.Owed != owed || n > 0 && l.On < a.Lines[n-1].On {
				t.Fatalf("line %d: %d owed, %d said", n, owed, l.Owed)
			}
		}
		if owed != a.Owed() || owed != a.Open-a.Overpaid || a.Overdue > a.Open {
			t.Fatalf("%d owed, %+v", owed, a.Balance)
		}
	})
}

func TestAnAccountInOrder(t *testing.T) {
	t.Parallel()
	a, b := invoice("A", 1000, 400), invoice("B", 500, 500, func(d *Document) { d.Status, d.IssuedOn = billing.Cancelled, issued+30 })
	note := invoice("N", 500, 200, func(d *Document) { d.Type, d.Credits, d.IssuedOn = billing.TypeCreditNote, "B", issued+30 })
	account := AccountOf([]Document{note, b, a}, []Movement{
		{DocumentID: "N", Kind: settlement.Payment, Amount: 200, BookedOn: issued + 40}, {DocumentID: "A", Kind: settlement.Payment, Amount: 400, BookedOn: issued + 5},
		{DocumentID: "B", Kind: settlement.Payment, Amount: 500, BookedOn: issued + 30}}, issued+35)
	var kinds []LineKind
	var owed []money.Cents
	for _, l := range account.Lines {
		kinds, owed = append(kinds, l.Kind), append(owed, l.Owed)
	}
	require.Equal(t, []LineKind{Invoiced, Paid, Invoiced, Credited, Paid, Refunded}, kinds)
	require.Equal(t, []money.Cents{1000, 600, 1100, 600, 100, 300}, owed)
	require.Equal(t, Balance{ClientID: "anne", ClientName: "Anne", Invoices: 2, Invoiced: 1500, Credited: 500, Settled: 700, Open: 600, Overpaid: 300, Overdue: 600, OverdueInvoices: 1, LongestLate: 5},
		account.Balance)
	require.Equal(t, issued+30, *account.Lines[0].Due)
	require.Nil(t, account.Lines[2].Due, "nobody waits for what was taken back")

	void := invoice("V", 500, 0, func(d *Document) { d.Status = billing.Cancelled })
	gone := invoice("W", 500, 0, func(d *Document) { d.Type, d.Credits = billing.TypeCreditNote, "V" })
	require.Len(t, withoutVoid([]Document{a, b, note, void, gone}), 3, "what was taken back before anybody paid")
}
