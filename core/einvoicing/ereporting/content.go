package ereporting

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

// Row is the sales of a day and category (flux 10.3).
type Row struct {
	Day      civil.Date
	Category Category
	Count    int // of invoices and credit notes
	Net, Tax money.Cents
	Rates    []RateSum // highest first
}

// RateSum is what of a row is at one rate.
type RateSum struct {
	Rate     money.VATRate
	Net, Tax money.Cents
}

// Content is what a report says of a period.
type Content struct {
	Period   civil.Range
	In, Out  []Entry // by day and number
	Rows     []Row   // by day and category
	Net, Tax money.Cents
}

// Build makes the content of a period of the sales of a seller. Every sale is in or out, with the reason.
func (s Settings) Build(period civil.Range, sales []Sale) Content {
	c := Content{Period: period}
	for _, sale := range sales {
		e := s.Enter(sale, period)
		if e.Reason != "" {
			c.Out = append(c.Out, e)
			continue
		}
		c.In = append(c.In, e)
		net, tax := e.Amounts()
		c.Net, c.Tax = c.Net+net, c.Tax+tax
	}
	byDay := func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Number, b.Number)) }
	slices.SortFunc(c.In, byDay)
	slices.SortFunc(c.Out, byDay)
	c.Rows = s.rows(c.In)
	return c
}

// rows adds the sales to consumers up: one row a day and category. A document with both categories counts in
// both.
func (s Settings) rows(in []Entry) (out []Row) {
	for _, e := range in {
		if e.Flow != ToConsumers {
			continue
		}
		counted := map[Category]bool{}
		for _, v := range e.Document.VAT {
			category := Taxed
			if v.Category != billing.VATStandard || v.Rate == 0 {
				category = s.Untaxed
			}
			net, tax := v.Net, v.Tax
			if e.Type == billing.TypeCreditNote {
				net, tax = -net, -tax
			}
			n := slices.IndexFunc(out, func(r Row) bool { return r.Day == e.Day && r.Category == category })
			if n < 0 {
				n, out = len(out), append(out, Row{Day: e.Day, Category: category})
			}
			r := &out[n]
			if !counted[category] {
				r.Count, counted[category] = r.Count+1, true
			}
			r.Net, r.Tax = r.Net+net, r.Tax+tax
			at := slices.IndexFunc(r.Rates, func(x RateSum) bool { return x.Rate == v.Rate })
			if at < 0 {
				at, r.Rates = len(r.Rates), append(r.Rates, RateSum{Rate: v.Rate})
			}
			r.Rates[at].Net, r.Rates[at].Tax = r.Rates[at].Net+net, r.Rates[at].Tax+tax
		}
	}
	for _, r := range out {
		slices.SortFunc(r.Rates, func(a, b RateSum) int { return cmp.Compare(b.Rate, a.Rate) })
	}
	slices.SortFunc(out, func(a, b Row) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Category, b.Category)) })
	return out
}

// International are the sales to enterprises abroad.
func (c Content) International() []Entry {
	return slices.DeleteFunc(slices.Clone(c.In), func(e Entry) bool { return e.Flow != International })
}

// Lacking are the sales that cannot be reported as they are.
func (c Content) Lacking() []Entry {
	return slices.DeleteFunc(slices.Clone(c.In), func(e Entry) bool { return len(e.Lacks) == 0 })
}

// Digest names what a report says, whenever it is written and however it is called: of equal contents it is
// equal.
func (c Content) Digest() string {
	h := sha256.New()
	for _, r := range c.Rows {
		_, _ = fmt.Fprintf(h, "%s %s %d %d %d %v\n", r.Day, r.Category, r.Count, r.Net, r.Tax, r.Rates)
	}
	for _, e := range c.In {
		_, _ = io.WriteString(h, e.Number+" "+string(e.Flow)+" "+string(e.ID)+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}
