package accounting

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Entry is an invoice or a credit note as it is booked: what a note takes back is negative, so that
// a column of them adds up.
type Entry struct {
	billing.Invoice
	Net, VAT, Amount money.Cents
}

// VATTotal is what one issuer invoiced at one rate.
type VATTotal struct {
	IssuerID   id.ID
	IssuerName string
	Category   billing.VATCategory
	Rate       money.VATRate
	Invoices   int // and credit notes, with a line at the rate
	Net, Tax   money.Cents
}

// Summary is published invoices as an accountant takes them over.
type Summary struct {
	Entries          []Entry // by number
	VAT              []VATTotal
	Net, Tax, Amount money.Cents // of all entries
}

// Add takes over some invoices and what was frozen of each when it got its number. The tax of a rate
// is that which is printed: it is not computed again.
func (s *Summary) Add(invoices []billing.Invoice, frozen map[id.ID]billing.Document) {
	for _, inv := range invoices {
		sign := money.Cents(1)
		if inv.Type == billing.TypeCreditNote {
			sign = -1
		}
		e := Entry{Invoice: inv, Net: sign * inv.Net, VAT: sign * inv.VAT, Amount: sign * inv.Amount}
		s.Entries = append(s.Entries, e)
		s.Net, s.Tax, s.Amount = s.Net+e.Net, s.Tax+e.VAT, s.Amount+e.Amount
		for _, v := range frozen[inv.ID].VAT {
			t := s.at(VATTotal{IssuerID: inv.IssuerID, IssuerName: inv.IssuerName, Category: v.Category, Rate: v.Rate})
			t.Invoices, t.Net, t.Tax = t.Invoices+1, t.Net+sign*v.Net, t.Tax+sign*v.Tax
		}
	}
	slices.SortFunc(s.Entries, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.ID, b.ID)) })
	slices.SortFunc(s.VAT, func(a, b VATTotal) int {
		return cmp.Or(cmp.Compare(a.IssuerName, b.IssuerName), cmp.Compare(a.IssuerID, b.IssuerID), cmp.Compare(b.Rate, a.Rate), cmp.Compare(a.Category, b.Category))
	})
}

// at is the total of an issuer and a rate, made where it is not there yet.
func (s *Summary) at(of VATTotal) *VATTotal {
	for i, t := range s.VAT {
		if t.IssuerID == of.IssuerID && t.Category == of.Category && t.Rate == of.Rate {
			return &s.VAT[i]
		}
	}
	s.VAT = append(s.VAT, of)
	return &s.VAT[len(s.VAT)-1]
}
