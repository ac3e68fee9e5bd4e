package ereporting

import (
	"regexp"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Regime is how a seller files its VAT, which says what periods it reports, and until when; "" = not told.
type Regime string

// The regimes.
const (
	NormalMonthly   Regime = "NORMAL_MONTHLY"   // thirds of a month
	NormalQuarterly Regime = "NORMAL_QUARTERLY" // months, until the 10th
	Simplified      Regime = "SIMPLIFIED"       // months, until the end of the next
	Franchise       Regime = "FRANCHISE"        // two months, until the end of the next
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
