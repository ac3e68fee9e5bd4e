package ereporting

import (
	"cmp"
	"regexp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Category is of what kind sales are (G1.68).
type Category string

// The categories that occur: goods with VAT, and sales without.
const (
	Taxed   Category = "TLB1"
	Untaxed Category = "TNT1"
)

// DayOf is which day a sale is of.
type DayOf string

// The days: the last one that an invoice bills, on which VAT on electricity falls due, or that of issue.
const (
	PeriodEnd DayOf = "PERIOD_END"
	Issue     DayOf = "ISSUE"
)

// Settings is how a legal seller reports. What the law leaves open has a default.
type Settings struct {
	Seller       string // SIREN
	Regime       Regime
	Untaxed      Category // of sales without VAT
	DayOf        DayOf
	Since        civil.Date // sales of days before are not reported
	PlatformCode string     // number of the platform at the administration, which puts its own in
	Version      int        // 0 = nobody told any
	ChangedBy    id.ID
	ChangedAt    time.Time
}

// Defaults are the settings of a seller who told none: small firms report from September 2027 on, and who
// is under franchise files as such.
func Defaults(seller string, issuer billing.BillingEntity) Settings {
	s := Settings{Seller: seller, Untaxed: Untaxed, DayOf: PeriodEnd, Since: civil.NewDate(2027, time.September, 1), PlatformCode: "0999"}
	if issuer.VATRegime == party.VATFranchise {
		s.Regime = Franchise
	}
	return s
}

var platformCode = regexp.MustCompile(`^[A-Z0-9]{4}$`)

// Check says everything that is wrong with settings, as items of ereport.invalid.
func (s Settings) Check() error {
	var wrong fault.List
	enum := func(field string, known bool) {
		if !known {
			wrong.Add(fault.FieldEnum.At(field))
		}
	}
	enum("regime", s.Regime == NormalMonthly || s.Regime == NormalQuarterly || s.Regime == Simplified || s.Regime == Franchise)
	enum("untaxed", s.Untaxed == Taxed || s.Untaxed == Untaxed)
	enum("dayOf", s.DayOf == PeriodEnd || s.DayOf == Issue)
	if !platformCode.MatchString(s.PlatformCode) {
		wrong.Add(ErrPlatformCode)
	}
	if s.Since.Year() < 2020 || s.Since.Year() > 2099 {
		wrong.Add(ErrSince)
	}
	return wrong.Err(ErrInvalid)
}

// dayOf is the day of a sale: VAT on what is delivered continuously falls due when each bill's period ends.
// What is taken back is of the day on which that was done.
func (s Settings) dayOf(sale Sale) civil.Date {
	if sale.Type == billing.TypeCreditNote || s.DayOf == Issue {
		return sale.IssuedOn
	}
	return sale.Document.Last
}

// Enter says whether a sale is in the report of a period, and as what, or why not.
func (s Settings) Enter(sale Sale, period civil.Range) Entry {
	e := Entry{Sale: sale, Day: s.dayOf(sale)}
	d := sale.Document
	french := d.Buyer.Country == string(dso.France)
	numbered := d.Buyer.Professional && d.Buyer.LegalNumber != ""
	switch {
	case sale.ReportedOf != nil && *sale.ReportedOf != period.From:
		e.Reason = ReportedElse
	case d.Seller.VATRegime == party.VATNone:
		e.Reason = NotTaxable
	case d.Seller.VATRegime == party.VATExemption:
		e.Reason = Exempt
	case french && numbered && d.Buyer.PublicBody:
		e.Reason = PublicBody
	case french && numbered:
		e.Reason = Business
	case sale.ReportedOf == nil && e.Day < s.Since:
		e.Reason = BeforeStart
	case sale.ReportedOf == nil && !period.Contains(e.Day):
		e.Reason = OtherPeriod
	case numbered:
		e.Flow = International
		if d.Seller.TaxID == "" {
			e.Lacks = append(e.Lacks, LacksSellerVAT)
		}
		if d.Buyer.TaxID == "" {
			e.Lacks = append(e.Lacks, LacksBuyerVAT)
		}
	default:
		e.Flow = ToConsumers
	}
	return e
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
