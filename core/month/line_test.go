package month_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// worlds answers for several operations, each by a world of its own; what is the same for all
// is asked of the first.
type worlds struct {
	*world
	of      map[id.ID]*world
	reached []operation.Operation
	overdue map[id.ID]month.Overdue
	asked   []id.ID // about what is overdue
}

func (w *worlds) Reached(context.Context, policy.Principal) ([]operation.Operation, error) {
	return w.reached, nil
}

func (w *worlds) Coverage(ctx context.Context, p policy.Principal, operationID id.ID, months []civil.Month) ([]billable.SideMonth, error) {
	return w.of[operationID].Coverage(ctx, p, operationID, months)
}

func (w *worlds) MonthStates(ctx context.Context, p policy.Principal, operationID id.ID, months []civil.Month) ([]calendar.Month, error) {
	return w.of[operationID].MonthStates(ctx, p, operationID, months)
}

func (w *worlds) CheckRun(ctx context.Context, p policy.Principal, scope billing.Scope, in billrun.RunInput) (billrun.Check, error) {
	return w.of[scope.OperationID].CheckRun(ctx, p, scope, in)
}

func (w *worlds) Pairs(ctx context.Context, operationID id.ID, first, last civil.Month, today civil.Date) ([]month.PairMonth, error) {
	return w.of[operationID].Pairs(ctx, operationID, first, last, today)
}

func (w *worlds) Ways(ctx context.Context, operationID id.ID, first, last civil.Month) ([]month.WayCount, error) {
	return w.of[operationID].Ways(ctx, operationID, first, last)
}

func (w *worlds) Overdue(_ context.Context, operationIDs []id.ID, _ civil.Date) (map[id.ID]month.Overdue, error) {
	w.asked = operationIDs
	return w.overdue, nil
}

func (w *worlds) Decide(_ context.Context, _ policy.Principal, _ policy.Permission, r policy.Resource) (policy.Decision, error) {
	if of := w.of[r.OperationID]; of != nil && of.denied == "month:read" {
		return policy.Decision{Reason: policy.ReasonScope}, nil
	}
	return policy.Decision{Allow: true, Reason: policy.ReasonGrant}, nil
}

func (w *worlds) Waiting(context.Context, id.ID) ([]correction.Correction, error) { return nil, nil }

func (w *worlds) service() *month.Service {
	return month.New(month.Deps{Guard: policy.Guard{Decider: w}, Now: func() time.Time { return w.clock }, Operations: w, Curves: w,
		Coefficients: w, Runs: w, Clients: w, Invoices: w, Corrections: w, Statements: w})
}

// listed are the operations of the lines with their urgency, in their order.
func (w *worlds) listed(t *testing.T, in month.LinesInput) (out []string) {
	t.Helper()
	lines, err := w.service().Lines(t.Context(), policy.Principal{}, in)
	require.NoError(t, err)
	for _, l := range lines {
		out = append(out, l.Operation.Name+" "+string(l.Urgency))
	}
	return out
}

func newWorlds(changes map[string]func(*world)) *worlds {
	w := &worlds{world: newWorld(), of: map[id.ID]*world{}}
	for name, change := range changes {
		one := newWorld()
		one.op.ID, one.op.Name = id.ID(name), name
		change(one)
		w.of[one.op.ID], w.reached = one, append(w.reached, one.op)
	}
	return w
}

func TestTheMostUrgentOperationStandsFirst(t *testing.T) {
	t.Parallel()
	unmeasured := side("A", 3, 0)
	unmeasured.Measured = false
	due2 := unsent(false, nil)
	due2[0].Deadline--
	w := newWorlds(map[string]func(*world){
		"Done":     func(w *world) { w.check.Clients = nil },
		"Nobody":   func(w *world) { w.sides = nil },
		"Waits":    func(w *world) { w.sides[1] = side("B", 0, 5) },
		"To do b":  func(*world) {},
		"To do a":  func(*world) {},
		"Due":      func(w *world) { w.sides[0], w.states = unmeasured, unsent(false, nil) },
		"Due soon": func(w *world) { w.sides[0], w.states = unmeasured, due2 },
		"Blocked":  func(w *world) { w.check.Clients = []billrun.CheckItem{due(billing.ErrVolumeUnpriced)} },
		"Missed":   func(w *world) { w.states = unsent(true, nil) },
		"Missed, and done": func(w *world) {
			w.states, w.check.Clients = unsent(true, nil), nil
		},
		"Not mine": func(w *world) { w.denied = "month:read" },
	})
	require.Equal(t, []string{"Missed LATE", "Blocked BLOCKED", "Due soon DUE", "Due DUE", "To do a TODO", "To do b TODO", "Waits WAITING",
		"Missed, and done DONE", "Done DONE", "Nobody EMPTY"}, w.listed(t, month.LinesInput{}))
	require.Equal(t, []string{"Due soon DUE", "Due DUE"}, w.listed(t, month.LinesInput{Q: "dué"}), "searched by name")
	september := october - 1
	for _, line := range w.listed(t, month.LinesInput{Month: &september}) {
		require.Contains(t, line, " EMPTY", "nobody took part yet")
	}
	november := october + 2
	_, err := w.service().Lines(t.Context(), policy.Principal{}, month.LinesInput{Month: &november})
	require.ErrorIs(t, err, month.ErrFuture)
}

