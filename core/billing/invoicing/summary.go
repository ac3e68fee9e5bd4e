package invoicing

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
)

// Summary is the invoices of a person in an operation: what is open, year by year, and all of them.
type Summary struct {
	ToPay, ToReceive Open
	// Last is the newest period of which something was received and holds; nil = none was.
	Last  *LastInvoices
	Years []Year // newest first, received before issued
	// NextFrom is the first day after the newest received invoice; nil = none was.
	NextFrom *civil.Date
	Rows     []OwnInvoice // newest period first
}

// Open is what was invoiced and not yet paid.
type Open struct {
	Amount  money.Cents
	Count   int
	Due     *civil.Date // the first day that one of them is due; nil where none has a day
	Overdue bool        // that of one of them has passed
	Parties []OpenParty // largest first
}

// OpenParty is what of it goes to one issuer, or comes from one client.
type OpenParty struct {
	Name    string
	Amount  money.Cents
	Count   int
	Due     *civil.Date
	Overdue bool
}

// LastInvoices are those of one period, one of each issuer.
type LastInvoices struct {
	Days    civil.Range
	Amount  money.Cents
	Energy  energy.MilliWh
	Count   int
	Settled bool
}

// Year adds up what holds of the invoices whose last day lies in it.
type Year struct {
	Year        int
	Side        InvoiceSide
	Net, Amount money.Cents
	Energy      energy.MilliWh
	Count       int
}

// OwnInvoice is an invoice with the site that it may be read by.
type OwnInvoice struct {
	View
	ParticipantID id.ID
}

// summarised orders invoices by period and adds them up.
func summarised(rows []OwnInvoice) Summary {
	slices.SortFunc(rows, func(a, b OwnInvoice) int {
		return cmp.Or(cmp.Compare(b.Days.From, a.Days.From), naming.Compare(a.ClientName, b.ClientName), naming.Compare(a.IssuerName, b.IssuerName), cmp.Compare(a.ID, b.ID))
	})
	out := Summary{Rows: rows}
	for _, v := range rows {
		if !v.Holds() {
			continue
		}
		out.year(v)
		open := v.PaymentStatus != billing.PaymentSucceeded
		if v.Side == Issued {
			if open {
				out.ToReceive.add(v.View, v.ClientName)
			}
			continue
		}
		out.last(v, open)
		if open {
			out.ToPay.add(v.View, v.IssuerName)
		}
	}
	slices.SortFunc(out.Years, func(a, b Year) int { return cmp.Or(cmp.Compare(b.Year, a.Year), cmp.Compare(b.Side, a.Side)) })
	for _, o := range []*Open{&out.ToPay, &out.ToReceive} {
		slices.SortFunc(o.Parties, func(a, b OpenParty) int {
			return cmp.Or(cmp.Compare(b.Amount, a.Amount), naming.Compare(a.Name, b.Name))
		})
	}
	return out
}

func (o *Open) add(v View, party string) {
	o.Amount, o.Count, o.Overdue = o.Amount+v.Amount, o.Count+1, o.Overdue || v.Overdue
	o.Due = earlier(o.Due, v.Due())
	i := slices.IndexFunc(o.Parties, func(p OpenParty) bool { return p.Name == party })
	if i < 0 {
		i = len(o.Parties)
		o.Parties = append(o.Parties, OpenParty{Name: party})
	}
	p := &o.Parties[i]
	p.Amount, p.Count, p.Overdue, p.Due = p.Amount+v.Amount, p.Count+1, p.Overdue || v.Overdue, earlier(p.Due, v.Due())
}

// earlier is the first of two days; nil is none.
func earlier(a, b *civil.Date) *civil.Date {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// last notes a received invoice; the rows come newest first.
func (s *Summary) last(v OwnInvoice, open bool) {
	if next := v.Days.To; s.NextFrom == nil || next > *s.NextFrom {
		s.NextFrom = &next
	}
	if s.Last == nil {
		s.Last = &LastInvoices{Days: v.Days, Settled: true}
	}
	if s.Last.Days != v.Days {
		return
	}
	s.Last.Amount, s.Last.Energy, s.Last.Count = s.Last.Amount+v.Amount, s.Last.Energy+v.Energy, s.Last.Count+1
	s.Last.Settled = s.Last.Settled && !open
}

func (s *Summary) year(v OwnInvoice) {
	year := v.Days.Last().Year()
	i := slices.IndexFunc(s.Years, func(y Year) bool { return y.Year == year && y.Side == v.Side })
	if i < 0 {
		i = len(s.Years)
		s.Years = append(s.Years, Year{Year: year, Side: v.Side})
	}
	y := &s.Years[i]
	y.Net, y.Amount, y.Energy, y.Count = y.Net+v.Net, y.Amount+v.Amount, y.Energy+v.Energy, y.Count+1
}
