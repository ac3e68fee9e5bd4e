package month

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
)

// TestAMonthWithoutSitesHasNothingToCheck, and one that is not over neither.
func TestAMonthWithoutSitesHasNothingToCheck(t *testing.T) {
	t.Parallel()
	m := civil.NewMonth(2026, 10)
	step := func(f facts) Step {
		for _, s := range decide(f).Steps {
			if s.Kind == StepChecks {
				return s
			}
		}
		t.Fatal("there is no step of checks")
		return Step{}
	}
	nobody := step(facts{Month: m, Today: m.Next().First()})
	ready := step(facts{Month: m, Today: m.Next().First(), Sides: []billable.SideMonth{{Month: m}}})
	early := step(facts{Month: m, Today: m.Next().First() - 1, Sides: []billable.SideMonth{{Month: m}}})
	require.Equal(t, checkStep(true, false, nil), nobody)
	require.Equal(t, checkStep(true, true, nil), ready)
	require.Equal(t, checkStep(false, true, nil), early)
	require.Equal(t, []Reason{NoSites, MonthNotOver, ""}, []Reason{nobody.Reason, early.Reason, ready.Reason})
}

// TestWhatLacksMostComesFirst: missing days before provisional ones, then as they stood.
func TestWhatLacksMostComesFirst(t *testing.T) {
	t.Parallel()
	side := func(dsoID string, missing, provisional int) billable.SideMonth {
		s := billable.SideMonth{}
		s.Site.DsoID = dsoID
		s.Missing, s.Provisional = []civil.Range{{From: 100, To: civil.Date(100 + missing)}}, []civil.Range{{From: 200, To: civil.Date(200 + provisional)}}
		return s
	}
	sides := []billable.SideMonth{side("a", 0, 31), side("b", 1, 0), side("c", 2, 0), side("d", 1, 5), side("e", 0, 31)}
	sortLacking(sides)
	var order string
	for _, s := range sides {
		order += s.Site.DsoID
	}
	require.Equal(t, "cdbae", order)
}

// TestWhatCameIn: money keeps no month from being done, and what is late is said.
func TestWhatCameIn(t *testing.T) {
	t.Parallel()
	published := Step{Kind: StepPublished, State: StepDone, Published: 2, Invoiced: 300}
	pair := PairMonth{Month: civil.NewMonth(2026, 10), Status: billing.Finalized, Number: 2, Amount: 300}
	for name, c := range map[string]struct {
		collected, unpaid, late money.Cents
		overdue                 int
		state                   StepState
		action                  Action
	}{
		"nothing yet":     {unpaid: 300, state: StepWaiting},
		"in part":         {collected: 100, unpaid: 200, state: StepWaiting},
		"late":            {collected: 100, unpaid: 200, late: 200, overdue: 1, state: StepToDo, action: SeeOverdue},
		"in full":         {collected: 300, state: StepDone},
		"more than asked": {collected: 350, state: StepDone},
	} {
		one, done := pair, published
		one.Collected, one.Unpaid, one.Late, one.Overdue, done.Overdue = c.collected, c.unpaid, c.late, c.overdue, c.overdue
		s := facts{Month: pair.Month, Billing: &billingFacts{Pairs: []PairMonth{one, {Month: pair.Month, Status: billing.Draft, Unpaid: 7}}}}.paidStep(done)
		require.Equal(t, []any{c.state, c.action, c.collected, c.unpaid, c.late, c.overdue}, []any{s.State, s.Action, s.Collected, s.Unpaid, s.Late, s.Overdue}, name)
		require.Equal(t, c.state == StepWaiting, s.Reason == PaymentsAwaited, name)
	}
}

// TestWhatProducersWaitFor: a month is not done until they are stated, and being paid keeps no month
// from being done.
func TestWhatProducersWaitFor(t *testing.T) {
	t.Parallel()
	m := civil.NewMonth(2026, 10)
	ready := []billable.SideMonth{{Month: m}}
	for name, c := range map[string]struct {
		sum    statement.MonthSum
		early  bool
		state  StepState
		action Action
		reason Reason
		month  State
	}{
		"nobody is owed":         {state: StepNothing, month: Done},
		"the month goes on":      {sum: statement.MonthSum{}, early: true, state: StepWaiting, reason: MonthNotOver, month: InProgress},
		"not stated":             {sum: statement.MonthSum{Due: 1, Published: 1}, state: StepToDo, action: MakeStatements, month: Open},
		"drafted":                {sum: statement.MonthSum{Drafts: 2, Drafted: 300}, state: StepToDo, action: PublishStatements, month: Open},
		"published":              {sum: statement.MonthSum{Published: 2, Owed: 300, Unpaid: 300, Unordered: 1}, state: StepToDo, action: PayStatements, month: Done},
		"with the bank":          {sum: statement.MonthSum{Published: 2, Owed: 300, Unpaid: 200}, state: StepWaiting, reason: PaymentsAwaited, month: Done},
		"paid":                   {sum: statement.MonthSum{Published: 2, Owed: 300}, state: StepDone, month: Done},
		"nothing was shared":     {sum: statement.MonthSum{Published: 1}, state: StepDone, month: Done},
		"late but with the bank": {sum: statement.MonthSum{Published: 1, Owed: 300, Unpaid: 300, Overdue: 1}, state: StepWaiting, reason: PaymentsAwaited, month: Done},
	} {
		f := facts{Month: m, Today: m.Next().First(), Sides: ready, Stated: &c.sum}
		if c.early {
			f.Today--
		}
		s := decide(f)
		last := s.Steps[len(s.Steps)-1]
		require.Equal(t, StepStatements, last.Kind, name)
		require.Equal(t, []any{c.state, c.action, c.reason, c.month}, []any{last.State, last.Action, last.Reason, s.State}, name)
		require.Equal(t, c.action != "", s.Next != nil && s.Next.Step == StepStatements && s.Next.Action == c.action, name)
	}
	late := decide(facts{Month: m, Today: m.Next().First(), Sides: []billable.SideMonth{{Month: m, Missing: []civil.Range{m.Range()}}}, Stated: &statement.MonthSum{Due: 1}})
	step := late.Steps[len(late.Steps)-1]
	require.Equal(t, []any{StepWaiting, late.Steps[0].Reason}, []any{step.State, step.Reason}, "figures of the operator come first")
	require.NotContains(t, stepsOf(decide(facts{Month: m, Today: m.Next().First(), Sides: ready})), StepStatements, "who is not told of it, or owes nobody")
}

func stepsOf(s Status) (out []StepKind) {
	for _, step := range s.Steps {
		out = append(out, step.Kind)
	}
	return out
}
