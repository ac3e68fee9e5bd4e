package cutoff

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/party"
)

// Row is what one seller delivered to one client, at one rate of VAT, and has not invoiced.
type Row struct {
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	Rate                   money.VATRate
	Days                   civil.Range    // from the first to the last of them
	Energy                 energy.MilliWh // each kWh once, however many charges price it
	Net, VAT               money.Cents
	Passed                 money.Cents // of the net: network costs that are passed on
	// What of it rests on days of which the data may still change.
	ProvisionalEnergy energy.MilliWh
	ProvisionalNet    money.Cents
	LackingDays       int // days of sites of which nothing is known for good
}

// Problem is what has no price.
type Problem struct {
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	Days                   civil.Range
	Reason                 *fault.Error
}

// Amount is what stands once and waits for the next invoice of its parties: no delivery, and in no sum of
// the cut-off.
type Amount struct {
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	Reason                 string
	Since                  civil.Date  // the day on which it was made
	Net                    money.Cents // below zero where it is taken off
}

// WaitingSum is what the amounts of one seller that wait come to, signed.
type WaitingSum struct {
	IssuerID   id.ID
	IssuerName string
	Number     int
	Net        money.Cents
}

// CutOff is all of an operation on a day.
type CutOff struct {
	Day      civil.Date
	Rows     []Row // by seller, client, rate
	Problems []Problem
	Unpriced billing.Unpriced // energy that no subscription covers
	Entries  []Entry
	Waiting  []Amount // not counted: by seller, client, day
}

// MaxWaiting is how many amounts that wait an answer names; its sums are of all.
const MaxWaiting = 200

// WaitingSums are the amounts that wait by seller, in their order.
func (c CutOff) WaitingSums() (sums []WaitingSum) {
	for n, a := range c.Waiting {
		if n == 0 || c.Waiting[n-1].IssuerID != a.IssuerID {
			sums = append(sums, WaitingSum{IssuerID: a.IssuerID, IssuerName: a.IssuerName})
		}
		of := &sums[len(sums)-1]
		of.Number, of.Net = of.Number+1, of.Net+a.Net
	}
	return sums
}

// Entry books what one client of a seller is to be invoiced: reversed when the invoice is booked.
type Entry struct {
	IssuerID, ClientID id.ID
	IssuerName         string
	ClientName         string
	Lines              []journal.Line
}

// Sum is what rows come to.
func Sum(rows []Row) (total Row) {
	for _, r := range rows {
		total.Energy, total.Net, total.VAT, total.Passed = total.Energy+r.Energy, total.Net+r.Net, total.VAT+r.VAT, total.Passed+r.Passed
		total.ProvisionalEnergy, total.ProvisionalNet = total.ProvisionalEnergy+r.ProvisionalEnergy, total.ProvisionalNet+r.ProvisionalNet
		total.LackingDays += r.LackingDays
	}
	return total
}

// added puts what was delivered together by seller, client and rate. The VAT is that of the invoices to
// come: of each of them, by rate.
func added(b *agreement.Agreements, delivered []drafting.Delivered) (rows []Row, problems []Problem, err error) {
	type key struct {
		billing.PartyPair
		rate money.VATRate
	}
	at := map[key]int{}
	for _, d := range delivered {
		names := Row{IssuerID: d.IssuerID, ClientID: d.ClientID, IssuerName: b.Issuers[d.IssuerID].Name, ClientName: b.Clients[d.ClientID].Name, Days: d.Days()}
		if d.Refused != nil {
			problems = append(problems, Problem{names.IssuerID, names.ClientID, names.IssuerName, names.ClientName, names.Days, d.Refused})
			continue
		}
		if d.CostsRefused != nil {
			problems = append(problems, Problem{names.IssuerID, names.ClientID, names.IssuerName, names.ClientName, names.Days, d.CostsRefused})
		}
		all := make([]money.Line, len(d.Lines))
		for n, l := range d.Lines {
			all[n] = money.Line{Net: l.Net, Rate: l.Rate}
		}
		totals, err := money.Total(all)
		if err != nil {
			return nil, nil, err
		}
		for n, group := range totals.Groups {
			k := key{d.PartyPair, group.Rate}
			i, known := at[k]
			if !known {
				i = len(rows)
				row := names
				row.Rate = group.Rate
				at[k], rows = i, append(rows, row)
			}
			r := &rows[i]
			r.Net, r.VAT = r.Net+group.Net, r.VAT+group.VAT
			r.Days = civil.Range{From: min(r.Days.From, names.Days.From), To: max(r.Days.To, names.Days.To)}
			for _, l := range d.Lines {
				if l.Rate == group.Rate {
					r.ProvisionalNet += l.Provisional
					if l.Unit == billing.UnitOne {
						r.Passed += l.Net
					}
				}
			}
			if n == 0 { // energy counts once, beside the first rate
				r.Energy, r.ProvisionalEnergy, r.LackingDays = r.Energy+d.Energy, r.ProvisionalEnergy+d.ProvisionalEnergy, r.LackingDays+d.LackingDays
			}
		}
	}
	slices.SortFunc(rows, func(x, y Row) int {
		return cmp.Or(naming.Compare(x.IssuerName, y.IssuerName), cmp.Compare(x.IssuerID, y.IssuerID), naming.Compare(x.ClientName, y.ClientName),
			cmp.Compare(x.ClientID, y.ClientID), cmp.Compare(y.Rate, x.Rate))
	})
	slices.SortStableFunc(problems, func(x, y Problem) int {
		return cmp.Or(naming.Compare(x.IssuerName, y.IssuerName), naming.Compare(x.ClientName, y.ClientName), cmp.Compare(x.Days.From, y.Days.From))
	})
	return rows, problems, nil
}

