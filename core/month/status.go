package month

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
)

// State is where a month as a whole stands.
type State string

// The states of a month. An empty one is of no site.
const (
	InProgress State = "IN_PROGRESS"
	Open       State = "OPEN"
	Done       State = "DONE"
	Empty      State = "EMPTY"
)

// StepKind is a part of the way.
type StepKind string

// The steps in their order.
const (
	StepData         StepKind = "DATA"
	StepCoefficients StepKind = "COEFFICIENTS"
	StepChecks       StepKind = "CHECKS"
	StepDrafts       StepKind = "DRAFTS"
	StepPublished    StepKind = "PUBLISHED"
	StepPaid         StepKind = "PAID"
	StepSent         StepKind = "SENT"
	StepStatements   StepKind = "STATEMENTS"
)

// StepState is where a step stands.
type StepState string

// The states of a step.
const (
	StepDone    StepState = "DONE"
	StepNothing StepState = "NOTHING" // the month does not need it
	StepToDo    StepState = "TODO"    // somebody has to act
	StepWaiting StepState = "WAITING" // for its reason
	StepBlocked StepState = "BLOCKED" // something must be mended first
	StepRunning StepState = "RUNNING" // work goes on by itself
	StepMissed  StepState = "MISSED"  // not done in time, and the operator went on without it
)

// open reports whether something is left of a step.
func (s StepState) open() bool { return s != StepDone && s != StepNothing && s != StepMissed }

// Reason is why a step waits.
type Reason string

// The reasons.
const (
	MonthNotOver    Reason = "MONTH_NOT_OVER"
	NoSites         Reason = "NO_SITES"
	DataMissing     Reason = "DATA_MISSING"
	DataProvisional Reason = "DATA_PROVISIONAL" // the operator may still change values
	OperatorShares  Reason = "OPERATOR_SHARES"  // all is measured, and the operator's allocation is not there
	ChecksBlock     Reason = "CHECKS_BLOCK"
	DraftsMissing   Reason = "DRAFTS_MISSING"
	NotPublished    Reason = "NOT_PUBLISHED"
	PaymentsAwaited Reason = "PAYMENTS_AWAITED" // what was published is not paid in full, and not overdue
)

// Actor is who has to act.
type Actor string

// The actors: the organizer, and the grid operator.
const (
	Organizer Actor = "ORGANIZER"
	Operator  Actor = "OPERATOR"
)

// Action is what an organizer can do for a step now.
type Action string

// The actions.
const (
	ImportCurves      Action = "IMPORT_CURVES"
	DeclareDefinitive Action = "DECLARE_DEFINITIVE"
	MakeCoefficients  Action = "MAKE_COEFFICIENTS"
	SendCoefficients  Action = "SEND_COEFFICIENTS"
	MendChecks        Action = "MEND_CHECKS"
	MakeDrafts        Action = "MAKE_DRAFTS"
	PublishDrafts     Action = "PUBLISH_DRAFTS"
	SeeOverdue        Action = "SEE_OVERDUE"
	SendInvoices      Action = "SEND_INVOICES"
	MakeStatements    Action = "MAKE_STATEMENTS"
	PublishStatements Action = "PUBLISH_STATEMENTS"
	PayStatements     Action = "PAY_STATEMENTS"
)

// Step is one part of the way, with the figures of its kind.
type Step struct {
	Kind     StepKind
	State    StepState
	Reason   Reason // of a step that waits
	Actor    Actor
	Action   Action
	Deadline *civil.Date // last day to do it
	DaysLeft int         // to the deadline; negative when past

	Sides, ReadySides int // DATA: sides of sites that take part, and those whose days are all there and final

	Needed       bool // COEFFICIENTS: the operator wants them
	Coefficients *coefficientset.CoefficientSet

	Blocking, Odd int // CHECKS

	// DRAFTS: of periods that end in the month.
	Drafts   int
	Drafted  money.Cents
	Due      int          // pairs that a run would bill and that have no draft
	Previous *money.Cents // drafted and published of the month before; nil = nothing was
	RunID    id.ID        // the live run; none when nobody bills

	Published int // PUBLISHED
	Invoiced  money.Cents
	Overdue   int

	// PAID: of the published ones.
	Collected, Unpaid, Late money.Cents // received, still open, and of that overdue
	Overpaid                money.Cents // received beyond what was invoiced

	Unsent int        // SENT: never sent
	Ways   []WayCount // by channel and state, in their order

	Stated statement.MonthSum // STATEMENTS
}

// by sets the deadline.
func (s *Step) by(d, today civil.Date) { s.Deadline, s.DaysLeft = &d, int(d-today) }

// Next is the one thing to do or to wait for.
type Next struct {
	Step     StepKind
	Action   Action
	Actor    Actor
	Deadline *civil.Date
	DaysLeft int
}

// Status is where a month stands. Checks and Lacking are whole.
type Status struct {
	OperationID id.ID
	Month       civil.Month
	State       State
	Steps       []Step
	Next        *Next
	Checks      []Check // what blocks first
	Lacking     []billable.SideMonth
}

// urgency is how soon somebody should look at it. What is done is not late any more.
func (s Status) urgency() Urgency {
	late := slices.ContainsFunc(s.Steps, func(step Step) bool {
		return step.State == StepMissed || step.Deadline != nil && step.DaysLeft < 0 && step.State.open()
	})
	stuck := slices.ContainsFunc(s.Steps, func(step Step) bool { return step.State == StepBlocked })
	switch {
	case s.State == Empty:
		return NoSite
	case s.State == Done:
		return Completed
	case late:
		return Late
	case stuck:
		return Blocked
	case s.Next == nil || s.Next.Actor != Organizer:
		return Waiting
	case s.Next.Deadline != nil:
		return Due
	}
	return ToDo
}
