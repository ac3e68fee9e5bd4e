package month

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
)

// facts is what is known of one month; what the caller may not read, or the operation does not
// have, is nil.
type facts struct {
	OperationID  id.ID
	Month        civil.Month
	Today        civil.Date
	Sides        []billable.SideMonth
	SharesHere   bool // pmo is the operator: nobody waits for another's allocation
	Coefficients *calendar.Month
	Billing      *billingFacts
	Stated       *statement.MonthSum
}

// billingFacts is what billing says of the months up to one.
type billingFacts struct {
	Check     billrun.Check
	Pairs     []PairMonth // of the month and the one before
	Ways      []WayCount  // of all months asked for
	LiveRun   id.ID
	NoClients []billable.SideMonth // consumers of whom nobody pays
	// Corrections of issued invoices that wait for a decision, of all months.
	Corrections []correction.Correction
}

// decide puts the steps of a month together.
func decide(f facts) Status {
	s := Status{OperationID: f.OperationID, Month: f.Month}
	for _, side := range f.Sides {
		if !side.Ready() {
			s.Lacking = append(s.Lacking, side)
		}
	}
	sortLacking(s.Lacking)
	over := f.Month.Next().First() <= f.Today
	data := f.dataStep(over, s.Lacking)
	s.Steps = append(s.Steps, data)
	if f.Coefficients != nil {
		s.Steps = append(s.Steps, f.coefficientStep(over, data))
	}
	if over && len(f.Sides) > 0 {
		s.Checks = f.checks(s.Lacking, data)
		sortChecks(s.Checks)
	}
	s.Steps = append(s.Steps, checkStep(over, len(f.Sides) > 0, s.Checks))
	var published Step
	if f.Billing != nil {
		drafts := f.draftStep(over, data)
		published = f.publishedStep(over, drafts)
		s.Steps = append(s.Steps, drafts, published, f.sentStep(over, published))
	}
	way := s.Steps // that has to be gone until the month is done
	var stated Step
	if f.Stated != nil {
		if stated = f.statementStep(over, data); stated.Stated.Due+stated.Stated.Drafts > 0 {
			way = append(slices.Clone(way), stated)
		}
	}
	s.Next, s.State = nextOf(way), Done
	switch {
	case len(f.Sides) == 0:
		s.State, s.Next = Empty, nil
	case !over:
		s.State = InProgress
	case slices.ContainsFunc(way, func(step Step) bool { return step.State.open() }):
		s.State = Open
	}
	if f.Billing != nil { // a month is done when all is sent: money comes when it comes, and what is late is seen to
		paid := f.paidStep(published)
		s.Steps = append(s.Steps, paid)
		if s.State == Done && paid.State == StepToDo {
			s.Next = nextOf([]Step{paid})
		}
	}
	if f.Stated != nil { // neither does what producers wait for
		s.Steps = append(s.Steps, stated)
		if s.State == Done && s.Next == nil && stated.State == StepToDo {
			s.Next = nextOf([]Step{stated})
		}
	}
	return s
}

// sortLacking puts those that lack most days first.
func sortLacking(sides []billable.SideMonth) {
	days := func(s billable.SideMonth) int { return 100*daysOf(s.Missing) + daysOf(s.Provisional) }
	slices.SortStableFunc(sides, func(a, b billable.SideMonth) int { return days(b) - days(a) })
}

func daysOf(ranges []civil.Range) (n int) {
	for _, r := range ranges {
		n += r.Days()
	}
	return n
}

// unsentBefore is the deadline of coefficients that are needed and not sent; nil = there is none.
func (f facts) unsentBefore() *civil.Date {
	if c := f.Coefficients; c != nil && c.Needed && !sent(c) {
		return &c.Deadline
	}
	return nil
}

// sent reports whether the operator has coefficients of the month.
func sent(c *calendar.Month) bool {
	return c.Sent != nil || c.Current != nil && c.Current.Sent()
}

