package settlement

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

var issued = civil.NewDate(2026, 11, 2)

func account(amount money.Cents, settled ...Settlement) Account {
	return Account{Invoice{ID: "i", Number: "COM-1", Type: billing.TypeInvoice, Status: billing.Finalized, Payment: billing.PaymentPending, Amount: amount, IssuedOn: &issued}, settled}
}

// TestStatusFollowsFromWhatWasSettled: whatever is recorded and withdrawn in whatever order, an invoice is
// paid exactly when what holds comes to its amount, and never was more returned than paid.
func TestStatusFollowsFromWhatWasSettled(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := account(money.Cents(rapid.Int64Range(1, 1000).Draw(t, "amount")))
		for n := range rapid.IntRange(0, 12).Draw(t, "acts") {
			if len(a.Settled) > 0 && rapid.IntRange(0, 3).Draw(t, "act") == 0 {
				at, k := time.Time{}, rapid.IntRange(0, len(a.Settled)-1).Draw(t, "which")
				was := a.Settled[k].WithdrawnAt
				if a.Settled[k].WithdrawnAt = &at; a.Paid() < 0 {
					a.Settled[k].WithdrawnAt = was
				}
				continue
			}
			r := Record{Kind: rapid.SampledFrom([]Kind{Payment, Return}).Draw(t, "kind"), BookedOn: issued + civil.Date(n)}
			if rapid.Bool().Draw(t, "part") {
				v := money.Cents(rapid.Int64Range(1, 1200).Draw(t, "cents"))
				r.Amount = &v
			}
			before := a.Paid()
			s, refused := r.Of(a)
			if refused != nil {
				require.True(t, r.Kind == Payment && a.Open() == 0 && r.Amount == nil || r.Kind == Return && (before == 0 || r.Amount != nil && *r.Amount > before), refused.Key)
				continue
			}
			a.Settled = append(a.Settled, s)
		}
		require.GreaterOrEqual(t, a.Paid(), money.Cents(0))
		require.Equal(t, a.Paid() >= a.Amount, a.Status() == billing.PaymentSucceeded)
		if a.Status() != billing.PaymentSucceeded {
			require.Equal(t, a.Amount-a.Paid(), a.Open())
		}
	})
}

// TestWhatCameBackLastHasFailed: also where it is recorded before an earlier payment.
func TestWhatCameBackLastHasFailed(t *testing.T) {
	t.Parallel()
	paid := Settlement{Kind: Payment, Amount: 100, BookedOn: issued}
	back := Settlement{Kind: Return, Amount: 100, BookedOn: issued + 9}
	require.Equal(t, billing.PaymentSucceeded, account(100, paid).Status())
	require.Equal(t, billing.PaymentFailed, account(100, back, paid).Status())
	again := Settlement{Kind: Payment, Amount: 40, BookedOn: issued + 20}
	require.Equal(t, billing.PaymentPending, account(100, paid, back, again).Status(), "some of it came since")
	at := time.Now()
	back.WithdrawnAt = &at
	require.Equal(t, billing.PaymentSucceeded, account(100, paid, back).Status())
}

// TestWhatIsNotOwedIsNotSettled: drafts, statements and what was taken back.
func TestWhatIsNotOwedIsNotSettled(t *testing.T) {
	t.Parallel()
	for key, change := range map[string]func(*Account){
		ErrNotIssued.Key: func(a *Account) { a.Number = "" },
		ErrCancelled.Key: func(a *Account) { a.Invoice.Status = billing.Cancelled },
		ErrTooMany.Key:   func(a *Account) { a.Settled = make([]Settlement, MostOf) },
	} {
		a := account(100)
		change(&a)
		_, refused := Record{Kind: Payment, BookedOn: issued}.Of(a)
		require.Equal(t, key, refused.Key)
	}
}

// TestARecordIsRefusedFromItsBoundsOn: each bound itself is fine, what is beyond it is not.
func TestARecordIsRefusedFromItsBoundsOn(t *testing.T) {
	t.Parallel()
	cents := func(c money.Cents) *money.Cents { return &c }
	good := Record{InvoiceIDs: make([]id.ID, 1), Amount: cents(1), BookedOn: issued, Reference: strings.Repeat("é", 140)}
	for name, c := range map[string]struct {
		change func(*Record)
		fine   bool
	}{
		"a cent, a phrase of 140 letters, today": {func(*Record) {}, true},
		"the most cents":                         {func(r *Record) { r.Amount = cents(MostCents) }, true},
		"as many invoices as fit":                {func(r *Record) { r.Amount, r.InvoiceIDs = nil, make([]id.ID, MaxInvoices) }, true},
		"spaces around the phrase":               {func(r *Record) { r.Reference = " " + r.Reference + " " }, true},
		"nothing":                                {func(r *Record) { r.Amount = cents(0) }, false},
		"a cent too many":                        {func(r *Record) { r.Amount = cents(MostCents + 1) }, false},
		"an invoice too many":                    {func(r *Record) { r.Amount, r.InvoiceIDs = nil, make([]id.ID, MaxInvoices+1) }, false},
		"an amount for two":                      {func(r *Record) { r.InvoiceIDs = make([]id.ID, 2) }, false},
		"a letter too many":                      {func(r *Record) { r.Reference += "a" }, false},
		"tomorrow":                               {func(r *Record) { r.BookedOn = issued.AddDays(1) }, false},
	} {
		r := good
		c.change(&r)
		if err := r.Check(issued); c.fine {
			require.NoError(t, err, name)
		} else {
			require.Error(t, err, name)
		}
	}
}
