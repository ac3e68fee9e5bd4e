package billing

import (
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/money"
)

// Limits of a run (domain 8.6).
const (
	MaxBatchPairs  = 200 // issuer and client pairs of one job
	MaxSyncPairs   = 500 // of a run that is answered at once
	MaxPairPeriods = 24  // periods of one pair in one run: more is a wrong start date
)

// RunJob is the kind of the job that a run is. One is live in an operation.
const RunJob job.Kind = "billRun"

// RunMode is whether a run is waited for.
type RunMode string

// The modes.
const (
	Sync  RunMode = "SYNC"
	Async RunMode = "ASYNC"
)

// RunStatus is where a run, or one item of it, stands.
type RunStatus string

// The states. A run that succeeded may hold failed items.
const (
	RunPending RunStatus = "PENDING"
	RunSuccess RunStatus = "SUCCESS"
	RunFailure RunStatus = "FAILURE"
)

// Run is one generation of drafts.
type Run struct {
	ID, OperationID id.ID
	ParticipantID   id.ID // the producer whose family started it; none = the operation
	BillUpTo        civil.Date
	Mode            RunMode
	Status          RunStatus
	StartedBy       id.ID
	Batches         int // jobs; items are spread over them by pair
	CreatedAt       time.Time
	FinishedAt      *time.Time
	Unpriced        Unpriced  // in the periods it bills, as it was when the run started
	Items           []RunItem // without those of internal statements when read for people
}

// RunSummary is a run without its items, and what it made; statements are left out.
type RunSummary struct {
	Run
	Invoices, Failures int
	Amount             money.Cents // of the invoices, with VAT, as they were made
}

// RunItem is one issuer, client and period of a run.
type RunItem struct {
	Position               int // from 0, in the order of issuers, clients and periods
	Batch                  int
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	Period                 civil.Range // the whole billing period
	Days                   civil.Range // what of it is billed
	Spans                  []Span      // the same by subscription, while it is pending
	Excess                 bool        // it is refused: too many periods of the pair lie before it
	Method                 PaymentMethod
	Statement              bool // issuer and client are one legal person
	Status                 RunStatus
	InvoiceID              id.ID
	Amount                 money.Cents
	NotCharged             bool
	Failure                *fault.Error // key and parameters of a failed item
	Error                  string       // the same in English, as Text writes it
}

// Progress counts the items of a run.
func (r Run) Progress() (pending, success, failure int) {
	for _, i := range r.Items {
		switch i.Status {
		case RunSuccess:
			success++
		case RunFailure:
			failure++
		default:
			pending++
		}
	}
	return pending, success, failure
}

// Text is a failure in the English that programs map on (specification section 8):
// its beginning is fixed, the rest are parameters.
func Text(f *fault.Error) string {
	param := func(name string) string { s, _ := f.Params[name].(string); return s }
	switch f.Key {
	case ErrMeasurementsMissing.Key:
		return "missing billable usages from " + param("date")
	case ErrMeasurementsIncomplete.Key:
		days, _ := f.Params["days"].([]string)
		return "Incomplete measurements for the following days: " + strings.Join(days, ", ")
	case ErrIssuerPayment.Key:
		return "missing payment details for billing entity " + param("name")
	case ErrClientPayment.Key:
		return "missing payment details for billable entity " + param("name")
	case ErrEnergyTwice.Key:
		return "energy of " + param("consumer") + " is also billed by plan " + param("plan") + " of " + param("seller") + " from " + param("from")
	case ErrHoursMissing.Key:
		return "peak hours of " + param("name") + " are not known, by which plan " + param("plan") + " prices"
	case ErrSlotUnpriced.Key:
		return "energy of " + param("quantity") + " kWh at " + param("pricingOption") + " hours has no price in plan " + param("plan")
	case ErrCostsMissing.Key:
		return "network costs of " + param("name") + " are not known from " + param("from") + " to " + param("to") + ", which plan " + param("plan") + " passes on"
	case ErrVolumeUnpriced.Key:
		return "volume " + param("usage") + " of " + param("quantity") + " kWh has no price in plan " + param("plan")
	}
	return f.Error()
}

// Seller is whose runs a family of calls answers: those of some issuers, which bill for
// some producers. Nil is everybody's.
type Seller struct{ Issuers, Producers []id.ID }