// dataStep asks for what lacks: curves of an organizer, the allocation or the last word of an
// operator.
func (f facts) dataStep(over bool, lacking []billable.SideMonth) Step {
	s := Step{Kind: StepData, State: StepWaiting, Sides: len(f.Sides), ReadySides: len(f.Sides) - len(lacking)}
	missing := slices.ContainsFunc(lacking, func(side billable.SideMonth) bool { return len(side.Missing) > 0 })
	measured := !slices.ContainsFunc(lacking, func(side billable.SideMonth) bool { return !side.Measured })
	switch {
	case len(f.Sides) == 0:
		s.Reason = NoSites
	case !over:
		s.Reason = MonthNotOver
	case len(lacking) == 0:
		s.State = StepDone
	case missing && measured && !f.SharesHere:
		s.Reason, s.Actor, s.Action = OperatorShares, Operator, ImportCurves
	case missing:
		s.State, s.Reason, s.Actor, s.Action = StepToDo, DataMissing, Organizer, ImportCurves
		if by := f.unsentBefore(); by != nil {
			s.by(*by, f.Today)
		}
	default:
		s.Reason, s.Actor, s.Action = DataProvisional, Operator, DeclareDefinitive
	}
	return s
}

// coefficientStep asks to make and to send them as soon as all is measured. Where the operator
// has allocated already, a deadline that is past cannot be met any more.
func (f facts) coefficientStep(over bool, data Step) Step {
	c := f.Coefficients
	s := Step{Kind: StepCoefficients, Needed: c.Needed, Coefficients: c.Current}
	if c.Sent != nil {
		s.Coefficients = c.Sent
	}
	if !c.Needed || len(f.Sides) == 0 {
		s.State, s.Coefficients = StepNothing, nil
		return s
	}
	s.by(c.Deadline, f.Today)
	switch {
	case sent(c):
		s.State = StepDone
	case !over:
		s.State, s.Reason = StepWaiting, MonthNotOver
	case c.Late && data.State == StepDone:
		s.State = StepMissed
	case data.State == StepToDo:
		s.State, s.Reason = StepWaiting, DataMissing
	default:
		s.State, s.Actor, s.Action = StepToDo, Organizer, MakeCoefficients
		if c.Current != nil {
			s.Action = SendCoefficients
		}
	}
	return s
}

// checks finds what blocks and what is odd.
func (f facts) checks(lacking []billable.SideMonth, data Step) []Check {
	out := dataChecks(lacking)
	if by := f.unsentBefore(); by != nil && f.Coefficients.Late {
		out = append(out, Check{Kind: CheckDeadline, Severity: Odd, Deadline: by})
	}
	if f.Billing == nil {
		return out
	}
	return append(out, f.Billing.checks(f.Month, f.Sides)...)
}

func (b *billingFacts) checks(m civil.Month, sides []billable.SideMonth) (out []Check) {
	if b.Check.Subscriptions > 0 { // who bills nobody needs no clients
		for _, side := range b.NoClients {
			out = append(out, Check{Kind: CheckClient, Severity: Blocking, SiteID: side.Site.ParticipantID, SiteName: side.Site.Name, Side: side.Side})
		}
	}
	out = append(out, b.refusals(m, sides)...)
	out = append(out, correctionChecks(b.Corrections, m)...)
	for _, p := range b.Check.Unpriced.Pairs {
		if p.Asked() && p.Reason != billing.ClientMissing && p.Days.Overlaps(m.Range()) {
			out = append(out, Check{Kind: CheckUnpriced, Severity: Odd, SiteID: p.ConsumerID, SiteName: p.ConsumerName, ProducerID: p.ProducerID,
				ProducerName: p.ProducerName, Side: metering.Consumer, Days: []civil.Range{p.Days}, Energy: p.Energy, Reason: p.Reason})
		}
	}
	if n := b.earlier(m); n > 0 {
		out = append(out, Check{Kind: CheckEarlier, Severity: Odd, Periods: n})
	}
	return append(out, amountChecks(b.Pairs, m)...)
}

// refusals are what a run or publishing would refuse a pair in a month, but for days of data,
// which are checks of their own, site by site.
func (b *billingFacts) refusals(m civil.Month, sides []billable.SideMonth) (out []Check) {
	lacking := slices.ContainsFunc(sides, func(s billable.SideMonth) bool { return !s.Ready() })
	for _, item := range b.Check.Clients {
		if !slices.ContainsFunc(item.Periods, func(days civil.Range) bool { return endsIn(days, m) }) {
			continue
		}
		for _, problem := range item.Problems {
			if lacking && (problem.Key == billing.ErrMeasurementsMissing.Key || problem.Key == billing.ErrMeasurementsIncomplete.Key) {
				continue
			}
			out = append(out, Check{Kind: CheckRefused, Severity: Blocking, IssuerID: item.IssuerID, IssuerName: item.IssuerName, ClientID: item.ClientID,
				ClientName: item.ClientName, Problem: problem})
		}
	}
	return out
}

