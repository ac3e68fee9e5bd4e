package billing

import (
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// PlanPeriod is how often a plan is billed.
type PlanPeriod string

// The periods of plans. Four months exist as a count (see Segments) but not as a plan.
const (
	Monthly    PlanPeriod = "MONTHLY"
	Bimonthly  PlanPeriod = "BIMONTHLY"
	Quarterly  PlanPeriod = "QUARTERLY"
	TwiceAYear PlanPeriod = "TWICE_A_YEAR"
	Yearly     PlanPeriod = "YEARLY"
)

// Months is the length of the period; 0 for an unknown word.
func (p PlanPeriod) Months() int {
	switch p {
	case Monthly:
		return 1
	case Bimonthly:
		return 2
	case Quarterly:
		return 3
	case TwiceAYear:
		return 6
	case Yearly:
		return 12
	}
	return 0
}

// PaymentMethod is how a client pays.
type PaymentMethod string

// The payment methods of the specification.
const (
	Transfer                   PaymentMethod = "transfer"
	Debit                      PaymentMethod = "debit"
	Cheque                     PaymentMethod = "cheque"
	PublicTreasuryPaymentOrder PaymentMethod = "publicTreasuryPaymentOrder"
	PublicTreasuryDebit        PaymentMethod = "publicTreasuryDebit"
)

// PublicTreasury reports whether the public accountant collects: nobody pays before his
// notice, no reminder is sent and the SEPA file leaves it out.
func (m PaymentMethod) PublicTreasury() bool {
	return m == PublicTreasuryPaymentOrder || m == PublicTreasuryDebit
}

// MethodLack is what an operation lacks for a method.
type MethodLack string

// What direct debits need: an issuer that is a creditor, and a client that lets it collect.
const (
	LacksCreditor MethodLack = "CREDITOR"
	LacksMandate  MethodLack = "MANDATE"
)

// MethodChoice is a method that a plan may ask for, and what lacks for invoices to be paid by it.
type MethodChoice struct {
	Method  PaymentMethod
	Missing []MethodLack
}

// ChargeType is what a price is per.
type ChargeType string

// The charge types: per month, per kWh, and what the operator asks for the network, passed on.
const (
	Fixed       ChargeType = "FIXED"
	PerUnit     ChargeType = "PER_UNIT"
	PassThrough ChargeType = "PASS_THROUGH"
)

// VATTreatment is how costs that are passed on bear VAT. The operator tells them without it.
type VATTreatment string

// The treatments: the issuer charges VAT on the cost, at the rate of the charge; or it charges none
// and passes on the VAT that it paid, which is part of the price then (ADR 100).
const (
	OwnRate VATTreatment = "OWN_RATE"
	Gross   VATTreatment = "GROSS"
)

// Usage is which energy a charge per kWh counts.
type Usage string

// The usages. Energy is what the consumer received from the producer of the pair, or
// from all of them when it subscribed alone. The others are the volumes of Sibelga's
// monthly file.
const (
	UsageEnergy    Usage = "ENERGY"
	UsageHigh      Usage = "VOLUME_PARTAGE_HI"
	UsageLow       Usage = "VOLUME_PARTAGE_LOW"
	UsageTotal     Usage = "VOLUME_PARTAGE_TH"
	UsageInjection Usage = "INJECTION_PARTAGE"
)

// PricingOption is at which hours a price holds.
type PricingOption string

// The options. With the others a charge of energy counts what its pair had at these hours of the
// consumer's site (ADR 93).
const (
	AtAnyHour      PricingOption = "BASE"
	AtPeakHours    PricingOption = "PEAK"
	AtOffPeakHours PricingOption = "OFF_PEAK"
)

// Charge is one price of a plan.
type Charge struct {
	Code      string // unique in the plan, as people find it
	Name      string // how the line is called on the invoice; empty = the code
	Type      ChargeType
	Usage     Usage // only with PerUnit
	Option    PricingOption
	Price     money.MicroEuro // none with PassThrough, whose price is the cost
	VATRate   *money.VATRate  // nil = that of the issuer's regime; of a gross cost the rate that is within it
	Treatment VATTreatment    // only with PassThrough
}

// Label is how a line of this charge is called.
func (c Charge) Label() string {
	if c.Name != "" {
		return c.Name
	}
	return c.Code
}

// BySlot reports whether the charge holds at some hours only.
func (c Charge) BySlot() bool { return c.Option == AtPeakHours || c.Option == AtOffPeakHours }

// SlotHours are the hours at which the charge holds, where peak hours are these.
func (c Charge) SlotHours(peak civil.Hours) civil.Hours {
	if c.Option == AtOffPeakHours {
		return peak.Others()
	}
	return peak
}

func (c Charge) check(t Terms) []*fault.Error {
	var wrong []*fault.Error
	if strings.TrimSpace(c.Code) == "" {
		wrong = append(wrong, ErrChargeCode)
	}
	if c.BySlot() && (c.Type != PerUnit || c.Usage != UsageEnergy) || c.Option != "" && c.Option != AtAnyHour && !c.BySlot() {
		wrong = append(wrong, ErrChargeOption.With("pricingOption", string(c.Option)))
	}
	switch passes := c.Type == PassThrough; {
	case passes && c.Price != 0:
		wrong = append(wrong, ErrChargePriceNotAllowed)
	case !passes && c.Price <= 0:
		wrong = append(wrong, ErrChargePrice)
	}
	wrong = append(wrong, c.checkTreatment(t)...)
	switch {
	case c.Type != PerUnit && c.Usage != "":
		wrong = append(wrong, ErrChargeUsageNotAllowed)
	case c.Type == PerUnit && c.Usage == "":
		wrong = append(wrong, ErrChargeUsageRequired)
	case c.Type == PerUnit && !slices.Contains(t.Usages, c.Usage):
		wrong = append(wrong, ErrChargeUsageUnavailable.With("usage", string(c.Usage)))
	case c.Type != Fixed && c.Type != PerUnit && c.Type != PassThrough:
		wrong = append(wrong, ErrChargeType)
	}
	if c.VATRate != nil && !slices.Contains(t.Rates, *c.VATRate) {
		wrong = append(wrong, VatRefused(*c.VATRate, t.Rates))
	}
	return wrong
}

// checkTreatment says what is wrong with how costs are passed on.
func (c Charge) checkTreatment(t Terms) []*fault.Error {
	known := c.Treatment == OwnRate || c.Treatment == Gross
	switch {
	case c.Type != PassThrough && c.Treatment != "":
		return []*fault.Error{ErrTreatmentNotAllowed}
	case c.Type != PassThrough:
		return nil
	case !t.Costs:
		return []*fault.Error{ErrPassThroughUnavailable}
	case !known:
		return []*fault.Error{ErrTreatmentRequired}
	case c.Treatment == Gross && c.VATRate == nil:
		return []*fault.Error{ErrGrossRateRequired}
	}
	return nil
}

// Passed is what a client is asked for a cost, per unit and without the VAT that the issuer charges.
// Error: money.overflow.
func (c Charge) Passed(cost money.MicroEuro) (money.MicroEuro, error) {
	if c.Treatment != Gross || c.VATRate == nil {
		return cost, nil
	}
	return money.WithVAT(cost, *c.VATRate)
}

// Plan is what subscribers pay.
type Plan struct {
	ID, OperationID id.ID
	Name            string
	Description     string
	Period          PlanPeriod
	Charges         []Charge
	Method          PaymentMethod // how a client pays; Transfer unless the plan says otherwise
	TermDays        int           // from the issue date to the due date
	Version         int
	CreatedAt       time.Time
	// Read only: what hangs on the plan.
	Usual         *PriceRange // what is usual today; nil = not known, or not asked
	Invoiced      bool        // on a published invoice or an internal statement: only name and description can change
	Subscriptions int
}

// maxTermDays is the longest term between businesses (Code de commerce L441-10).
const maxTermDays = 60

// PriceRange is where a price per kWh is usual in a country, from a day on; outside it a plan
// carries a warning (specification section 5). The back-office sets it.
type PriceRange struct {
	ID        id.ID
	Country   dso.Country
	Since     civil.Date
	Low, High money.MicroEuro
	Version   int
	CreatedAt time.Time
}

// MaxUsualPrice is the highest price that a range may reach: 10 €/kWh.
const MaxUsualPrice money.MicroEuro = 10_000_000

// Check says everything that is wrong with a range, as items of priceRange.invalid.
func (r PriceRange) Check() error {
	var wrong fault.List
	if r.Country != dso.France && r.Country != dso.Belgium {
		wrong.Add(ErrRangeCountry)
	}
	if r.Since >= civil.Forever {
		wrong.Add(fault.DateInvalid.With("value", r.Since.String()).At("startDate"))
	}
	if r.Low <= 0 || r.Low > MaxUsualPrice {
		wrong.Add(ErrRangePrice.With("max", int(MaxUsualPrice/1_000_000)).At("lowMicroEuro"))
	}
	if r.High <= 0 || r.High > MaxUsualPrice {
		wrong.Add(ErrRangePrice.With("max", int(MaxUsualPrice/1_000_000)).At("highMicroEuro"))
	} else if r.Low >= r.High {
		wrong.Add(ErrRangeReversed)
	}
	return wrong.Err(ErrRangeInvalid)
}

// UsualOn is the range of a country that holds on a day; nil = none is known.
func UsualOn(all []PriceRange, country dso.Country, day civil.Date) *PriceRange {
	var found *PriceRange
	for n, r := range all {
		if r.Country == country && r.Since <= day && (found == nil || found.Since < r.Since) {
			found = &all[n]
		}
	}
	return found
}

// Terms is what the prices of an operation may be made of: the usages that its operator
// delivers, the methods that can be collected, the rates of VAT that its country has.
type Terms struct {
	Usages  []Usage
	Methods []PaymentMethod
	Rates   []money.VATRate
	Costs   bool // the operator delivers network costs, which can be passed on
}

// Check says everything that is wrong with a plan, as items of plan.invalid.
func (p Plan) Check(t Terms) error {
	var wrong fault.List
	if strings.TrimSpace(p.Name) == "" {
		wrong.Add(ErrPlanName)
	}
	if p.Period.Months() == 0 {
		wrong.Add(ErrPlanPeriod)
	}
	if p.TermDays < 0 || p.TermDays > maxTermDays {
		wrong.Add(ErrPlanTerm.With("max", maxTermDays))
	}
	if !slices.Contains(t.Methods, p.Method) {
		wrong.Add(ErrPlanMethod.With("method", string(p.Method)))
	}
	if len(p.Charges) == 0 {
		wrong.Add(ErrPlanCharges)
	}
	ofProducers := p.OfProducers() && slices.Contains(t.Usages, UsageInjection)
	if ofProducers && p.Method != Transfer { // what a producer is owed is sent to its account
		wrong.Add(ErrPlanMethod.With("method", string(p.Method)))
	}
	codes, passed := map[string]bool{}, 0
	for i, c := range p.Charges {
		if c.Type == PassThrough && t.Costs {
			if passed++; passed > 1 { // the client would pay the same cost twice
				wrong.Add(ErrPassThroughTwice.OnRow(i+1).With("code", c.Code))
			}
			if ofProducers {
				wrong.Add(ErrPassThroughOfProducers.OnRow(i+1).With("code", c.Code))
			}
		}
		for _, err := range c.check(t) {
			wrong.Add(err.OnRow(i+1).With("code", c.Code))
		}
		if ofProducers && c.Type == PerUnit && c.Usage != UsageInjection && slices.Contains(t.Usages, c.Usage) {
			wrong.Add(ErrChargeUsageMixed.OnRow(i+1).With("code", c.Code).With("usage", string(c.Usage)))
		}
		if codes[c.Code] {
			wrong.Add(ErrChargeCodeTaken.OnRow(i+1).With("code", c.Code))
		}
		codes[c.Code] = true
	}
	return wrong.Err(ErrPlanInvalid)
}

// OfProducers reports whether the plan says what producers are owed for the energy that they shared,
// and not what consumers pay.
func (p Plan) OfProducers() bool {
	return slices.ContainsFunc(p.Charges, func(c Charge) bool { return c.Type == PerUnit && c.Usage == UsageInjection })
}

// PassesCosts reports whether the plan passes on what the operator asks for the network.
func (p Plan) PassesCosts() bool {
	return slices.ContainsFunc(p.Charges, func(c Charge) bool { return c.Type == PassThrough })
}

// VatRefused names a rate that the country does not have, and those that it has.
func VatRefused(rate money.VATRate, rates []money.VATRate) *fault.Error {
	known := make([]string, len(rates))
	for i, r := range rates {
		known[i] = r.String()
	}
	return ErrChargeVAT.With("rate", rate.String()).With("rates", strings.Join(known, ", "))
}

// Warnings are the prices per kWh outside the usual range; they refuse nothing. Where no range is
// known nothing is unusual.
func (p Plan) Warnings() []*fault.Error {
	usual := p.Usual
	if usual == nil {
		return nil
	}
	var out []*fault.Error
	for i, c := range p.Charges {
		if c.Type == PerUnit && (c.Price < usual.Low || c.Price > usual.High) {
			out = append(out, WarnUnusualPrice.OnRow(i+1).With("code", c.Code).With("price", c.Price.String()).
				With("from", usual.Low.String()).With("to", usual.High.String()))
		}
	}
	return out
}

// BySlot reports whether a charge of the plan holds at some hours only.
func (p Plan) BySlot() bool { return slices.ContainsFunc(p.Charges, Charge.BySlot) }

// WithOptions is the plan whose charges all say when they hold: without a word, at any hour.
func (p Plan) WithOptions() Plan {
	p.Charges = slices.Clone(p.Charges)
	for n := range p.Charges {
		if p.Charges[n].Option == "" {
			p.Charges[n].Option = AtAnyHour
		}
	}
	return p
}

// SamePrices reports whether only name and description differ.
func (p Plan) SamePrices(o Plan) bool {
	p, o = p.WithOptions(), o.WithOptions()
	if p.Period != o.Period || p.Method != o.Method || p.TermDays != o.TermDays || len(p.Charges) != len(o.Charges) {
		return false
	}
	for i, c := range p.Charges {
		d := o.Charges[i]
		if (c.VATRate == nil) != (d.VATRate == nil) || c.VATRate != nil && *c.VATRate != *d.VATRate {
			return false
		}
		c.VATRate, d.VATRate = nil, nil
		if c != d {
			return false
		}
	}
	return true
}

// reach is how much of the energy that a consumer received a subscription prices.
type reach int

const (
	Priceless    reach = iota // none: months only
	OfOne                     // what came from the producer of the pair
	OfEverything              // what came from all producers
)

// Reach of the plan for a pair. The registers of a meter count what came from everybody,
// whoever sells it.
func (p Plan) Reach(pair Pair) reach {
	most := Priceless
	for _, c := range p.Charges {
		switch {
		case c.Type != PerUnit:
		case c.Usage != UsageEnergy || pair.ProducerID.IsZero():
			return OfEverything
		default:
			most = OfOne
		}
	}
	return most
}
