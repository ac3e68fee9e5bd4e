package month

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
)

// CheckKind is what a check found.
type CheckKind string

// The kinds, in the order in which they are shown.
const (
	CheckDeadline    CheckKind = "DEADLINE_MISSED"
	CheckMissing     CheckKind = "DATA_MISSING"
	CheckProvisional CheckKind = "DATA_PROVISIONAL"
	CheckClient      CheckKind = "SITE_WITHOUT_CLIENT" // a site that takes part has nobody who pays for it
	CheckRefused     CheckKind = "INVOICE_REFUSED"     // a run, or publishing, would refuse a pair
	CheckCorrection  CheckKind = "CORRECTION_OPEN"     // an issued invoice would be another one by the curves of now
	CheckUnpriced    CheckKind = "ENERGY_UNPRICED"     // nobody is billed for energy
	CheckEarlier     CheckKind = "EARLIER_UNBILLED"    // months before are not billed
	CheckUnusual     CheckKind = "AMOUNT_UNUSUAL"      // more than half from the month before
)

var checkOrder = []CheckKind{CheckDeadline, CheckMissing, CheckProvisional, CheckClient, CheckRefused, CheckCorrection, CheckUnpriced, CheckEarlier, CheckUnusual}

// Severity says whether somebody cannot be billed before it is mended.
type Severity string

// The severities.
const (
	Blocking Severity = "BLOCKING"
	Odd      Severity = "ODD"
)

// Check is one thing found, with what names its place.
type Check struct {
	Kind                   CheckKind
	Severity               Severity
	SiteID, ProducerID     id.ID // of energy that nobody bills: consumer and producer
	SiteName, ProducerName string
	Side                   metering.Side
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	InvoiceID              id.ID
	Days                   []civil.Range
	Deadline               *civil.Date
	Energy                 energy.MilliWh
	Amount, Previous       money.Cents
	Periods                int // of EARLIER_UNBILLED
	Reason                 billing.UnpricedReason
	Problem                *fault.Error
}

// sortChecks puts what blocks first, then kinds in their order, then names.
func sortChecks(checks []Check) {
	rank := func(c Check) int {
		if c.Severity == Blocking {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(checks, func(a, b Check) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(slices.Index(checkOrder, a.Kind), slices.Index(checkOrder, b.Kind)),
			naming.Compare(cmp.Or(a.SiteName, a.ClientName), cmp.Or(b.SiteName, b.ClientName)))
	})
}

// dataChecks names the sides that lack days: what is missing blocks, and so does what may change.
func dataChecks(lacking []billable.SideMonth) (out []Check) {
	for _, side := range lacking {
		one := Check{Severity: Blocking, SiteID: side.Site.ParticipantID, SiteName: side.Site.Name, Side: side.Side}
		if len(side.Missing) > 0 {
			one.Kind, one.Days = CheckMissing, side.Missing
			out = append(out, one)
		}
		if len(side.Provisional) > 0 {
			one.Kind, one.Days = CheckProvisional, side.Provisional
			out = append(out, one)
		}
	}
	return out
}

// correctionChecks name the invoices of a month that wait for a decision. Where drafts of other sellers
// wait with them, it blocks: these cannot be published before.
func correctionChecks(waiting []correction.Correction, m civil.Month) (out []Check) {
	for _, c := range waiting {
		if !endsIn(c.Days, m) {
			continue
		}
		one := Check{Kind: CheckCorrection, Severity: Odd, IssuerID: c.IssuerID, IssuerName: c.IssuerName, ClientID: c.ClientID, ClientName: c.ClientName,
			InvoiceID: c.InvoiceID, Days: []civil.Range{c.Days}, Energy: c.After.Energy - c.Before.Energy, Amount: c.AmountNow, Previous: c.Amount}
		if c.HeldDrafts > 0 {
			one.Severity = Blocking
		}
		out = append(out, one)
	}
	return out
}

// amountChecks compares the drafts of pairs with what the same pairs were billed for the month
// before. A pair that was not billed then is not compared.
func amountChecks(pairs []PairMonth, m civil.Month) (out []Check) {
	before := map[billing.PartyPair]money.Cents{}
	for _, p := range pairs {
		if p.Month == m-1 && p.Status != billing.NotCharged {
			before[p.PartyPair] += p.Amount
		}
	}
	for _, p := range pairs {
		if p.Month == m && p.Status == billing.Draft && (billing.MonthAmounts{Now: p.Amount, Before: before[p.PartyPair]}).Unusual() {
			out = append(out, Check{Kind: CheckUnusual, Severity: Odd, IssuerID: p.IssuerID, ClientID: p.ClientID, IssuerName: p.IssuerName,
				ClientName: p.ClientName, InvoiceID: p.InvoiceID, Amount: p.Amount, Previous: before[p.PartyPair]})
		}
	}
	return out
}