// earlier counts the periods due that end before the month.
func (b *billingFacts) earlier(m civil.Month) (n int) {
	for _, item := range b.Check.Clients {
		for _, days := range item.Periods {
			if days.Last() < m.First() {
				n++
			}
		}
	}
	return n
}

// endsIn reports whether billed days belong to a month: their last lies in it.
func endsIn(days civil.Range, m civil.Month) bool { return m.Range().Contains(days.Last()) }

// checkStep counts the checks.
func checkStep(over, sites bool, checks []Check) Step {
	s := Step{Kind: StepChecks, State: StepDone}
	waits := false
	for _, c := range checks {
		switch {
		case c.Severity == Odd:
			s.Odd++
			continue
		case c.Kind == CheckMissing || c.Kind == CheckProvisional:
			waits = true
		default:
			s.State, s.Actor, s.Action = StepBlocked, Organizer, MendChecks
		}
		s.Blocking++
	}
	switch {
	case !sites:
		s.State, s.Reason = StepWaiting, NoSites
	case !over:
		s.State, s.Reason = StepWaiting, MonthNotOver
	case s.State == StepDone && waits:
		s.State, s.Reason = StepWaiting, DataMissing
	}
	return s
}

// draftStep asks for drafts of every pair that is due and can be billed.
func (f facts) draftStep(over bool, data Step) Step {
	b := f.Billing
	s := Step{Kind: StepDrafts, RunID: b.LiveRun}
	drafted := map[billing.PartyPair]bool{}
	var before money.Cents
	known := false
	for _, p := range b.Pairs {
		switch {
		case p.Month == f.Month-1 && p.Status != billing.NotCharged:
			before, known = before+p.Amount, true
		case p.Month == f.Month && p.Status == billing.Draft:
			drafted[p.PartyPair] = true
			s.Drafts, s.Drafted = s.Drafts+p.Number, s.Drafted+p.Amount
		}
	}
	if known {
		s.Previous = &before
	}
	refused := 0
	for _, item := range b.Check.Clients {
		due := slices.ContainsFunc(item.Periods, func(days civil.Range) bool { return endsIn(days, f.Month) })
		switch {
		case !due || drafted[billing.PartyPair{IssuerID: item.IssuerID, ClientID: item.ClientID}]:
		case slices.ContainsFunc(item.Problems, stopsDrafts):
			refused++
			s.Due++
		default:
			s.Due++
		}
	}
	switch {
	case !over:
		s.State, s.Reason = StepWaiting, MonthNotOver
	case !b.LiveRun.IsZero():
		s.State = StepRunning
	case s.Due == 0 && s.Drafts == 0 && b.numbered(f.Month) == 0:
		s.State = StepNothing
	case s.Due == 0:
		s.State = StepDone
	case s.Due > refused && data.State == StepDone:
		s.State, s.Actor, s.Action = StepToDo, Organizer, MakeDrafts
	case data.State != StepDone:
		s.State, s.Reason = StepWaiting, data.Reason
		if s.Due > refused { // who has all its days need not wait for others
			s.Action = MakeDrafts
		}
	default:
		s.State, s.Reason = StepWaiting, ChecksBlock
	}
	return s
}

// stopsDrafts reports whether a problem keeps a run from drafting: what the parties lack, and whether
// the issuer may issue, is asked when drafts are published.
func stopsDrafts(problem *fault.Error) bool {
	return !slices.Contains([]string{billing.ErrIssuerIncomplete.Key, billing.ErrIssuerUnconfirmed.Key, billing.ErrNumberTaken.Key,
		billing.ErrClientIncomplete.Key}, problem.Key)
}

// numbered counts the published invoices of a month.
func (b *billingFacts) numbered(m civil.Month) (n int) {
	for _, p := range b.Pairs {
		if p.Month == m && p.Status == billing.Finalized {
			n += p.Number
		}
	}
	return n
}

// publishedStep asks to publish what is drafted.
func (f facts) publishedStep(over bool, drafts Step) Step {
	s := Step{Kind: StepPublished, State: StepWaiting}
	for _, p := range f.Billing.Pairs {
		if p.Month == f.Month && p.Status == billing.Finalized {
			s.Published, s.Invoiced, s.Overdue = s.Published+p.Number, s.Invoiced+p.Amount, s.Overdue+p.Overdue
		}
	}
	switch {
	case !over:
		s.Reason = MonthNotOver
	case drafts.Drafts > 0 && drafts.State != StepRunning:
		s.State, s.Actor, s.Action = StepToDo, Organizer, PublishDrafts
	case drafts.State == StepDone:
		s.State = StepDone
	case drafts.State == StepNothing:
		s.State = StepNothing
	default:
		s.Reason = DraftsMissing
	}
	return s
}

