package replay_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// shelf stands for metering: it keeps the expectation of each month.
type shelf struct {
	replay.Expectations
	kept   map[civil.Month]replay.Expectation
	locked func() // what happens while a month is waited for
}

func (s *shelf) Lock(context.Context, id.ID, civil.Month) error {
	if s.locked != nil {
		s.locked()
	}
	return nil
}

// Put counts the consumers' curves, and those that differ.
func (s *shelf) Put(_ context.Context, _ id.ID, x replay.Expectation, write bool) (sites, different int, err error) {
	before := s.kept[x.Month]
	for c := range x.Consumers {
		if c >= len(before.Shared) || !slices.Equal(before.Shared[c], x.Shared[c]) {
			different++
		}
	}
	if write {
		s.kept[x.Month] = x
	}
	return len(x.Consumers), different, nil
}

// MonthsSince has curves of March and April.
func (s *shelf) MonthsSince(_ context.Context, _ id.ID, from civil.Date) (months []civil.Month, _ error) {
	for _, m := range []civil.Month{coretest.March, coretest.March.Next()} {
		if m >= civil.MonthOf(from) {
			months = append(months, m)
		}
	}
	return months, nil
}

// queue keeps what was asked for.
type queue struct {
	months []civil.Month
}

func (q *queue) Expect(_ context.Context, _ id.ID, months []civil.Month) error {
	q.months = append(q.months, months...)
	return nil
}

type replayed struct {
	*coretest.Senders
	shelf *shelf
	queue *queue
}

// newReplayed shares March and April by equal parts.
func newReplayed(t *testing.T, operator dso.Operator) replayed {
	t.Helper()
	w := replayed{coretest.NewSenders(t, operator), &shelf{kept: map[civil.Month]replay.Expectation{}}, &queue{}}
	w.Rewire(func(d *assembly.Parts) {
		d.Expectations, d.Queue = w.shelf, w.queue
	})
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	return w
}

func (w replayed) start(days civil.Range, verify bool) replay.Replay {
	w.T.Helper()
	r, err := w.Replay.StartReplay(w.T.Context(), w.Organizer, replay.ReplayInput{OperationID: w.Operation, Days: days, Verify: verify})
	require.NoError(w.T, err)
	return r
}

// done runs a replay and reads what came out.
func (w replayed) done(r replay.Replay) replay.Replay {
	w.T.Helper()
	require.NoError(w.T, w.Jobs.Work(w.T.Context(), r.ID, 0))
	r, err := w.followed(w.Organizer, r.ID)
	require.NoError(w.T, err)
	return r
}

// followed is a replay as somebody may follow its job.
func (w replayed) followed(p policy.Principal, replayID id.ID) (replay.Replay, error) {
	j, err := w.Jobs.Find(w.T.Context(), p, replayID)
	if err != nil {
		return replay.Replay{}, err
	}
	return replay.Of(j)
}

var twoMonths = civil.Range{From: coretest.March.First() + 9, To: coretest.March.Next().First() + 1}

// TestAReplaySharesWholeMonthsAgain: those that the days touch, once, and by the key of now.
func TestAReplaySharesWholeMonthsAgain(t *testing.T) {
	w := newReplayed(t, dso.Enedis)
	r := w.start(twoMonths, false)
	require.Equal(t, []any{replay.ReplayPending, []coretest.QueuedPart{{Kind: replay.JobKind, JobID: r.ID}}}, []any{r.Status, w.Queued})
	r = w.done(r)
	require.Equal(t, []any{replay.ReplaySucceeded, 2}, []any{r.Status, len(r.Months)})
	require.True(t, r.FinishedAt.Equal(w.Clock))
	require.Equal(t, []any{coretest.March, 3, 3, []int{2}, false, ""},
		[]any{r.Months[0].Month, r.Months[0].Sites, r.Months[0].DifferentSites, r.Months[0].Stamp.ConfigVersions, r.Months[0].Published, r.Months[0].Reason})
	require.Equal(t, 5, r.Differences(), "Bruno has left before April")
	require.ElementsMatch(t, []civil.Month{coretest.March, coretest.March.Next()}, slices.Collect(maps.Keys(w.shelf.kept)))
	march := w.shelf.kept[coretest.March]
	require.Len(t, march.Shared[0], 31*96-4, "the whole month, of the day of 23 hours")
	for step := range march.Missing {
		var shared, given energy.MilliWh
		for c := range march.Consumers {
			shared += march.Shared[c][step]
		}
		for p := range march.Producers {
			given += march.Given[p][step]
		}
		require.Equal(t, shared, given, "what is received is given")
	}

	again := w.done(w.start(coretest.March.Range(), false))
	require.Zero(t, again.Differences(), "nothing has changed")
	require.Equal(t, r.Months[0].Stamp, again.Months[0].Stamp)
	w.Meters.More[coretest.March] = 1000
	other := w.done(w.start(coretest.March.Range(), false))
	require.NotEqual(t, again.Months[0].Stamp.Inputs, other.Months[0].Stamp.Inputs)
	require.NoError(t, w.Jobs.Work(t.Context(), other.ID, 0), "a job that comes twice")
	require.Len(t, w.done(other).Months, 1, "is done once")
}

