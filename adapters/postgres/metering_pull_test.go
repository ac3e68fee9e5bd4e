package postgres_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/definitive"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
	"github.com/openpmo/pmo/core/metering/pull"
	"github.com/openpmo/pmo/core/policy"
)

// pullWorld is an operation on Enedis' grid with a service and a drop.
type pullWorld struct {
	*meteringFixture
	shelf  *curveShelf
	source *tellingSource
	drop   *memoryDrop
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

// tellingSource answers with the list of what it was asked, which the shelf reads.
type tellingSource struct {
	shelf *curveShelf
	calls int // of one request
	asked []string
	watts int64 // of every answer; 0 = 400
	fails error
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
		watts[r.Nature][r.DsoID] = r.Days
	}
	if s.watts != 0 {
		fmt.Fprintln(&word, s.watts, "W")
	}
	s.shelf.sets[word.String()] = func() ([]curvefile.Dataset, error) {
		var sets []curvefile.Dataset
		for nature, sites := range watts {
			for site, days := range sites {
				set := constantCurve(civil.Paris, nature, curvefile.StatusNone, days, map[string]int64{site: cmp.Or(s.watts, 400)})
				set.History = true
				sets = append(sets, set)
			}
		}
		return sets, nil
	}
	return pull.FetchedFile{Name: "answers.json", Content: []byte(word.String())}, nil
}

// memoryDrop is a drop whose files are texts.
type memoryDrop struct {
	files map[string]droppedText
	fails error // of the whole drop
}

type droppedText struct {
	text string
	at   time.Time
}

func (*memoryDrop) Name() string { return "memory" }

func (d *memoryDrop) List(_ context.Context, externalID string) (out []pull.DroppedFile, _ error) {
	for path, f := range d.files {
		if folder, name, _ := strings.Cut(path, "/"); folder == externalID {
			out = append(out, pull.DroppedFile{Name: name, Size: int64(len(f.text)), ModifiedAt: f.at})
		}
	}
	return out, d.fails
}

func (d *memoryDrop) Open(_ context.Context, externalID, name string) (io.ReadCloser, error) {
	if d.files[externalID+"/"+name].text == "locked" {
		return nil, fs.ErrPermission
	}
	return io.NopCloser(strings.NewReader(d.files[externalID+"/"+name].text)), nil
}

func newPullWorld(t *testing.T) *pullWorld {
	f, shelf := importTown(t)
	w := &pullWorld{meteringFixture: f, shelf: shelf, source: &tellingSource{shelf: shelf, calls: 1}, drop: &memoryDrop{files: map[string]droppedText{}}}
	_, err := f.db.Pool().Exec(t.Context(), "update participants set dso_status = 'EN_VIGUEUR', dso_action = 'CREATION'")
	require.NoError(t, err)
	w.service = assembly.New(assembly.Deps{Guard: policy.Guard{Decider: allowCurves{}, Locator: postgres.NewParticipants(f.db)}, Tx: f.db,
		Now: func() time.Time { return f.now }, Perimeter: postgres.NewPerimeters(f.db), Curves: postgres.NewCurves(f.db),
		Rollups: postgres.NewRollups(f.db), Imports: postgres.NewCurveImports(f.db), Declarations: postgres.NewDefinitiveMonths(f.db),
		Registers: postgres.NewRegisters(f.db), Files: shelf, Reader: shelf, Queue: shelf, Source: w.source, Pulls: w, DailyPulls: true, Operations: postgres.NewWorkOperations(f.db),
		Drops: []pull.Drop{w.drop}, Taken: postgres.NewDroppedFiles(f.db), Looks: postgres.NewDropLooks(f.db)})
	return w
}

func (w *pullWorld) pull(t *testing.T, days civil.Range) (ingest.Import, error) {
	t.Helper()
	return w.service.Pull.StartPull(t.Context(), w.organizer, pull.PullInput{OperationID: w.operationID, From: &days.From, To: &days.To})
}

// work does the queued parts and the imports behind them.
func (w *pullWorld) work(t *testing.T) {
	t.Helper()
	for len(w.parts) > 0 {
		next := w.parts[0]
		w.parts = w.parts[1:]
		require.NoError(t, w.service.Pull.FetchPart(t.Context(), next.importID, next.part, next.after))
	}
	for _, importID := range w.shelf.queued {
		require.NoError(t, w.service.Ingest.RunImport(t.Context(), importID))
	}
	w.shelf.queued = nil
}

