package pull_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/openpmo/pmo/core/metering/pull/drop"
	"github.com/openpmo/pmo/core/policy"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/importstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/definitive"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
	"github.com/openpmo/pmo/core/metering/pull"
)

// pullWorld is an operation on Enedis' grid with a service, and a drop that is empty.
type pullWorld struct {
	*coretest.Metering
	source *tellingSource
	parts  []pullPart
	looks  []id.ID
}

type pullPart struct {
	importID id.ID
	part     int
	after    string
}

func (w *pullWorld) CurvePull(_ context.Context, importID id.ID, part int, after string) error {
	w.parts = append(w.parts, pullPart{importID: importID, part: part, after: after})
	return nil
}

func (w *pullWorld) DropLook(_ context.Context, operationID id.ID) error {
	w.looks = append(w.looks, operationID)
	return nil
}

// Daily of pull.Queue.
func (*pullWorld) Daily() bool { return true }

// emptyDrop has no files.
type emptyDrop struct{ drop.Drop }

func (emptyDrop) Name() string { return "empty" }

func (emptyDrop) List(context.Context, string) ([]drop.File, error) { return nil, nil }

// tellingSource answers with the list of what it was asked, a word.
type tellingSource struct {
	words coretest.Words
	calls int // of one request
	asked []string
	watts int64 // of every answer; 0 = 400
	// silent numbers are those of which nothing is given.
	silent func(number string) bool
	fails  error
}

func (*tellingSource) Serves(op metering.Operation) bool { return op.Operator == dso.Enedis }

func (*tellingSource) Oldest(today civil.Date) civil.Date {
	return today.AddMonths(-24).AddDays(-15)
}

func (s *tellingSource) Calls(pull.CurveRequest) int { return s.calls }

func (s *tellingSource) Fetch(_ context.Context, _ metering.Operation, requests []pull.CurveRequest) (pull.FetchedFile, error) {
	if s.fails != nil {
		return pull.FetchedFile{}, s.fails
	}
	var word strings.Builder
	watts := map[metering.Nature]map[string]civil.Range{metering.Conso: {}, metering.Prod: {}}
	for _, r := range requests {
		line := fmt.Sprint(r.DsoID[10:], " ", r.Nature, " ", r.Days)
		s.asked = append(s.asked, line)
		word.WriteString(line + "\n")
		if s.silent == nil || !s.silent(r.DsoID) {
			watts[r.Nature][r.DsoID] = r.Days
		}
	}
	if s.watts != 0 {
		fmt.Fprintln(&word, s.watts, "W")
	}
	s.words[word.String()] = func() ([]curvefile.Dataset, error) {
		var sets []curvefile.Dataset
		for nature, sites := range watts {
			for site, days := range sites {
				set := coretest.Constant(civil.Paris, nature, curvefile.StatusNone, days, map[string]int64{site: cmp.Or(s.watts, 400)})
				set.History = true
				sets = append(sets, set)
			}
		}
		if len(sets) == 0 {
			return nil, metering.ErrNoValues.With("fileName", "answers.json")
		}
		return sets, nil
	}
	return pull.FetchedFile{Name: "answers.json", Content: []byte(word.String())}, nil
}

func newPullWorld(t *testing.T) *pullWorld {
	m := coretest.MeteredTown(t, "ENEDIS")
	w := &pullWorld{Metering: m, source: &tellingSource{words: m.Words, calls: 1}}
	m.Exec("update participants set dso_status = 'EN_VIGUEUR', dso_action = 'CREATION'")
	m.Rewire(func(d *assembly.Parts) {
		d.Source, d.Pulls = w.source, w
		d.Drops, d.DropMemory, d.DropQueue = []drop.Drop{emptyDrop{}}, importstore.NewDropMemory(m.DB), w
	})
	return w
}

func (w *pullWorld) pull(t *testing.T, days civil.Range) (ingest.Import, error) {
	t.Helper()
	return w.Pull.StartPull(t.Context(), w.Organizer, pull.PullInput{OperationID: w.Operation, From: &days.From, To: &days.To})
}

// work does the queued parts and the imports behind them.
func (w *pullWorld) work(t *testing.T) {
	t.Helper()
	for len(w.parts) > 0 {
		next := w.parts[0]
		w.parts = w.parts[1:]
		require.NoError(t, w.Pull.FetchPart(t.Context(), next.importID, next.part, next.after))
	}
	w.Work()
}

