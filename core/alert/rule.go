package alert

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/operation"
)

// Key names a rule.
type Key string

// The rules of package rule. A context that adds some names its own.
const (
	SiteSilent      Key = "SITE_SILENT"      // a site lags behind the others
	OperationSilent Key = "OPERATION_SILENT" // nothing comes for any site
	ProvisionalLong Key = "PROVISIONAL_LONG" // a month that the operator may still change
	ProductionLow   Key = "PRODUCTION_LOW"   // less than the sun allowed
	CoverageFalling Key = "COVERAGE_FALLING" // production covers less of consumption than before
	CreatingLong    Key = "CREATING_LONG"    // a site whose entry the operator has not confirmed
	CoefficientsDue Key = "COEFFICIENTS_DUE" // coefficients that are not sent, near the deadline or past it
	MonthUnbilled   Key = "MONTH_UNBILLED"   // a month that can be billed and is not
	CorrectionOpen  Key = "CORRECTION_OPEN"  // issued invoices that other curves would have made otherwise wait for a decision
	InvoicesOverdue Key = "INVOICES_OVERDUE" // clients that should have paid
	DebitReturned   Key = "DEBIT_RETURNED"   // money that the bank took back
	MandateMissing  Key = "MANDATE_MISSING"  // a site that is billed by direct debit and gave no mandate
	MandateLapsing  Key = "MANDATE_LAPSING"  // a mandate that ends unless it is used
	RequestWaiting  Key = "REQUEST_WAITING"  // a participant asks something and waits for an answer
	EInvoiceRefused Key = "EINVOICE_REFUSED" // an e-invoice was refused, and its invoice still stands
	EInvoiceStuck   Key = "EINVOICE_STUCK"   // an e-invoice waits for its carrier
	EReportLate     Key = "EREPORT_LATE"     // sales were not reported to the administration in time
)

// About is what a rule looks at, one by one: there is at most one live alert of a rule for each.
type About string

// What alerts are about.
const (
	OfOperation About = "OPERATION"
	OfSite      About = "SITE"
	OfMonth     About = "MONTH"
)

// Unit is what a threshold counts.
type Unit string

// The units.
const (
	Days    Unit = "DAYS"
	Percent Unit = "PERCENT"
	Hours   Unit = "HOURS"
)

// Threshold is from where on a fact is worth an alert.
type Threshold struct {
	Unit                 Unit
	Default, Least, Most int
}

// Rule finds facts of one kind.
type Rule struct {
	Key       Key
	About     About
	Threshold Threshold
	Feature   operation.Feature // without which there is nothing to find; "" = every operation has it
	// Find answers what holds now, each subject once. An error is that nobody knows: the alerts of
	// the rule stay as they are.
	Find func(ctx context.Context, q Question) ([]Fact, error)
}

// Question is what a rule is asked.
type Question struct {
	Operation operation.Operation
	Today     civil.Date
	Now       time.Time
	Threshold int
	asked     map[string]any // what several rules of one look have asked for
}

// Once asks for something that several rules need, once for all rules of one look.
func Once[T any](q Question, name string, ask func() (T, error)) (T, error) {
	if known, ok := q.asked[name].(T); ok {
		return known, nil
	}
	found, err := ask()
	if err == nil && q.asked != nil {
		q.asked[name] = found
	}
	return found, err
}

// Setting is a rule as an operation has it.
type Setting struct {
	Rule
	Value int  // the threshold in force
	Own   bool // it is the operation's own, not the default
	Off   bool
}

// Choice is what an operation has chosen for a rule.
type Choice struct {
	Threshold *int // nil = the default
	Off       bool
}

// check refuses a threshold out of bounds.
func (r Rule) check(c Choice) error {
	if c.Threshold != nil && (*c.Threshold < r.Threshold.Least || *c.Threshold > r.Threshold.Most) {
		return ErrThreshold.With("min", r.Threshold.Least).With("max", r.Threshold.Most).At("threshold")
	}
	return nil
}

// under is the rule as a choice makes it.
func (r Rule) under(c Choice) Setting {
	s := Setting{Rule: r, Value: r.Threshold.Default, Off: c.Off}
	if c.Threshold != nil {
		s.Value, s.Own = *c.Threshold, true
	}
	return s
}
