package reconciliation_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/bankfile/camt053"
	"github.com/openpmo/pmo/adapters/bankfile/coda"
	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/publishing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/payment/settlement"
)

const ours party.IBAN = "FR1420041010050500013M02606"

// street is clients with an invoice each month, a third of them by direct debit.
type street struct {
	clients  []reconciliation.Client
	facts    []reconciliation.Fact
	ordered  []reconciliation.Transaction
	accounts []settlement.Account
	invoices []fake.Invoice
}

var firstNames = []string{"Anne", "Bernard", "Chloé", "Denis", "Élise", "François", "Gaëlle", "Hugo", "Inès", "Jean", "Karim", "Léa"}
var lastNames = []string{"Martin", "Lefèvre", "Dubois", "Moreau", "Garçon", "Petit", "Roux", "Nguyen", "Caron", "Peeters"}

// ibans are accounts with keys that hold, one for each client.
var ibans = sync.OnceValue(func() []party.IBAN {
	var out []party.IBAN
	for n := range 90 {
		for rib := 0; len(out) == n; rib++ {
			for check := 2; check < 99 && len(out) == n; check++ {
				if iban, err := party.ParseIBAN(fmt.Sprintf("FR%02d3000600001%011d%02d", check, n, rib)); err == nil {
					out = append(out, iban)
				}
			}
		}
	}
	return out
})

func newStreet(n int, belgian bool) *street {
	s := &street{}
	number := 0
	for c := range n {
		client := reconciliation.Client{ID: id.New(), Names: []string{firstNames[c%12] + " " + lastNames[c/12%10]}}
		if c%2 == 0 { // of the others nobody knows an account
			client.PayerKeys = []string{string(ibans()[c])}
		}
		s.clients = append(s.clients, client)
	}
	for month := range 12 {
		for c, client := range s.clients {
			number++
			issued := civil.NewDate(2025, 12, 5).AddMonths(month)
			due := issued.AddDays(30)
			i := fake.Invoice{Number: fmt.Sprintf("COM-%d-%05d", issued.Year(), number), Client: client.Names[0], ClientIBAN: ibans()[c], Amount: money.Cents(1500 + 37*(c%9) + 11*(month%4)), Issued: issued, Due: due}
			f := reconciliation.Fact{InvoiceID: id.New(), ClientID: client.ID, Number: i.Number, IssuedOn: issued, DueDate: &due, Open: true}
			switch {
			case c%3 == 0:
				i.EndToEndID = "SOLEIL-" + i.Number
				s.ordered = append(s.ordered, reconciliation.Transaction{InvoiceID: f.InvoiceID, EndToEndID: i.EndToEndID, MessageID: fmt.Sprintf("%032d", month), Batch: 1, Amount: i.Amount})
			case belgian:
				i.Communication = publishing.StructuredCommunication(int64(700_000 + number))
				f.Communication = i.Communication
			}
			s.invoices, s.facts = append(s.invoices, i), append(s.facts, f)
			s.accounts = append(s.accounts, settlement.Account{Invoice: settlement.Invoice{ID: f.InvoiceID, Number: i.Number, ClientName: i.Client, Type: billing.TypeInvoice,
				Status: billing.Finalized, Payment: billing.PaymentPending, Amount: i.Amount, IssuedOn: &issued}})
		}
	}
	return s
}

// fate is what became of a line.
type fate struct {
	line    reconciliation.Line
	settled []string
}