func (w *pullWorld) imported(t *testing.T, importID id.ID) ingest.Import {
	t.Helper()
	i, err := w.service.Ingest.ImportJob(t.Context(), w.organizer, importID)
	require.NoError(t, err)
	return i
}

func TestAPullIsAnImport(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.source.calls = 60 // two requests are more than a part
	days := curveDays(t, "2026-10-26", "2026-11-01")
	started, err := w.pull(t, days)
	require.NoError(t, err)
	require.Equal(t, days, w.imported(t, started.ID).Days)
	_, err = w.pull(t, days)
	require.ErrorIs(t, err, metering.ErrInProgress)
	first := w.parts[0]
	w.work(t)
	done := w.imported(t, started.ID)
	require.Equal(t, ingest.ImportSucceeded, done.Status, "%v", done.Errors)
	require.Equal(t, ingest.KindPull, done.Kind)
	require.Len(t, done.Files, len(w.source.asked), "a part each")
	require.Positive(t, done.Result.ChangedSites)
	require.Equal(t, 7, done.Result.ChangedDays)
	for _, f := range done.Files {
		require.Contains(t, w.shelf.kept, f.Key(), "the answers are kept")
	}
	require.NoError(t, w.service.Pull.FetchPart(t.Context(), first.importID, first.part, first.after), "a part that runs twice")

	again, err := w.pull(t, days)
	require.NoError(t, err)
	w.work(t)
	require.True(t, w.imported(t, again.ID).Result.Unchanged)
}

// TestAPullThatLooksLikeAMistakeWaits: a thousand times the energy, of an answer that
// nobody looks at, is stored by a yes only.
func TestAPullThatLooksLikeAMistakeWaits(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	days := curveDays(t, "2026-10-26", "2026-11-01")
	stored := func() energy.MilliWh {
		m, err := w.service.Dashboard.OperationMetrics(t.Context(), w.organizer, dashboard.MetricsInput{OperationID: w.operationID, Days: days})
		require.NoError(t, err)
		return m.Values[metering.Conso].Energy
	}
	pulled := func() ingest.Import {
		started, err := w.pull(t, days)
		require.NoError(t, err)
		w.work(t)
		return w.imported(t, started.ID)
	}
	require.Equal(t, ingest.ImportSucceeded, pulled().Status)
	before := stored()
	w.source.watts = 400_000
	held := pulled()
	require.Equal(t, ingest.ImportSuspected, held.Status, "%v", held.Errors)
	require.Equal(t, intake.SuspectReplaced, held.Result.Suspected[0].Reason)
	require.Equal(t, before, stored(), "nothing is stored")
	_, err := w.service.Ingest.ConfirmImport(t.Context(), w.organizer, w.operationID, held.ID)
	require.NoError(t, err)
	w.work(t)
	require.Equal(t, ingest.ImportSucceeded, w.imported(t, held.ID).Status)
	require.Equal(t, 1000*before, stored())
}

func TestAPartThatRunsTwiceIsThereOnce(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	w.source.calls = 60
	started, err := w.pull(t, curveDays(t, "2026-10-26", "2026-11-01"))
	require.NoError(t, err)
	part := w.parts[0]
	w.parts = nil
	for range 2 {
		require.NoError(t, w.service.Pull.FetchPart(t.Context(), part.importID, part.part, part.after))
	}
	require.Len(t, w.parts, 1, "the next part is queued once")
	require.Len(t, w.imported(t, started.ID).Files, 1)
}

func TestWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	ctx := t.Context()
	days := curveDays(t, "2026-10-26", "2026-11-01")
	_, err := w.pull(t, days)
	require.NoError(t, err)
	w.work(t)
	all := len(w.source.asked)
	require.Greater(t, all, 2)

	// A folder that is refused or on its way is left alone.
	_, err = w.db.Pool().Exec(ctx, "update participants set dso_status = 'NO_TRAIL_ERR' where energy_type = 'producer'")
	require.NoError(t, err)
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
	_, err = w.service.Definitive.DeclareDefinitive(ctx, w.organizer, definitive.DeclareInput{OperationID: w.operationID, Month: civil.NewMonth(2026, 10), Reason: "checked"})
	require.NoError(t, err)
	w.source.asked = nil
	_, err = w.pull(t, days)
	require.NoError(t, err)
	w.work(t)
	for _, line := range w.source.asked {
		require.Contains(t, line, "2026-11-01..2026-11-02")
	}
	_, err = w.pull(t, curveDays(t, "2026-10-26", "2026-10-31"))
	require.ErrorIs(t, err, pull.ErrPullNothing)
}