func TestAPullIsAnImport(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.source.calls = 60 // two requests are more than a part
	days := coretest.Days("2026-10-26", "2026-11-01")
	started, err := w.pull(t, days)
	require.NoError(t, err)
	require.Equal(t, days, w.Imported(started.ID).Days)
	_, err = w.pull(t, days)
	require.ErrorIs(t, err, metering.ErrInProgress)
	first := w.parts[0]
	w.work(t)
	done := w.Imported(started.ID)
	require.Equal(t, ingest.ImportSucceeded, done.Status, "%v", done.Errors)
	require.Equal(t, ingest.KindPull, done.Kind)
	require.Len(t, done.Files, len(w.source.asked), "a part each")
	require.Positive(t, done.Result.ChangedSites)
	require.Equal(t, 7, done.Result.ChangedDays)
	for _, f := range done.Files {
		require.Len(t, w.Content(f), int(f.Size), "the answers are kept")
	}
	require.NoError(t, w.Pull.FetchPart(t.Context(), first.importID, first.part, first.after), "a part that runs twice")

	again, err := w.pull(t, days)
	require.NoError(t, err)
	w.work(t)
	require.True(t, w.Imported(again.ID).Result.Unchanged)
}

// TestAPullThatLooksLikeAMistakeWaits: a thousand times the energy, of an answer that
// nobody looks at, is stored by a yes only.
func TestAPullThatLooksLikeAMistakeWaits(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	days := coretest.Days("2026-10-26", "2026-11-01")
	stored := func() energy.MilliWh {
		return w.Metrics(days).Values[metering.Conso].Energy
	}
	pulled := func() ingest.Import {
		started, err := w.pull(t, days)
		require.NoError(t, err)
		w.work(t)
		return w.Imported(started.ID)
	}
	require.Equal(t, ingest.ImportSucceeded, pulled().Status)
	before := stored()
	w.source.watts = 400_000
	held := pulled()
	require.Equal(t, ingest.ImportSuspected, held.Status, "%v", held.Errors)
	require.Equal(t, intake.SuspectReplaced, held.Result.Suspected[0].Reason)
	require.Equal(t, before, stored(), "nothing is stored")
	_, err := w.Ingest.ConfirmImport(t.Context(), w.Organizer, w.Operation, held.ID)
	require.NoError(t, err)
	w.work(t)
	require.Equal(t, ingest.ImportSucceeded, w.Imported(held.ID).Status)
	require.Equal(t, 1000*before, stored())
}

// TestWhereTheOperatorHasNothing: a part without values takes nothing from the others, and a pull of which all
// parts are so says that the operator has nothing, and speaks of no file.
func TestWhereTheOperatorHasNothing(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.source.calls = 60 // two requests are more than a part
	days := coretest.Days("2026-10-26", "2026-11-01")
	pulled := func() ingest.Import {
		t.Helper()
		started, err := w.pull(t, days)
		require.NoError(t, err)
		w.work(t)
		return w.Imported(started.ID)
	}
	w.source.silent = func(string) bool { return true }
	none := pulled()
	require.Equal(t, ingest.ImportFailed, none.Status)
	require.Greater(t, len(none.Files), 1)
	require.Len(t, none.Errors, 1)
	require.Equal(t, "pull.nothingGiven", none.Errors[0].Key)
	require.Equal(t, map[string]any{"from": "2026-10-26", "to": "2026-11-01"}, none.Errors[0].Params)

	var first string
	w.source.silent = func(number string) bool {
		first = cmp.Or(first, number)
		return number == first
	}
	some := pulled()
	require.Equal(t, ingest.ImportSucceeded, some.Status, "%v", some.Errors)
	require.Positive(t, some.Result.ChangedSites)
	for _, site := range some.Result.Sites {
		require.NotEqual(t, first, site.DsoID)
	}
}

func TestAPartThatRunsTwiceIsThereOnce(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.source.calls = 60
	started, err := w.pull(t, coretest.Days("2026-10-26", "2026-11-01"))
	require.NoError(t, err)
	part := w.parts[0]
	w.parts = nil
	for range 2 {
		require.NoError(t, w.Pull.FetchPart(t.Context(), part.importID, part.part, part.after))
	}
	require.Len(t, w.parts, 1, "the next part is queued once")
	require.Len(t, w.Imported(started.ID).Files, 1)
}

func TestWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	ctx := t.Context()
	days := coretest.Days("2026-10-26", "2026-11-01")
	_, err := w.pull(t, days)
	require.NoError(t, err)
	w.work(t)
	all := len(w.source.asked)
	require.Greater(t, all, 2)

	// A folder that is refused or on its way is left alone.
	w.Exec("update participants set dso_status = 'NO_TRAIL_ERR' where energy_type = 'producer'")
	w.source.asked = nil
	_, err = w.pull(t, days)
	require.NoError(t, err)
	w.work(t)
	require.NotEmpty(t, w.source.asked)
	require.Less(t, len(w.source.asked), all)
	for _, line := range w.source.asked {
		require.Contains(t, line, "Conso")
	}

	// Raw values never take the place of definitive ones.
	_, err = w.Definitive.DeclareDefinitive(ctx, w.Organizer, definitive.DeclareInput{OperationID: w.Operation, Month: civil.NewMonth(2026, 10), Reason: "checked"})
	require.NoError(t, err)
	w.source.asked = nil
	_, err = w.pull(t, days)
	require.NoError(t, err)
	w.work(t)
	for _, line := range w.source.asked {
		require.Contains(t, line, "2026-11-01..2026-11-02")
	}
	_, err = w.pull(t, coretest.Days("2026-10-26", "2026-10-31"))
	require.ErrorIs(t, err, pull.ErrPullNothing)
}