// waitingOf are amounts with the names of their parties, of one issuer or of all.
func waitingOf(b *agreement.Agreements, issuerID id.ID, zone civil.Zone, all []agreement.Adjustment) (out []Amount) {
	for _, a := range all {
		if !issuerID.IsZero() && a.IssuerID != issuerID {
			continue
		}
		net := billing.Adjustment{Kind: a.Kind, Amount: a.Amount}.Signed()
		out = append(out, Amount{a.IssuerID, a.ClientID, b.Issuers[a.IssuerID].Name, b.Clients[a.ClientID].Name, a.Reason, zone.DateOf(a.CreatedAt), net})
	}
	slices.SortStableFunc(out, func(x, y Amount) int {
		return cmp.Or(naming.Compare(x.IssuerName, y.IssuerName), cmp.Compare(x.IssuerID, y.IssuerID), naming.Compare(x.ClientName, y.ClientName),
			cmp.Compare(x.ClientID, y.ClientID), cmp.Compare(x.Since, y.Since))
	})
	return out
}

// entriesOf books rows in the layout of the journal: the account of what is to be invoiced owes what sales,
// costs that are passed on and the VAT to come are credited with. Where the seller has no account for that
// VAT, entries are without it.
func entriesOf(b *agreement.Agreements, rows []Row, of map[id.ID]journal.Accounts) (out []Entry) {
	for n, r := range rows {
		if n == 0 || rows[n-1].IssuerID != r.IssuerID || rows[n-1].ClientID != r.ClientID {
			out = append(out, Entry{IssuerID: r.IssuerID, ClientID: r.ClientID, IssuerName: r.IssuerName, ClientName: r.ClientName})
		}
		e, a := &out[len(out)-1], of[r.IssuerID]
		passed, tax := r.Passed, r.VAT
		if a.Costs.Number == "" {
			passed = 0
		}
		if a.VATToCome.Number == "" {
			tax = 0
		}
		e.owe(journal.Line{Account: a.ToInvoice, Debit: r.Net + tax})
		for _, l := range []journal.Line{{Account: a.SalesOf(categoryOf(b.Issuers[r.IssuerID].VATRegime, r.Rate), r.Rate), Credit: r.Net - passed},
			{Account: a.Costs, Credit: passed}, {Account: a.VATToCome, Credit: tax}} {
			if l.Credit != 0 {
				e.Lines = append(e.Lines, l)
			}
		}
	}
	return out
}

// categoryOf is that of a rate as invoices of a regime name it.
func categoryOf(regime party.VATRegime, rate money.VATRate) billing.VATCategory {
	switch {
	case rate > 0:
		return billing.VATStandard
	case regime == party.VATNone:
		return billing.VATOutside
	case regime.Charges():
		return billing.VATZero
	}
	return billing.VATExempt
}

// owe adds to the debit of the entry, its first line.
func (e *Entry) owe(l journal.Line) {
	if len(e.Lines) == 0 {
		e.Lines = append(e.Lines, l)
		return
	}
	e.Lines[0].Debit += l.Debit
}