func TestDaysOfAPull(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	today := civil.Paris.DateOf(w.now)
	for key, days := range map[string]civil.Range{
		"pull.notPast": {From: today - 2, To: today + 1}, "pull.tooOld": {From: today.AddMonths(-25), To: today.AddMonths(-24)},
		"range.reversed": {From: today - 2, To: today - 2}, "range.tooLong": {From: today.AddMonths(-13), To: today},
	} {
		_, err := w.pull(t, days)
		require.Equal(t, key, fault.KeyOf(err))
	}
	started, err := w.service.Pull.StartPull(t.Context(), w.organizer, pull.PullInput{OperationID: w.operationID})
	require.NoError(t, err)
	require.Equal(t, civil.Range{From: today - 7, To: today}, started.Days, "the last week")
	w.work(t)

	w.now = w.now.AddDate(0, 0, 20)
	started, err = w.service.Pull.StartPull(t.Context(), w.organizer, pull.PullInput{OperationID: w.operationID})
	require.NoError(t, err)
	require.Equal(t, civil.Range{From: today, To: today + 20}, started.Days, "all since the last day with data")
}

func TestTheServerPullsByItself(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	started, err := w.service.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, started)
	again, err := w.service.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Zero(t, again, "one is live")
	w.work(t)
	list, _, err := w.service.Ingest.Imports(t.Context(), w.organizer, w.operationID, 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, []any{"system", "", ingest.ImportSucceeded}, []any{list[0].Agent, list[0].Author, list[0].Status})
	again, err = w.service.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Zero(t, again, "one a day")

	w.source.fails = pull.ErrSourceRefused.With("status", 401)
	failed, err := w.pull(t, curveDays(t, "2026-11-01", "2026-11-02"))
	require.NoError(t, err)
	err = w.service.Pull.FetchPart(t.Context(), failed.ID, 0, "")
	require.ErrorIs(t, err, pull.ErrSourceRefused)
	require.NoError(t, w.service.Ingest.FailImport(t.Context(), failed.ID, err))
	require.Equal(t, "curveSource.refused", w.imported(t, failed.ID).Errors[0].Key)

	_, err = w.db.Pool().Exec(t.Context(), "update operations set dso = 'SRD'")
	require.NoError(t, err)
	_, err = w.pull(t, curveDays(t, "2026-11-01", "2026-11-02"))
	require.ErrorIs(t, err, metering.ErrFeature)
}

func TestWhatIsOfferedAndWhatCame(t *testing.T) {
	t.Parallel()
	w := newPullWorld(t)
	pulls := func() pull.PullState {
		t.Helper()
		state, err := w.service.Pull.Pulls(t.Context(), w.organizer, w.operationID)
		require.NoError(t, err)
		return state
	}
	state := pulls()
	require.Equal(t, []bool{true, true}, []bool{state.Service, state.Folder})
	require.Nil(t, state.Last)
	require.True(t, state.Next.Equal(w.now), "nothing came yet: within the hour")

	_, err := w.pull(t, curveDays(t, "2026-11-01", "2026-11-02"))
	require.NoError(t, err)
	w.work(t)
	state = pulls()
	require.Equal(t, ingest.ImportSucceeded, state.Last.Status)
	require.True(t, state.Next.Equal(w.now), "what somebody asked for does not put off the daily pull")

	_, err = w.service.Pull.PullAll(t.Context())
	require.NoError(t, err)
	w.work(t)
	state = pulls()
	require.Equal(t, "system", state.Last.Agent)
	next := *state.Next
	require.Equal(t, civil.Paris.DateOf(w.now)+1, civil.Paris.DateOf(next))
	w.now = next.Add(-time.Second)
	started, err := w.service.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Zero(t, started)
	w.now = next
	started, err = w.service.Pull.PullAll(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, started)

	_, err = w.db.Pool().Exec(t.Context(), "update operations set dso = 'SRD'")
	require.NoError(t, err)
	state = pulls()
	require.Equal(t, []bool{false, true}, []bool{state.Service, state.Folder}, "no service serves this operator")
}