func TestAVerificationWritesNothing(t *testing.T) {
	w := newReplayed(t, dso.Enedis)
	r := w.done(w.start(coretest.March.Range(), true))
	require.Equal(t, []any{3, true}, []any{r.Differences(), r.Verify})
	require.Empty(t, w.shelf.kept)
	w.done(w.start(coretest.March.Range(), false))
	require.Zero(t, w.done(w.start(coretest.March.Range(), true)).Differences())
}

// TestMonthsThatAreLeftOut say why, and keep what is stored.
func TestMonthsThatAreLeftOut(t *testing.T) {
	for operator, want := range map[dso.Operator][]any{dso.Enedis: {replay.NoCurves, false}, dso.Fake: {replay.NoCurves, true}, dso.Sibelga: {replay.OperatorsOwn, false}} {
		t.Run(string(operator), func(t *testing.T) {
			w := newReplayed(t, operator)
			w.Meters.Consumers = nil
			r := w.done(w.start(coretest.March.Range(), false))
			require.Equal(t, replay.ReplaySucceeded, r.Status)
			require.Equal(t, want, []any{r.Months[0].Reason, r.Months[0].Published})
			require.Empty(t, w.shelf.kept)
		})
	}
}

// TestAMonthIsSharedFromTheCurvesUnderItsLock: those that came while it was waited for count.
func TestAMonthIsSharedFromTheCurvesUnderItsLock(t *testing.T) {
	w := newReplayed(t, dso.Enedis)
	w.shelf.locked = func() { w.Meters.More[coretest.March] = 7 }
	w.done(w.start(coretest.March.Range(), false))
	latest, err := w.Meters.MonthEnergies(t.Context(), w.Operation, coretest.March)
	require.NoError(t, err)
	require.Equal(t, latest.Consumption[0][0], w.shelf.kept[coretest.March].Consumption[0][0])

	w.shelf.locked = func() { w.Meters.Consumers = nil }
	clear(w.shelf.kept)
	r := w.done(w.start(coretest.March.Range(), false))
	require.Equal(t, replay.NoCurves, r.Months[0].Reason)
	require.Empty(t, w.shelf.kept)
}

// TestAReplayThatFails is closed with its reason, and by the sweep when its job is gone.
func TestAReplayThatFails(t *testing.T) {
	w := newReplayed(t, dso.Enedis)
	ctx := t.Context()
	known, unknown, lost := w.start(coretest.March.Range(), false), w.start(coretest.March.Range(), false), w.start(coretest.March.Range(), false)
	require.NoError(t, w.Jobs.Fail(ctx, known.ID, 0, allocation.ErrNoEnergies))
	require.NoError(t, w.Jobs.Fail(ctx, unknown.ID, 0, errors.New("disk")))
	for replayID, key := range map[id.ID]string{known.ID: allocation.ErrNoEnergies.Key, unknown.ID: "internal"} {
		r, err := w.followed(w.Organizer, replayID)
		require.NoError(t, err)
		require.Equal(t, []any{replay.ReplayFailed, key}, []any{r.Status, r.Errors[0].Key})
		require.NoError(t, w.Jobs.Fail(ctx, replayID, 0, allocation.ErrReplayAbandoned), "the first word stays")
		r, err = w.followed(w.Organizer, replayID)
		require.NoError(t, err)
		require.Equal(t, key, r.Errors[0].Key)
	}
	w.Clock = w.Clock.Add(15 * time.Minute)
	require.NoError(t, w.Jobs.Sweep(ctx))
	r, err := w.followed(w.Organizer, lost.ID)
	require.NoError(t, err)
	require.Equal(t, replay.ReplayPending, r.Status)
	w.Clock = w.Clock.Add(time.Second)
	require.NoError(t, w.Jobs.Sweep(ctx))
	r, err = w.followed(w.Organizer, lost.ID)
	require.NoError(t, err)
	require.Equal(t, []any{replay.ReplayFailed, allocation.ErrReplayAbandoned.Key}, []any{r.Status, r.Errors[0].Key})
	require.NoError(t, w.Jobs.Work(ctx, lost.ID, 0), "its job comes back")
	require.Empty(t, w.shelf.kept, "and finds it closed")
}

