package billing

import (
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Limits of a run (decisions 5.7, billing reference 5.7).
const (
	maxBatchPairs  = 200 // issuer and client pairs of one job
	maxSyncPairs   = 500 // of a run that is answered at once
	maxPairPeriods = 24  // periods of one pair in one run: more is a wrong start date
)

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

// RunItem is one issuer, client and period of a run.
type RunItem struct {
	Position               int // from 0, in the order of issuers, clients and periods
	Batch                  int
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	Period                 civil.Range // the whole billing period
	Days                   civil.Range // what of it is billed
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
	case ErrVolumeUnpriced.Key:
		return "volume " + param("usage") + " of " + param("quantity") + " kWh has no price in plan " + param("plan")
	}
	return f.Error()
}

// Check is what a run would do.
type Check struct {
	BillUpTo, Proposed civil.Date
	LastDefinitive     *civil.Date // end of the last complete definitive month; nil = there is none
	OverwrittenDrafts  int
	Unpriced           Unpriced // energy of the periods that nobody would be billed for
	Subscriptions      int      // running on a day of these periods; 0 = nothing can be due
	Clients            []CheckItem
}

// CheckItem is one issuer and client of a check.
type CheckItem struct {
	IssuerID, ClientID     id.ID
	IssuerName, ClientName string
	Periods                []civil.Range // the days that would be billed, oldest first
	Problems               []*fault.Error
}
