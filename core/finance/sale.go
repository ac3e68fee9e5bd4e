package finance

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Sale is what an invoice, or a credit note, asks of one consumer for the energy of one producer, at one
// rate of VAT. A bill of the old engine is one too: it bears no VAT.
type Sale struct {
	InvoiceID  id.ID
	Month      civil.Month // in which its period ends
	Credit     bool        // a credit note: it takes back
	Paid       money.Cents // of the whole invoice; of a credit note, paid back
	Amount     money.Cents // of the whole invoice, with VAT
	ConsumerID id.ID
	ProducerID id.ID // none = the operation sold it
	Net        money.Cents
	Rate       money.VATRate
}

// Sold is what was invoiced, credit notes taken off, and what of it was paid.
type Sold struct {
	Net, Gross money.Cents
	Collected  money.Cents // with VAT
}

func (s Sold) plus(o Sold) Sold {
	return Sold{Net: s.Net + o.Net, Gross: s.Gross + o.Gross, Collected: s.Collected + o.Collected}
}

// Divided gives each sale its part of what its invoice asks for, to the cent: VAT is counted on whole
// invoices, so that it is divided by what the lines come to with it. Sales of one invoice stand behind
// each other. Error: money.overflow.
func Divided(sales []Sale) ([]Sold, error) {
	out := make([]Sold, len(sales))
	for from := 0; from < len(sales); {
		to := from + 1
		for to < len(sales) && sales[to].InvoiceID == sales[from].InvoiceID {
			to++
		}
		var sum int64
		weights, gross, paid := make([]int64, to-from), make([]money.Cents, to-from), make([]money.Cents, to-from)
		for n, s := range sales[from:to] {
			tax, err := money.VAT(s.Net, s.Rate)
			if err != nil {
				return nil, err
			}
			weights[n] = max(0, int64(s.Net+tax)) // an allowance may take more off one sale than it came to
			sum += weights[n]
		}
		if sum == 0 { // lines that were all given away, and an amount that is not
			weights[0] = 1
		}
		if err := money.Split(gross, weights, sales[from].Amount); err != nil {
			return nil, err
		}
		if err := money.Split(paid, weights, sales[from].Paid); err != nil {
			return nil, err
		}
		for n, s := range sales[from:to] {
			one := Sold{Net: s.Net, Gross: gross[n], Collected: paid[n]}
			if s.Credit {
				one = Sold{Net: -one.Net, Gross: -one.Gross, Collected: -one.Collected}
			}
			out[from+n] = one
		}
		from = to
	}
	return out, nil
}