// play takes statements one after the other, as an import does: lines that are new, then all open ones.
func (s *street) play(t *testing.T, known map[bankfile.Identity]*fate, files [][]byte, read bankfile.Reader) {
	t.Helper()
	book := reconciliation.NewBook(reconciliation.NewIndex(s.facts, s.ordered, s.clients), s.accounts, nil, nil)
	var open []*fate
	for _, content := range files {
		require.True(t, read.Recognise(content[:min(len(content), 4096)]))
		f, err := read.Read(content)
		require.NoError(t, err)
		for _, st := range f.Statements {
			for n, identity := range st.Identities() {
				if known[identity] == nil {
					one := &fate{line: reconciliation.Line{ID: id.New(), Line: st.Lines[n], Kind: reconciliation.Booked, PayerKey: string(st.Lines[n].CounterpartyIBAN)}}
					known[identity] = one
					open = append(open, one)
				}
			}
		}
		var left []*fate
		for _, one := range open {
			o := book.Match(one.line)
			if len(o.Settlements) == 0 {
				left = append(left, one)
				continue
			}
			sum := money.Cents(0)
			for _, st := range o.Settlements {
				one.settled, sum = append(one.settled, book.Account(st.InvoiceID).Number), sum+st.Amount
			}
			require.Equal(t, max(one.line.Amount, -one.line.Amount), sum)
			book.Apply(o.Settlements)
		}
		open = left
	}
}

// TestAYearIsMatched: of what a year brings at least 95 of 100 are matched by themselves, none wrongly,
// the rest is open; the same statements again change nothing.
func TestAYearIsMatched(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		belgian bool
		reader  bankfile.Reader
		write   func(n int, on civil.Date, opening money.Cents, all []fake.Movement) []byte
	}{
		"camt.053.001.08": {false, camt053.Reader{}, func(_ int, on civil.Date, opening money.Cents, all []fake.Movement) []byte {
			return fake.Camt053("08", ours, on, opening, all)
		}},
		"camt.053.001.02": {true, camt053.Reader{}, func(_ int, on civil.Date, opening money.Cents, all []fake.Movement) []byte {
			return fake.Camt053("02", ours, on, opening, all)
		}},
		"CODA": {true, coda.Reader{}, func(n int, on civil.Date, opening money.Cents, all []fake.Movement) []byte {
			return fake.Coda(n, ours, on, opening, all)
		}},
	} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				s := newStreet(90, c.belgian)
				until := civil.NewDate(2027, 2, 28)
				all := fake.Year{Seed: seed, Invoices: s.invoices, Until: until}.Movements()
				var files [][]byte
				opening := money.Cents(0)
				for m := civil.NewMonth(2025, 12); m <= civil.MonthOf(until); m++ {
					var of []fake.Movement
					sum := money.Cents(0)
					for _, one := range all {
						if civil.MonthOf(one.On) == m {
							of, sum = append(of, one), sum+one.Amount
						}
					}
					files = append(files, c.write(int(m)%1000, m.Next().First()-1, opening, of))
					opening += sum
				}
				known := map[bankfile.Identity]*fate{}
				s.play(t, known, files, c.reader)
				require.Len(t, known, len(all))
				fates := map[string]*fate{}
				for _, f := range known {
					fates[f.line.BankReference] = f
				}
				concerned, matched := 0, 0
				byTrouble := map[fake.Trouble][2]int{}
				for _, m := range all {
					f := fates[m.Reference]
					require.NotNil(t, f, m.Reference)
					slices.Sort(f.settled)
					want := slices.Sorted(slices.Values(m.For))
					if len(f.settled) > 0 {
						require.Equal(t, want, f.settled, "matched wrongly: %+v", m)
						require.NotContains(t, []fake.Trouble{fake.Other, fake.NoReference, fake.Mistyped}, m.Trouble)
					}
					if len(want) > 0 {
						concerned++
						n := byTrouble[m.Trouble]
						n[0]++
						if len(f.settled) > 0 {
							matched++
							n[1]++
						}
						byTrouble[m.Trouble] = n
					}
				}
				t.Logf("%d of %d matched: %v", matched, concerned, byTrouble)
				require.GreaterOrEqual(t, matched*100, concerned*95)
				require.Contains(t, byTrouble, fake.Refunded)
				for _, n := range []fake.Trouble{fake.Returned, fake.Refunded} {
					require.Equal(t, byTrouble[n][0], byTrouble[n][1], n)
				}
				again := len(known)
				s.play(t, known, files, c.reader)
				require.Len(t, known, again, "run twice nothing is new")
			})
		}
	}
}
