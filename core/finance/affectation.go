package finance

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Kind is which side of the accounts an assigned amount stands on.
type Kind string

// The kinds.
const (
	Expense Kind = "EXPENSE"
	Income  Kind = "INCOME"
)

// Heading is what an assigned amount is for.
type Heading string

// The headings; what is of none of them says by its label what it is.
const (
	Management  Heading = "MANAGEMENT"  // of the operation: its legal person, this platform
	Insurance   Heading = "INSURANCE"   // of the installations
	Maintenance Heading = "MAINTENANCE" // of the installations
	Rent        Heading = "RENT"        // of roofs and land
	Network     Heading = "NETWORK"     // TURPE, connection
	Tax         Heading = "TAX"         // excise, IFER, local taxes
	Loan        Heading = "LOAN"        // interest and repayment
	Subsidy     Heading = "SUBSIDY"     // received or handed on
	SurplusSale Heading = "SURPLUS"     // sold outside the operation, as the buyer paid it
	Other       Heading = "OTHER"
)

// MostCents is the largest assigned amount: 100 million euros.
const MostCents money.Cents = 10_000_000_000

// Bounds of assigned amounts.
const (
	MostAffectation = 5000 // of an operation
	mostLabel       = 200
)

// Affectation is an amount that the organizer assigns to a site, or to the operation as a whole.
type Affectation struct {
	ID, OperationID id.ID
	Kind            Kind
	Heading         Heading
	Label           string
	Day             civil.Date
	Amount          money.Cents // as it is counted; more than nothing
	ParticipantID   id.ID       // none = the operation as a whole
	Version         int
	CreatedBy       id.ID
	CreatedAt       time.Time
	UpdatedAt       time.Time
	ParticipantName string // read only
}

// Check says everything that is wrong with an amount by itself, as items of finance.invalid.
func (a Affectation) Check() error {
	var wrong fault.List
	if a.Amount <= 0 || a.Amount > MostCents {
		wrong.Add(ErrAmount.With("max", int(MostCents/100)).At("amountCents"))
	}
	switch {
	case a.Heading == Other && a.Label == "":
		wrong.Add(fault.FieldRequired.At("label"))
	case utf8.RuneCountInString(a.Label) > mostLabel:
		wrong.Add(fault.FieldTooLong.With("max", mostLabel).At("label"))
	}
	return wrong.Err(ErrInvalid)
}

// trimmed is the amount as it is kept.
func (a Affectation) trimmed() Affectation {
	a.Label = strings.TrimSpace(a.Label)
	return a
}

// SurplusPrice is what a producer gets for a kWh that nobody of the operation took, from a month on.
type SurplusPrice struct {
	ID, OperationID, ProducerID id.ID
	From                        civil.Date
	Price                       money.MicroEuro // per kWh, without VAT
	CreatedBy                   id.ID
	CreatedAt                   time.Time
	ProducerName                string // read only
}

// MostPrice is the highest price of surplus: 10 euros per kWh.
const MostPrice money.MicroEuro = 10_000_000

// MostPrices is how many of them an operation keeps.
const MostPrices = 2000

// Check says everything that is wrong with a price by itself, as items of finance.invalid.
func (s SurplusPrice) Check() error {
	var wrong fault.List
	if s.Price <= 0 || s.Price > MostPrice {
		wrong.Add(ErrPrice.With("max", int(MostPrice/1_000_000)).At("priceMicroEuro"))
	}
	if s.From.Day() != 1 {
		wrong.Add(ErrFirstOfMonth.At("startDate"))
	}
	return wrong.Err(ErrInvalid)
}

// prices are what producers get for their surplus, the newest first.
type prices map[id.ID][]SurplusPrice

// on is the price of a producer in a month; ok is false where there is none yet.
func (p prices) on(producer id.ID, m civil.Month) (price money.MicroEuro, ok bool) {
	for _, one := range p[producer] {
		if civil.MonthOf(one.From) <= m {
			return one.Price, true
		}
	}
	return 0, false
}
