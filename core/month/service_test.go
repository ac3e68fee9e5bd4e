package month_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// world answers every port of the service from values that a test sets.
type world struct {
	op       operation.Operation
	sides    []billable.SideMonth
	states   []calendar.Month
	check    billrun.Check
	pairs    []month.PairMonth
	ways     []month.WayCount
	live     id.ID
	orphans  map[id.ID]bool // sites without a client
	denied   policy.Permission
	clock    time.Time
	asked    []policy.Permission
	billUpTo civil.Date
	waiting  []correction.Correction
}

func (w *world) ByID(context.Context, id.ID) (operation.Operation, error) { return w.op, nil }

func (w *world) Reached(context.Context, policy.Principal) ([]operation.Operation, error) {
	return []operation.Operation{w.op}, nil
}

func (w *world) Coverage(_ context.Context, _ policy.Principal, _ id.ID, months []civil.Month) (out []billable.SideMonth, _ error) {
	for _, m := range months {
		for _, s := range w.sides {
			if s.Month == m {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

func (w *world) MonthStates(_ context.Context, _ policy.Principal, _ id.ID, months []civil.Month) (out []calendar.Month, _ error) {
	if w.denied == "coefficient:read" {
		return nil, policy.ErrForbidden
	}
	for _, m := range months {
		one := calendar.Month{Month: m}
		for _, s := range w.states {
			if s.Month == m {
				one = s
			}
		}
		out = append(out, one)
	}
	return out, nil
}

func (w *world) CheckRun(_ context.Context, _ policy.Principal, _ billing.Scope, in billrun.RunInput) (billrun.Check, error) {
	if w.denied == "run:read" {
		return billrun.Check{}, policy.ErrForbidden
	}
	w.billUpTo = *in.BillUpTo
	return w.check, nil
}

func (w *world) BilledAs(_ context.Context, _ id.ID, sites []id.ID) (map[id.ID]participant.BilledAs, error) {
	out := map[id.ID]participant.BilledAs{}
	for _, s := range sites {
		if !w.orphans[s] {
			out[s] = participant.BilledAs{BillableEntity: &participant.Entity{ID: "client of " + s}}
		}
	}
	return out, nil
}

func (w *world) Pairs(context.Context, id.ID, civil.Month, civil.Month, civil.Date) ([]month.PairMonth, error) {
	return w.pairs, nil
}

func (w *world) Ways(context.Context, id.ID, civil.Month, civil.Month) ([]month.WayCount, error) {
	return w.ways, nil
}

func (w *world) Overdue(context.Context, []id.ID, civil.Date) (map[id.ID]month.Overdue, error) {
	return nil, nil
}

func (w *world) LiveRun(context.Context, id.ID) (id.ID, error) { return w.live, nil }

func (w *world) Decide(_ context.Context, _ policy.Principal, perm policy.Permission, _ policy.Resource) (policy.Decision, error) {
	w.asked = append(w.asked, perm)
	return policy.Decision{Allow: perm != w.denied, Reason: policy.ReasonGrant}, nil
}

func (w *world) Permissions(context.Context, policy.Principal) ([]policy.Permission, error) {
	return nil, nil
}

func (w *world) Months(_ context.Context, _ policy.Principal, _ id.ID, first, last civil.Month) (out []statement.MonthSum, _ error) {
	if w.denied == "statement:read" {
		return nil, policy.ErrForbidden
	}
	for m := first; m <= last; m++ {
		out = append(out, statement.MonthSum{Month: m, Due: 1})
	}
	return out, nil
}

func (w *world) Waiting(context.Context, id.ID) ([]correction.Correction, error) {
	return w.waiting, nil
}

func (w *world) service() *month.Service {
	return month.New(month.Deps{Guard: policy.Guard{Decider: w}, Now: func() time.Time { return w.clock }, Operations: w, Curves: w,
		Coefficients: w, Runs: w, Clients: w, Invoices: w, Corrections: w, Statements: w})
}

func (w *world) october(t *testing.T) month.Status {
	t.Helper()
	s, err := w.service().Month(t.Context(), policy.Principal{}, "op", october)
	require.NoError(t, err)
	return s
}

var (
	october = civil.NewMonth(2026, time.October)
	days    = october.Range()
	pair    = billing.PartyPair{IssuerID: "issuer", ClientID: "client"}
)

func side(name string, missing, provisional int) billable.SideMonth {
	s := billable.SideMonth{Site: metering.Site{ParticipantID: id.ID(name), Name: name}, Side: metering.Consumer, Month: october, Days: days, Measured: true}
	if missing > 0 {
		s.Missing = []civil.Range{{From: days.From, To: days.From + civil.Date(missing)}}
	}
	if provisional > 0 {
		s.Provisional = []civil.Range{{From: days.To - civil.Date(provisional), To: days.To}}
	}
	return s
}

// due is a client whom a run bills for October, with what it would stumble on.
func due(problems ...*fault.Error) billrun.CheckItem {
	return billrun.CheckItem{IssuerID: pair.IssuerID, ClientID: pair.ClientID, IssuerName: "Commune", ClientName: "Boulangerie", Periods: []civil.Range{days}, Problems: problems}
}

func billed(status billing.InvoiceStatus, m civil.Month, amount money.Cents) month.PairMonth {
	return month.PairMonth{PartyPair: pair, IssuerName: "Commune", ClientName: "Boulangerie", Month: m, Status: status, Number: 1, Amount: amount, InvoiceID: "invoice"}
}

// unsent is October with coefficients that the operator wants by 5 November.
func unsent(late bool, current *coefficientset.CoefficientSet) []calendar.Month {
	return []calendar.Month{{Month: october, Needed: true, Deadline: october.Next().First() + 4, Late: late, Current: current}}
}

func sentSet() *coefficientset.CoefficientSet {
	return &coefficientset.CoefficientSet{ID: "set", History: []coefficientset.CoefficientEvent{{Status: coefficientset.CoefficientsPrepared}, {Status: coefficientset.CoefficientsSent}}}
}

func newWorld() *world {
	return &world{op: operation.Operation{ID: "op", DSO: dso.Enedis, Engine: operation.Engine2025}, clock: time.Date(2026, 11, 3, 8, 0, 0, 0, time.UTC),
		sides: []billable.SideMonth{side("A", 0, 0), side("B", 0, 0)}, check: billrun.Check{Subscriptions: 2, Clients: []billrun.CheckItem{due()}}}
}

// TestSteps leads October from no data to published invoices, one change at a time.
func TestSteps(t *testing.T) {
	t.Parallel()
	unmeasured := side("A", 3, 0)
	unmeasured.Measured = false
	for name, c := range map[string]struct {
		change func(*world)
		states string // of the steps, in their order
		next   month.Next
		state  month.State
	}{
		"curves lack": {func(w *world) { w.sides[0], w.states = unmeasured, unsent(false, nil) },
			"TODO WAITING WAITING WAITING WAITING WAITING", month.Next{Step: month.StepData, Action: month.ImportCurves, Actor: month.Organizer}, month.Open},
		"measured: coefficients are made before the operator shares": {func(w *world) { w.sides[0], w.states = side("A", 3, 0), unsent(false, nil) },
			"WAITING TODO WAITING WAITING WAITING WAITING", month.Next{Step: month.StepCoefficients, Action: month.MakeCoefficients, Actor: month.Organizer}, month.Open},
		"made: they are sent": {func(w *world) {
			w.sides[0], w.states = side("A", 3, 0), unsent(false, &coefficientset.CoefficientSet{ID: "set"})
		},
			"WAITING TODO WAITING WAITING WAITING WAITING", month.Next{Step: month.StepCoefficients, Action: month.SendCoefficients, Actor: month.Organizer}, month.Open},
		"sent: the operator shares": {func(w *world) { w.sides[0], w.states = side("A", 3, 0), unsent(false, sentSet()) },
			"WAITING DONE WAITING WAITING WAITING WAITING", month.Next{Step: month.StepData, Action: month.ImportCurves, Actor: month.Operator}, month.Open},
		"provisional": {func(w *world) { w.sides[1] = side("B", 0, 5) },
			"WAITING NOTHING WAITING WAITING WAITING WAITING", month.Next{Step: month.StepData, Action: month.DeclareDefinitive, Actor: month.Operator}, month.Open},
		"complete, too late to send": {func(w *world) { w.states = unsent(true, nil) },
			"DONE MISSED DONE TODO WAITING WAITING", month.Next{Step: month.StepDrafts, Action: month.MakeDrafts, Actor: month.Organizer}, month.Open},
		"complete": {func(*world) {},
			"DONE NOTHING DONE TODO WAITING WAITING", month.Next{Step: month.StepDrafts, Action: month.MakeDrafts, Actor: month.Organizer}, month.Open},
		"a run goes on": {func(w *world) { w.live = "run" },
			"DONE NOTHING DONE RUNNING WAITING WAITING", month.Next{Step: month.StepDrafts}, month.Open},
		"publishing would refuse: drafts can be made": {func(w *world) { w.check.Clients = []billrun.CheckItem{due(billing.ErrClientIncomplete)} },
			"DONE NOTHING BLOCKED TODO WAITING WAITING", month.Next{Step: month.StepChecks, Action: month.MendChecks, Actor: month.Organizer}, month.Open},
		"pmo itself shares: nobody else's allocation is waited for": {func(w *world) { w.op.DSO, w.sides[0] = dso.Fake, side("A", 3, 0) },
			"TODO WAITING WAITING WAITING WAITING", month.Next{Step: month.StepData, Action: month.ImportCurves, Actor: month.Organizer}, month.Open},
		"too late, and the operator has not shared yet": {func(w *world) { w.sides[0], w.states = side("A", 3, 0), unsent(true, nil) },
			"WAITING TODO WAITING WAITING WAITING WAITING", month.Next{Step: month.StepCoefficients, Action: month.MakeCoefficients, Actor: month.Organizer}, month.Open},
		"a run replaces drafts": {func(w *world) { w.live, w.pairs = "run", []month.PairMonth{billed(billing.Draft, october, 12000)} },
			"DONE NOTHING DONE RUNNING WAITING WAITING", month.Next{Step: month.StepDrafts}, month.Open},
		"refused": {func(w *world) { w.check.Clients = []billrun.CheckItem{due(billing.ErrVolumeUnpriced)} },
			"DONE NOTHING BLOCKED WAITING WAITING WAITING", month.Next{Step: month.StepChecks, Action: month.MendChecks, Actor: month.Organizer}, month.Open},
		"drafted": {func(w *world) { w.pairs = []month.PairMonth{billed(billing.Draft, october, 12000)} },
			"DONE NOTHING DONE DONE TODO WAITING", month.Next{Step: month.StepPublished, Action: month.PublishDrafts, Actor: month.Organizer}, month.Open},
		"published": {func(w *world) {
			w.check.Clients, w.pairs = nil, []month.PairMonth{billed(billing.Finalized, october, 12000)}
		}, "DONE NOTHING DONE DONE DONE DONE", month.Next{}, month.Done},
		"published, and late": {func(w *world) {
			paid := billed(billing.Finalized, october, 12000)
			paid.Overdue, paid.Unpaid, paid.Late = 1, 12000, 12000
			w.check.Clients, w.pairs = nil, []month.PairMonth{paid}
		}, "DONE NOTHING DONE DONE DONE DONE", month.Next{Step: month.StepPaid, Action: month.SeeOverdue, Actor: month.Organizer}, month.Done},
		"published, never sent": {func(w *world) {
			w.check.Clients, w.pairs = nil, []month.PairMonth{billed(billing.Finalized, october, 12000)}
			w.ways = []month.WayCount{{Month: october, Number: 1}, {Month: october - 1, Number: 4}}
		}, "DONE NOTHING DONE DONE DONE TODO", month.Next{Step: month.StepSent, Action: month.SendInvoices, Actor: month.Organizer}, month.Open},
		"mails are on their way": {func(w *world) {
			w.check.Clients, w.pairs = nil, []month.PairMonth{billed(billing.Finalized, october, 12000)}
			w.ways = []month.WayCount{{Month: october, Channel: billing.ByMail, State: billing.DeliveryWaiting, Number: 1}, {Month: october, Channel: billing.ByPrint, State: billing.DeliveryPrinted, Number: 1}}
		}, "DONE NOTHING DONE DONE DONE RUNNING", month.Next{Step: month.StepSent}, month.Open},
		"an e-invoice is at a platform": {func(w *world) {
			w.check.Clients, w.pairs = nil, []month.PairMonth{billed(billing.Finalized, october, 12000)}
			w.ways = []month.WayCount{{Month: october, Channel: billing.ByEInvoice, State: billing.DeliveryWaiting, AtPlatform: true, Number: 1}}
		}, "DONE NOTHING DONE DONE DONE RUNNING", month.Next{Step: month.StepSent}, month.Open},
		"an e-invoice waits for hands": {func(w *world) {
			w.check.Clients, w.pairs = nil, []month.PairMonth{billed(billing.Finalized, october, 12000)}
			w.ways = []month.WayCount{{Month: october, Channel: billing.ByEInvoice, State: billing.DeliveryWaiting, Number: 1}}
		}, "DONE NOTHING DONE DONE DONE TODO", month.Next{Step: month.StepSent, Action: month.SendInvoices, Actor: month.Organizer}, month.Open},
		"a mail was refused": {func(w *world) {
			w.check.Clients, w.pairs = nil, []month.PairMonth{billed(billing.Finalized, october, 12000)}
			w.ways = []month.WayCount{{Month: october, Channel: billing.ByMail, State: billing.DeliveryFailed, Number: 1}, {Month: october, State: billing.DeliveryUnknown, Number: 2}}
		}, "DONE NOTHING DONE DONE DONE TODO", month.Next{Step: month.StepSent, Action: month.SendInvoices, Actor: month.Organizer}, month.Open},
		"nothing is due": {func(w *world) { w.check.Clients = nil }, "DONE NOTHING DONE NOTHING NOTHING NOTHING", month.Next{}, month.Done},
		"not over": {func(w *world) { w.clock = time.Date(2026, 10, 30, 8, 0, 0, 0, time.UTC) },
			"WAITING NOTHING WAITING WAITING WAITING WAITING", month.Next{Step: month.StepData}, month.InProgress},
		"nobody takes part": {func(w *world) { w.sides = nil }, "WAITING NOTHING WAITING TODO WAITING WAITING", month.Next{}, month.Empty},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			c.change(w)
			s := w.october(t)
			states := ""
			for i, step := range s.Steps {
				switch {
				case step.Kind == month.StepPaid: // see TestWhatCameIn
					continue
				case i > 0:
					states += " "
				}
				states += string(step.State)
			}
			require.Equal(t, c.state, s.State)
			if c.next == (month.Next{}) {
				require.Nil(t, s.Next)
			} else {
				require.NotNil(t, s.Next)
				got := *s.Next
				got.Deadline, got.DaysLeft = nil, 0
				require.Equal(t, c.next, got)
			}
			if c.state != month.Empty {
				require.Equal(t, c.states, states)
			}
		})
	}
}

func TestTheDeadlineStandsWhereItIsMet(t *testing.T) {
	t.Parallel()
	w := newWorld()
	unmeasured := side("A", 3, 0)
	unmeasured.Measured = false
	w.sides[0], w.states = unmeasured, unsent(false, nil)
	s := w.october(t)
	require.Equal(t, "2026-11-05", s.Next.Deadline.String(), "curves are wanted before the coefficients")
	require.Equal(t, 2, s.Next.DaysLeft)

	w.sides[0], w.clock, w.states = side("A", 0, 0), w.clock.AddDate(0, 0, 5), unsent(true, nil)
	s = w.october(t)
	require.Equal(t, []month.CheckKind{month.CheckDeadline}, kinds(s.Checks))
	require.Equal(t, month.Odd, s.Checks[0].Severity)
}

func kinds(checks []month.Check) (out []month.CheckKind) {
	for _, c := range checks {
		out = append(out, c.Kind)
	}
	return out
}

func TestChecksSayWhatBlocksAndWhatIsOdd(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.sides = []billable.SideMonth{side("A", 2, 1), side("B", 0, 0)}
	w.orphans = map[id.ID]bool{"B": true}
	earlier := due()
	earlier.Periods = []civil.Range{(october - 1).Range()}
	w.check.Clients = []billrun.CheckItem{due(billing.ErrClientIncomplete, billing.ErrMeasurementsIncomplete), earlier}
	w.check.Unpriced.Pairs = []billing.UnpricedPair{
		{Pair: billing.Pair{ConsumerID: "A", ProducerID: "P"}, ConsumerName: "A", ProducerName: "P", Days: days, Energy: 3 * energy.KilowattHour, Reason: billing.NotSubscribed},
		{Pair: billing.Pair{ConsumerID: "B", ProducerID: "P"}, ConsumerName: "B", Days: days, Reason: billing.ClientMissing},
		{Pair: billing.Pair{ConsumerID: "A", ProducerID: "Q"}, ConsumerName: "A", Days: days, Reason: billing.SubscriptionLater},
		{Pair: billing.Pair{ConsumerID: "A", ProducerID: "R"}, ConsumerName: "A", Days: (october - 2).Range(), Reason: billing.NotSubscribed},
	}
	w.pairs = []month.PairMonth{billed(billing.Finalized, october-1, 8000), billed(billing.Draft, october, 12001)}
	s := w.october(t)
	require.Equal(t, []month.CheckKind{month.CheckMissing, month.CheckProvisional, month.CheckClient, month.CheckRefused, month.CheckUnpriced,
		month.CheckEarlier, month.CheckUnusual}, kinds(s.Checks), "the days of data are said site by site, and not again for each client")
	blocking := 0
	for _, c := range s.Checks {
		if c.Severity == month.Blocking {
			blocking++
		}
	}
	require.Equal(t, 4, blocking)
	require.Equal(t, billing.ErrClientIncomplete.Key, s.Checks[3].Problem.Key)
	require.Equal(t, 1, s.Checks[5].Periods)
	require.Equal(t, []money.Cents{12001, 8000}, []money.Cents{s.Checks[6].Amount, s.Checks[6].Previous})
	require.Equal(t, []billable.SideMonth{w.sides[0]}, s.Lacking)

	w.check.Subscriptions = 0
	require.NotContains(t, kinds(w.october(t).Checks), month.CheckClient, "who bills nobody needs no clients")
}

func TestAmountsAreComparedByMoreThanHalfAndAEuro(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, now money.Cents
		odd         bool
	}{{8000, 12000, false}, {8000, 12001, true}, {8000, 4000, false}, {8000, 3999, true}, {100, 199, false}, {100, 200, true}, {0, 5000, false}} {
		w := newWorld()
		w.pairs = []month.PairMonth{billed(billing.Draft, october, c.now)}
		if c.before > 0 {
			w.pairs = append(w.pairs, billed(billing.Finalized, october-1, c.before))
		}
		require.Equal(t, c.odd, len(w.october(t).Checks) == 1, "%d after %d", c.now, c.before)
	}
}

func TestStepsThatOneMayNotReadAreLeftOut(t *testing.T) {
	t.Parallel()
	steps := func(s month.Status) (out []month.StepKind) {
		for _, step := range s.Steps {
			out = append(out, step.Kind)
		}
		return out
	}
	w := newWorld()
	w.denied = "run:read"
	require.Equal(t, []month.StepKind{month.StepData, month.StepCoefficients, month.StepChecks}, steps(w.october(t)))
	w.denied = "coefficient:read"
	require.Equal(t, []month.StepKind{month.StepData, month.StepChecks, month.StepDrafts, month.StepPublished, month.StepSent, month.StepPaid}, steps(w.october(t)))
	w.denied = ""
	w.op.Engine = operation.EngineOld
	require.Equal(t, []month.StepKind{month.StepData, month.StepCoefficients, month.StepChecks}, steps(w.october(t)), "the old engine bills elsewhere")
	w.op.Engine, w.op.DSO = operation.Engine2025, dso.Sibelga
	require.Contains(t, steps(w.october(t)), month.StepStatements, "where the operation sells")
	w.denied = "statement:read"
	require.NotContains(t, steps(w.october(t)), month.StepStatements)
	w.denied = "month:read"
	_, err := w.service().Month(t.Context(), policy.Principal{}, "op", october)
	require.ErrorIs(t, err, policy.ErrForbidden)
	_, err = w.service().Months(t.Context(), policy.Principal{}, "op")
	require.ErrorIs(t, err, policy.ErrForbidden)
}

func TestMonthsAreListedBackToTheFirst(t *testing.T) {
	t.Parallel()
	w := newWorld()
	before := side("A", 0, 0)
	before.Month, before.Days = october-2, (october - 2).Range()
	w.sides = append(w.sides, before)
	all, err := w.service().Months(t.Context(), policy.Principal{}, "op")
	require.NoError(t, err)
	var months []string
	for _, s := range all {
		months = append(months, s.Month.String()+" "+string(s.State))
	}
	require.Equal(t, []string{"2026-11 EMPTY", "2026-10 OPEN", "2026-09 EMPTY", "2026-08 DONE"}, months)
	require.Equal(t, "2026-10-31", w.billUpTo.String(), "what is due is asked once, up to the last month that is over")
	_, err = w.service().Month(t.Context(), policy.Principal{}, "op", october+2)
	require.ErrorIs(t, err, month.ErrFuture)
}