// paidStep says what came in of what was published.
func (f facts) paidStep(published Step) Step {
	s := Step{Kind: StepPaid, State: StepWaiting, Published: published.Published, Invoiced: published.Invoiced, Overdue: published.Overdue}
	for _, p := range f.Billing.Pairs {
		if p.Month == f.Month && p.Status == billing.Finalized {
			s.Collected, s.Unpaid, s.Late = s.Collected+p.Collected, s.Unpaid+p.Unpaid, s.Late+p.Late
		}
	}
	s.Overpaid = s.Collected + s.Unpaid - s.Invoiced
	switch {
	case published.State == StepNothing:
		s.State = StepNothing
	case s.Published == 0:
		s.Reason = NotPublished
		if published.Reason == MonthNotOver {
			s.Reason = MonthNotOver
		}
	case s.Unpaid == 0:
		s.State = StepDone
	case s.Overdue > 0:
		s.State, s.Actor, s.Action = StepToDo, Organizer, SeeOverdue
	default:
		s.Reason = PaymentsAwaited
	}
	return s
}

// statementStep asks to state what producers are owed, to publish it and to pay it. What is in a list
// waits for the bank.
func (f facts) statementStep(over bool, data Step) Step {
	sum := *f.Stated
	s := Step{Kind: StepStatements, State: StepToDo, Actor: Organizer, Stated: sum}
	wait := func(r Reason) { s.State, s.Reason, s.Actor = StepWaiting, r, "" }
	switch {
	case !over:
		wait(MonthNotOver)
	case sum.Due > 0 && data.State != StepDone:
		wait(data.Reason)
	case sum.Due > 0:
		s.Action = MakeStatements
	case sum.Drafts > 0:
		s.Action = PublishStatements
	case sum.Published == 0:
		s.State, s.Actor = StepNothing, ""
	case sum.Unordered > 0:
		s.Action = PayStatements
	case sum.Unpaid > 0:
		wait(PaymentsAwaited)
	default:
		s.State, s.Actor = StepDone, ""
	}
	return s
}

// sentStep asks to send what was not or has failed, and to do what waits for hands: e-invoices to
// transmit, deposits, paper. Mails leave by themselves, and platforms say what becomes of what they have.
func (f facts) sentStep(over bool, published Step) Step {
	s := Step{Kind: StepSent, State: StepWaiting}
	toDo, underway := 0, 0
	for _, w := range f.Billing.Ways {
		if w.Month != f.Month {
			continue
		}
		switch {
		case w.State == "":
			s.Unsent += w.Number
			toDo += w.Number
			continue
		case w.State == billing.DeliveryFailed, w.State == billing.DeliveryWaiting && w.Channel != billing.ByMail && !w.AtPlatform:
			toDo += w.Number
		case w.State == billing.DeliveryWaiting:
			underway += w.Number
		}
		if n := len(s.Ways) - 1; n >= 0 && s.Ways[n].Channel == w.Channel && s.Ways[n].State == w.State {
			s.Ways[n].Number += w.Number // some of them at a platform
			continue
		}
		s.Ways = append(s.Ways, w)
	}
	switch {
	case !over:
		s.Reason = MonthNotOver
	case toDo > 0:
		s.State, s.Actor, s.Action = StepToDo, Organizer, SendInvoices
	case underway > 0:
		s.State = StepRunning
	case published.State == StepDone:
		s.State = StepDone
	case published.State == StepNothing:
		s.State = StepNothing
	default:
		s.Reason = NotPublished
	}
	return s
}

// nextOf is the first step at which somebody has to act; else the first that waits for what an
// organizer may do something about; else the first that is open.
func nextOf(steps []Step) *Next {
	acts := func(s Step) bool { return s.State == StepToDo || s.State == StepBlocked }
	for _, wanted := range []func(Step) bool{acts,
		func(s Step) bool { return s.State.open() && s.Action != "" },
		func(s Step) bool { return s.State.open() }} {
		if i := slices.IndexFunc(steps, wanted); i >= 0 {
			return &Next{Step: steps[i].Kind, Action: steps[i].Action, Actor: steps[i].Actor, Deadline: steps[i].Deadline, DaysLeft: steps[i].DaysLeft}
		}
	}
	return nil
}
