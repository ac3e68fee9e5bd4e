package accounting

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// TestASummaryAddsUp: whatever comes in whatever order and in however many parts, the rates come to
// the entries, the entries to the totals, and an invoice with its credit note to nothing.
func TestASummaryAddsUp(t *testing.T) {
	t.Parallel()
	rates := []money.VATRate{2000, 1000, 550, 0}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		var list []billing.Invoice
		frozen := map[id.ID]billing.Document{}
		for n := range 1 + r.IntN(20) {
			inv := billing.Invoice{ID: id.New(), Type: billing.TypeInvoice, Number: fmt.Sprintf("COM-2026-%05d", n), IssuerID: id.ID(fmt.Sprint(r.IntN(3)))}
			inv.IssuerName = "Issuer " + inv.IssuerID.String()
			var doc billing.Document
			for _, at := range r.Perm(len(rates))[:1+r.IntN(len(rates))] {
				v := billing.DocumentVAT{Category: billing.VATStandard, Rate: rates[at], Net: money.Cents(r.IntN(100_000)), Tax: money.Cents(r.IntN(20_000))}
				doc.VAT = append(doc.VAT, v)
				inv.Net, inv.VAT = inv.Net+v.Net, inv.VAT+v.Tax
			}
			inv.Amount = inv.Net + inv.VAT
			list, frozen[inv.ID] = append(list, inv), doc
		}
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		cut := r.IntN(len(list) + 1)
		var s Summary
		s.Add(list[:cut], frozen)
		s.Add(list[cut:], frozen)
		require.Len(t, s.Entries, len(list))
		require.IsIncreasing(t, numbersOf(s.Entries))
		var net, tax, amount, rated, taxed money.Cents
		for _, e := range s.Entries {
			net, tax, amount = net+e.Net, tax+e.VAT, amount+e.Amount
		}
		lines := 0
		for _, v := range s.VAT {
			rated, taxed, lines = rated+v.Net, taxed+v.Tax, lines+v.Invoices
		}
		require.Equal(t, []money.Cents{net, tax, amount}, []money.Cents{s.Net, s.Tax, s.Amount})
		require.Equal(t, []money.Cents{net, tax}, []money.Cents{rated, taxed})
		held := 0
		for _, d := range frozen {
			held += len(d.VAT)
		}
		require.Equal(t, held, lines)

		for i := range list {
			note := list[i]
			note.ID, note.Type, note.Number = id.New(), billing.TypeCreditNote, fmt.Sprintf("COM-2027-%05d", i)
			frozen[note.ID] = frozen[list[i].ID]
			list = append(list, note)
		}
		s.Add(list[len(list)/2:], frozen)
		require.Zero(t, s.Amount)
		for _, v := range s.VAT {
			require.Zero(t, v.Net, "%v", v)
			require.Zero(t, v.Tax, "%v", v)
		}
	}
}

func numbersOf(entries []Entry) (out []string) {
	for _, e := range entries {
		out = append(out, e.Number)
	}
	return out
}

// TestRatesOfIssuersStayApart: sorted by issuer, the highest rate first; an exemption is not a rate of
// zero.
func TestRatesOfIssuersStayApart(t *testing.T) {
	t.Parallel()
	a, b := billing.Invoice{ID: "1", IssuerID: "a", IssuerName: "Anne", Number: "A-1"}, billing.Invoice{ID: "2", IssuerID: "b", IssuerName: "Bruno", Number: "B-1"}
	of := func(c billing.VATCategory, rate money.VATRate) billing.DocumentVAT {
		return billing.DocumentVAT{Category: c, Rate: rate, Net: 100, Tax: money.Cents(rate) / 100}
	}
	var s Summary
	s.Add([]billing.Invoice{b, a}, map[id.ID]billing.Document{
		"1": {VAT: []billing.DocumentVAT{of(billing.VATZero, 0), of(billing.VATStandard, 2000), of(billing.VATExempt, 0)}},
		"2": {VAT: []billing.DocumentVAT{of(billing.VATStandard, 2000)}},
	})
	var got []string
	for _, v := range s.VAT {
		got = append(got, fmt.Sprint(v.IssuerName, " ", v.Category, " ", v.Rate, " ", v.Net, " ", v.Tax))
	}
	require.Equal(t, []string{"Anne S 20 1.00 0.20", "Anne E 0 1.00 0.00", "Anne Z 0 1.00 0.00", "Bruno S 20 1.00 0.20"}, got)
}