func TestALineAddsUpWhatIsKnownOfItsSites(t *testing.T) {
	t.Parallel()
	consumer, gap := side("A", 0, 0), side("B", 0, 0)
	consumer.Consumed = billable.KnownDays{Energy: 30 * energy.KilowattHour, Owed: 31, Known: 31, Whole: 31}
	consumer.Received = billable.KnownDays{Energy: 10 * energy.KilowattHour, Owed: 31, Known: 31, Whole: 31}
	gap.Consumed = billable.KnownDays{Owed: 31}
	w := newWorlds(map[string]func(*world){
		"Partly":  func(w *world) { w.sides = []billable.SideMonth{consumer, gap} },
		"Wholly":  func(w *world) { w.sides = []billable.SideMonth{consumer} },
		"Unknown": func(w *world) { w.sides = []billable.SideMonth{gap} },
		"Unread":  func(w *world) { w.denied, w.sides = "run:read", []billable.SideMonth{gap} },
		"Nothing": func(w *world) { w.op.DSO, w.sides, w.check.Clients = dso.Fake, []billable.SideMonth{gap}, nil },
	})
	w.overdue = map[id.ID]month.Overdue{"Partly": {Number: 2, Amount: 4500}}
	lines, err := w.service().Lines(t.Context(), policy.Principal{}, month.LinesInput{})
	require.NoError(t, err)
	of := map[string]month.Line{}
	for _, l := range lines {
		of[l.Operation.Name] = l
	}
	require.Equal(t, &month.KnownEnergy{Energy: 30 * energy.KilowattHour, Partial: true}, of["Partly"].Consumed)
	require.Equal(t, 2, of["Partly"].Sites)
	require.Equal(t, &month.KnownEnergy{Energy: 30 * energy.KilowattHour}, of["Wholly"].Consumed)
	require.Equal(t, &month.KnownEnergy{Energy: 10 * energy.KilowattHour}, of["Wholly"].Shared)
	require.Nil(t, of["Wholly"].Produced, "nobody owes production")
	require.Nil(t, of["Unknown"].Consumed, "a gap is not zero")
	require.Equal(t, &month.Overdue{Number: 2, Amount: 4500}, of["Partly"].Overdue)
	require.Equal(t, &month.Overdue{}, of["Wholly"].Overdue)
	require.Nil(t, of["Unread"].Overdue, "who may not read invoices learns of none")
	require.NotContains(t, w.asked, id.ID("Unread"))
}

func TestLinesAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorlds(nil)
	w.reached = make([]operation.Operation, 501)
	_, err := w.service().Lines(t.Context(), policy.Principal{}, month.LinesInput{})
	require.Equal(t, fault.ListTooLong.Key, fault.KeyOf(err))
}

// Whatever one operation fails with is the answer, however many are asked about.
func TestALineThatFailsIsTheAnswer(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is full")
	w := newWorlds(map[string]func(*world){"A": func(*world) {}, "B": func(*world) {}, "C": func(*world) {}, "D": func(*world) {}, "E": func(*world) {}})
	failing := &failingCurves{worlds: w, err: broken}
	s := w.service()
	s.Curves = failing
	_, err := s.Lines(t.Context(), policy.Principal{}, month.LinesInput{})
	require.ErrorIs(t, err, broken)
}

type failingCurves struct {
	*worlds
	err error
}

func (f *failingCurves) Coverage(context.Context, policy.Principal, id.ID, []civil.Month) ([]billable.SideMonth, error) {
	return nil, f.err
}
