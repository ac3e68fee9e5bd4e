package report

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/balance"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/extent"
)

// Sheet is all that stands on a report, beside its words. It is of a site, or of an operation.
type Sheet struct {
	Language  string
	Theme     operation.Theme
	Operation string
	PMO       string // "" = not known
	Made      civil.Date
	Period    Period
	Days      civil.Range // of the period that are over, and that the site takes part on
	Bars      []Bar
	Lacks     []Lack
	Site      *Site
	Whole     *Whole
}

// Bar is a day of a month, or a month of a year: what was used or made, and what of it was shared.
type Bar struct {
	From        civil.Date
	All, Shared *energy.MilliWh // nil = not known
}

// LackKind is what a report would say, and that is not known.
type LackKind string

// The kinds.
const (
	LackData        LackKind = "DATA"        // nothing was measured
	LackDays        LackKind = "DAYS"        // days without all their data
	LackProvisional LackKind = "PROVISIONAL" // the operator may still change some days
	LackContract    LackKind = "CONTRACT"    // nobody told what the supplier asks for
	LackEconomy     LackKind = "ECONOMY"     // days that the bills leave out
	LackKey         LackKind = "KEY"         // the operator shares by a rule that nobody has told
	LackPlaces      LackKind = "PLACES"      // sites without a place
	LackPower       LackKind = "POWER"       // producers without a power
	LackOver        LackKind = "OVER"        // the period is not over
)

// Lack is one of them: of so many days or sites, since a day.
type Lack struct {
	Kind  LackKind
	Count int
	Since *civil.Date
}

// Site is what a report says of one site.
type Site struct {
	Name, DsoID  string
	Consumes     bool
	Professional bool // its amounts are without VAT
	Used, Made   *balance.Balance
	Economy      *economy.Estimate // nil = not known
	Received     finance.Sold      // what it was invoiced
	Issued       finance.Sold      // what was invoiced for its energy
	Sharing      *allocation.Sharing
}

// CO2Kg is what both sides of the site saved; nil where the operation does not tell.
func (s Site) CO2Kg() *float64 {
	var sum *float64
	for _, b := range []*balance.Balance{s.Used, s.Made} {
		if b == nil || b.CO2Kg == nil {
			continue
		}
		if sum == nil {
			sum = new(float64)
		}
		*sum += *b.CO2Kg
	}
	return sum
}

// Whole is what a report says of an operation: sums, and no figure of one of its members.
type Whole struct {
	Consumers, Producers int // that take part on its last day; a prosumer is both
	Entered, Left        int // sites, on its days
	Figures              dashboard.Metrics
	Extent               extent.Extent
	Sold                 finance.Sold
	Invoices             int
	Key                  *allocation.Config // in force today
}

// addLack notes what is not known, where there is some of it.
func (s *Sheet) addLack(kind LackKind, count int, since *civil.Date) {
	if count > 0 || since != nil {
		s.Lacks = append(s.Lacks, Lack{kind, count, since})
	}
}

// resolution draws a month by days and a year by months.
func (s Sheet) resolution() drawing.Resolution {
	if s.Period.IsYear() {
		return drawing.Monthly
	}
	return drawing.Daily
}

// measured notes what the data of one side lacks, once.
func (s *Sheet) measured(m dashboard.Metrics) {
	known := func(kind LackKind) bool {
		return slices.ContainsFunc(s.Lacks, func(l Lack) bool { return l.Kind == kind })
	}
	if !known(LackDays) {
		s.addLack(LackDays, m.MissingDays, nil)
	}
	if !known(LackProvisional) {
		s.addLack(LackProvisional, 0, m.ProvisionalFrom)
	}
}

// barsOf are the values of a curve of civil days or months. A value of which only the shared part is
// known is not known.
func barsOf(curve drawing.LoadCurve, all, part metering.Nature) []Bar {
	bounds := curve.Bounds()
	var out []Bar
	at := func(of metering.Nature, n int) *energy.MilliWh {
		for _, one := range curve.Series {
			if one.Nature == of && n < len(one.Values) && one.Values[n] != drawing.Gap {
				v := energy.MilliWh(one.Values[n])
				return &v
			}
		}
		return nil
	}
	for n := 0; n+1 < len(bounds); n++ {
		out = append(out, Bar{curve.Zone.DateOf(bounds[n]), at(all, n), at(part, n)})
	}
	return out
}

// sum adds sales up. Error: money.overflow.
func sum(sales []finance.Sale, of func(finance.Sale) bool) (total finance.Sold, invoices int, err error) {
	shares, err := finance.Divided(sales)
	if err != nil {
		return total, 0, err
	}
	for n, s := range sales {
		if !of(s) {
			continue
		}
		total.Net += shares[n].Net
		total.Gross += shares[n].Gross
		total.Collected += shares[n].Collected
		if n == 0 || sales[n-1].InvoiceID != s.InvoiceID {
			invoices++
		}
	}
	return total, invoices, nil
}

// Asked is the amount of what a site was asked for, as its bills say it.
func (s Site) Asked() money.Cents {
	if s.Professional {
		return s.Received.Net
	}
	return s.Received.Gross
}