// OwnPart is what a run bills for the seller. Error: run.notFound when that is nothing
// and another started it.
func (s *Seller) OwnPart(run Run) (Run, error) {
	if s == nil {
		return run, nil
	}
	run.Items = slices.DeleteFunc(slices.Clone(run.Items), func(i RunItem) bool { return !slices.Contains(s.Issuers, i.IssuerID) })
	run.Unpriced = run.Unpriced.of(s)
	if len(run.Items) == 0 && !slices.Contains(s.Producers, run.ParticipantID) {
		return Run{}, ErrRunNotFound
	}
	return run, nil
}

// UnpricedReason is why nobody is billed for energy.
type UnpricedReason string

// The reasons, each with its way out: a client for the site, an issuer for the producer, a
// subscription of the two, one that goes on where another ended, or none: the first one of
// the pair begins later, on the day that somebody chose.
const (
	ClientMissing     UnpricedReason = "CLIENT_MISSING"
	IssuerMissing     UnpricedReason = "ISSUER_MISSING"
	NotSubscribed     UnpricedReason = "NOT_SUBSCRIBED"
	SubscriptionOver  UnpricedReason = "SUBSCRIPTION_OVER"
	SubscriptionLater UnpricedReason = "SUBSCRIPTION_LATER"
)

// UnpricedPair is what a consumer received from a producer on days when no subscription of
// its covers it.
type UnpricedPair struct {
	Pair
	ConsumerName, ProducerName string
	Days                       civil.Range // from the first to the last of them
	Energy                     energy.MilliWh
	Reason                     UnpricedReason
}

// Asked reports whether somebody has to say yes before the rest is published.
func (p UnpricedPair) Asked() bool { return p.Reason != SubscriptionLater }

func (p UnpricedPair) Rank() int {
	if p.Asked() {
		return 0
	}
	return 1
}

// problem says a pair in words.
func (p UnpricedPair) problem() *fault.Error {
	return ErrPairUnpriced.With("consumer", p.ConsumerName).With("producer", p.ProducerName).With("quantity", money.KilowattHours(p.Energy).String()).
		With("from", p.Days.From.String()).With("to", p.Days.Last().String()).With("consumerId", p.ConsumerID.String()).
		With("producerId", p.ProducerID.String()).With("reason", string(p.Reason))
}

// UnpricedSum is the energy of a producer that nobody is billed for, and its number of pairs.
type UnpricedSum struct {
	Energy energy.MilliWh
	Number int
}

// Unpriced is the energy of some days that nobody is billed for (domain 8.6).
type Unpriced struct {
	Energy energy.MilliWh
	Number int            // of pairs
	Pairs  []UnpricedPair // those to mend first, then those with most energy, at most MaxUnpriced
	// ByProducer is the whole of each producer, of all pairs and not of the first of them.
	ByProducer map[id.ID]UnpricedSum
	// What publishing asks about: all but what was received before a subscription began.
	AskedEnergy energy.MilliWh
	Asked       int // of pairs
}

const MaxUnpriced = 200

// Refusal is the question that publishing asks; nil when there is nothing to ask.
func (u Unpriced) Refusal() *fault.Error {
	if u.Asked == 0 {
		return nil
	}
	var named []*fault.Error
	for _, p := range u.Pairs[:min(len(u.Pairs), u.Asked, maxNamed)] {
		named = append(named, p.problem())
	}
	return ErrEnergyUnpriced.With("quantity", money.KilowattHours(u.AskedEnergy).String()).With("pairs", u.Asked).Of(named...)
}

// of is the part of some producers.
func (u Unpriced) of(s *Seller) Unpriced {
	var own Unpriced
	for _, p := range u.Pairs {
		if slices.Contains(s.Producers, p.ProducerID) {
			own.Pairs = append(own.Pairs, p)
			if p.Asked() {
				own.Asked, own.AskedEnergy = own.Asked+1, own.AskedEnergy+p.Energy
			}
		}
	}
	for producer, sum := range u.ByProducer {
		if slices.Contains(s.Producers, producer) {
			own.Number, own.Energy = own.Number+sum.Number, own.Energy+sum.Energy
		}
	}
	return own
}

// maxNamed is how many pairs a refusal names.
const maxNamed = 20