// TestOtherCurvesMakeAnotherExpectation where we share beside the operator only.
func TestOtherCurvesMakeAnotherExpectation(t *testing.T) {
	for operator, expected := range map[dso.Operator]bool{dso.Enedis: true, dso.Fake: false, dso.Sibelga: false} {
		t.Run(string(operator), func(t *testing.T) {
			w := newReplayed(t, operator)
			w.queue.months = nil
			require.NoError(t, w.Replay.CurvesChanged(t.Context(), w.Operation, []civil.Month{coretest.March}))
			require.NoError(t, w.Replay.CurvesChanged(t.Context(), w.Operation, nil))
			require.Equal(t, expected, len(w.queue.months) == 1)
			w.queue.months = nil
			require.NoError(t, w.Replay.ExpectAgain(t.Context(), w.Operation, coretest.March.Next().First()+3), "another key")
			require.NoError(t, w.Replay.ExpectAgain(t.Context(), w.Operation, coretest.March.Add(2).First()), "of days without curves")
			require.Equal(t, expected, slices.Equal(w.queue.months, []civil.Month{coretest.March.Next()}))
		})
	}
	t.Run("the job", func(t *testing.T) {
		w := newReplayed(t, dso.Enedis)
		require.NoError(t, w.Replay.Expect(t.Context(), w.Operation, []civil.Month{coretest.March}))
		require.Len(t, w.shelf.kept[coretest.March].Shared, 3)
		audited := 0
		require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select count(*) from audit_entries where details->>'month' = '2026-03' and details->>'configVersions' = '[2]'").Scan(&audited))
		require.Equal(t, 1, audited)
	})
}

func TestWhoMayReplayKeys(t *testing.T) {
	w := newReplayed(t, dso.Enedis)
	r := w.start(coretest.March.Range(), true)
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	const none = "internal" // the key of no refusal
	for _, c := range []struct {
		who              policy.Principal
		start, list, job string
	}{
		{stranger, "notFound", "notFound", "notFound"},
		{w.Observer(), "forbidden", none, "notFound"},
		{w.Account("Ariane"), "forbidden", "forbidden", "notFound"},
	} {
		_, err := w.Replay.StartReplay(t.Context(), c.who, replay.ReplayInput{OperationID: w.Operation, Days: coretest.March.Range()})
		require.Equal(t, c.start, fault.KeyOf(err), c.who.Role)
		_, err = w.Replay.ListReplays(t.Context(), c.who, w.Operation)
		require.Equal(t, c.list, fault.KeyOf(err), c.who.Role)
		_, err = w.followed(c.who, r.ID)
		require.Equal(t, c.job, fault.KeyOf(err), c.who.Role)
	}
	_, err := w.followed(w.Organizer, id.New())
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.Replay.ListReplays(t.Context(), w.Observer(), w.Operation)
	require.NoError(t, err)
	list, err := w.Replay.ListReplays(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []any{1, "Ode Rieu", r.ID}, []any{len(list), list[0].Author, list[0].ID})
	for days, want := range map[civil.Range]*fault.Error{{From: 10, To: 10}: civil.ErrReversed, {From: coretest.March.First(), To: coretest.March.Add(12).First() + 1}: civil.ErrTooLong} {
		_, err = w.Replay.StartReplay(t.Context(), w.Organizer, replay.ReplayInput{OperationID: w.Operation, Days: days})
		require.ErrorIs(t, err, want)
	}
	require.Len(t, w.Queued, 1)
}