func TestDaysOfAPull(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	today := civil.Paris.DateOf(w.Clock)
	for key, days := range map[string]civil.Range{
		"pull.notPast": {From: today - 2, To: today + 1}, "pull.tooOld": {From: today.AddMonths(-25), To: today.AddMonths(-24)},
		"range.reversed": {From: today - 2, To: today - 2}, "range.tooLong": {From: today.AddMonths(-13), To: today},
	} {
		_, err := w.pull(t, days)
		require.Equal(t, key, fault.KeyOf(err))
	}
	started, err := w.Pull.StartPull(t.Context(), w.Organizer, pull.PullInput{OperationID: w.Operation})
	require.NoError(t, err)
	require.Equal(t, civil.Range{From: today - 7, To: today}, started.Days, "the last week")
	w.work(t)
	upTo := today - 3
	started, err = w.Pull.StartPull(t.Context(), w.Organizer, pull.PullInput{OperationID: w.Operation, To: &upTo})
	require.NoError(t, err)
	require.Equal(t, civil.Range{From: upTo - 7, To: upTo}, started.Days, "the week before")
	w.work(t)

	w.Clock = w.Clock.AddDate(0, 0, 20)
	started, err = w.Pull.StartPull(t.Context(), w.Organizer, pull.PullInput{OperationID: w.Operation})
	require.NoError(t, err)
	require.Equal(t, civil.Range{From: today, To: today + 20}, started.Days, "all since the last day with data")
}

func TestTheServerPullsByItself(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	started, err := w.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, started)
	again, err := w.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Zero(t, again, "one is live")
	w.work(t)
	list, _, err := w.Ingest.Imports(t.Context(), w.Organizer, w.Operation, 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, []any{"system", "", ingest.ImportSucceeded}, []any{list[0].Agent, list[0].Author, list[0].Status})
	again, err = w.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Zero(t, again, "one a day")

	w.source.fails = pull.ErrSourceRefused.With("status", 401)
	failed, err := w.pull(t, coretest.Days("2026-11-01", "2026-11-02"))
	require.NoError(t, err)
	err = w.Pull.FetchPart(t.Context(), failed.ID, 0, "")
	require.ErrorIs(t, err, pull.ErrSourceRefused)
	require.NoError(t, w.Jobs.Fail(t.Context(), failed.ID, 0, err))
	require.Equal(t, "curveSource.refused", w.Imported(failed.ID).Errors[0].Key)

	w.Exec("update operations set dso = 'SRD'")
	_, err = w.pull(t, coretest.Days("2026-11-01", "2026-11-02"))
	require.ErrorIs(t, err, metering.ErrFeature)
}

func TestWhatIsOfferedAndWhatCame(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	pulls := func() pull.PullState {
		t.Helper()
		state, err := w.Pull.Pulls(t.Context(), w.Organizer, w.Operation)
		require.NoError(t, err)
		return state
	}
	state := pulls()
	require.Equal(t, []bool{true, true}, []bool{state.Service, state.Folder})
	require.Nil(t, state.Last)
	require.True(t, state.Next.Equal(w.Clock), "nothing came yet: within the hour")

	_, err := w.pull(t, coretest.Days("2026-11-01", "2026-11-02"))
	require.NoError(t, err)
	w.work(t)
	state = pulls()
	require.Equal(t, ingest.ImportSucceeded, state.Last.Status)
	require.True(t, state.Next.Equal(w.Clock), "what somebody asked for does not put off the daily pull")

	_, err = w.Pull.PullAll(t.Context())
	require.NoError(t, err)
	w.work(t)
	state = pulls()
	require.Equal(t, "system", state.Last.Agent)
	next := *state.Next
	require.Equal(t, civil.Paris.DateOf(w.Clock)+1, civil.Paris.DateOf(next))
	w.Clock = next.Add(-time.Second)
	started, err := w.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Zero(t, started)
	w.Clock = next
	started, err = w.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, started)

	w.Exec("update operations set dso = 'SRD'")
	state = pulls()
	require.Equal(t, []bool{false, true}, []bool{state.Service, state.Folder}, "no service serves this operator")
}

// TestALookIsAskedForBesideThePulls: the answer says what both bring.
func TestALookIsAskedForBesideThePulls(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	state, err := w.Pull.StartDropLook(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []bool{true, true, true}, []bool{state.Service, state.Folder, state.Looking})
	require.Equal(t, []id.ID{w.Operation}, w.looks)
	_, err = w.Pull.StartDropLook(t.Context(), w.Observer(), w.Operation)
	require.ErrorIs(t, err, policy.ErrForbidden)
}
