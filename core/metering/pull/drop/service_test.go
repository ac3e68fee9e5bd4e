package drop_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/openpmo/pmo/adapters/postgres/importstore"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/policy"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/pull/drop"
)

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

func (d *memoryDrop) List(_ context.Context, externalID string) (out []drop.File, _ error) {
	for path, f := range d.files {
		if folder, name, _ := strings.Cut(path, "/"); folder == externalID {
			out = append(out, drop.File{Name: name, Size: int64(len(f.text)), ModifiedAt: f.at})
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

// dropWorld is the town with a drop.
type dropWorld struct {
	*coretest.Metering
	drop  *memoryDrop
	looks []id.ID
}

// DropLook of drop.Queue.
func (w *dropWorld) DropLook(_ context.Context, operationID id.ID) error {
	w.looks = append(w.looks, operationID)
	return nil
}

func newDropWorld(t *testing.T) *dropWorld {
	w := &dropWorld{Metering: coretest.MeteredTown(t, "ENEDIS"), drop: &memoryDrop{files: map[string]droppedText{}}}
	w.Rewire(func(d *assembly.Parts) {
		d.Drops, d.DropMemory, d.DropQueue = []drop.Drop{w.drop}, importstore.NewDropMemory(w.DB), w
	})
	return w
}

// lay puts a file into the drop, as it was left an hour ago.
func (w *dropWorld) lay(name, text string) {
	w.drop.files["ACC00000001/"+name] = droppedText{text: text, at: w.Clock.Add(-time.Hour)}
}

func (w *dropWorld) take(t *testing.T) (started int, more bool) {
	t.Helper()
	started, more, err := w.Drop.TakeFiles(t.Context())
	require.NoError(t, err)
	return started, more
}

func TestDroppedFilesAreTakenOnce(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	october := coretest.Days("2026-10-01", "2026-10-31")
	w.Words["good"] = func() ([]curvefile.Dataset, error) { return coretest.TownMonth(october), nil }
	w.Words["bad"] = func() ([]curvefile.Dataset, error) {
		return nil, metering.ErrRejected.Of(metering.ErrNoValues.With("fileName", "b.csv"))
	}
	w.lay("a.csv", "good")
	w.lay("b.csv", "bad")
	w.lay("c.csv.part", "good too")
	w.drop.files["ACC00000001/new.csv"] = droppedText{text: "good three", at: w.Clock}

	started, more := w.take(t)
	require.Equal(t, 1, started)
	require.True(t, more)
	started, more = w.take(t)
	require.Zero(t, started)
	require.True(t, more, "one import at a time")
	w.Work()
	started, more = w.take(t)
	require.Equal(t, 1, started)
	require.False(t, more, "what is unfinished, or was touched just now, waits")
	w.Work()
	started, _ = w.take(t)
	require.Zero(t, started)

	list, _, err := w.Ingest.Imports(t.Context(), w.Organizer, w.Operation, 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, []any{"b.csv", ingest.ImportFailed, ingest.KindFolder}, []any{list[0].Files[0].Name, list[0].Status, list[0].Kind})
	require.Equal(t, "import.empty", list[0].Errors[0].Key)
	require.Equal(t, []any{"a.csv", ingest.ImportSucceeded}, []any{list[1].Files[0].Name, list[1].Status})

	w.Clock = w.Clock.Add(2 * time.Hour)
	delete(w.drop.files, "ACC00000001/new.csv")
	w.lay("copy of a.csv", "good")
	started, _ = w.take(t)
	require.Zero(t, started, "the same content under another name")
	w.lay("a.csv", "good")
	started, _ = w.take(t)
	require.Zero(t, started, "the same content, laid down again")
	w.Words["better"] = w.Words["good"]
	w.lay("b.csv", "better")
	started, _ = w.take(t)
	require.Equal(t, 1, started, "a refused file is taken again when it has changed")
	w.Work()
	list, _, err = w.Ingest.Imports(t.Context(), w.Organizer, w.Operation, 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.True(t, list[0].Result.Unchanged)
	sum := sha256.Sum256([]byte("better"))
	require.Equal(t, hex.EncodeToString(sum[:]), list[0].Files[0].SHA256)
	require.Equal(t, "better", w.Content(list[0].Files[0]))
}

// TestTheFirstContentComesBack: an operator sends a month, then a wrong one, then the
// first again; whatever the names, the first is what is meant.
func TestTheFirstContentComesBack(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	october := coretest.Days("2026-10-01", "2026-10-31")
	for word, watts := range map[string]int64{"right": 400, "wrong": 460} {
		w.Words[word] = func() ([]curvefile.Dataset, error) {
			return []curvefile.Dataset{coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, october, map[string]int64{"10000000000001": watts})}, nil
		}
	}
	stored := func() energy.MilliWh {
		return w.Metrics(october).Values[metering.Conso].Energy
	}
	for _, c := range []struct {
		name, word string
		started    int
		watts      int64
	}{{"v1.csv", "right", 1, 400}, {"v1 again.csv", "right", 0, 400}, {"v2.csv", "wrong", 1, 460}, {"v3.csv", "right", 1, 400},
		{"v2.csv", "wrong", 1, 460}, {"v1.csv", "right", 1, 400}, {"v1.csv", "right", 0, 400}} {
		w.Clock = w.Clock.Add(2 * time.Hour)
		w.lay(c.name, c.word)
		started, _ := w.take(t)
		require.Equal(t, c.started, started, "%+v", c)
		w.Work()
		require.Equal(t, energy.MilliWh(c.watts*745*1000), stored(), "%+v", c)
	}
}

// TestADroppedFileThatLooksLikeAMistakeWaits: it is asked about once, and stored by nobody.
func TestADroppedFileThatLooksLikeAMistakeWaits(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	october := coretest.Days("2026-10-01", "2026-10-31")
	for word, watts := range map[string]int64{"right": 400, "thousand": 400_000} {
		w.Words[word] = func() ([]curvefile.Dataset, error) {
			return []curvefile.Dataset{coretest.Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, october, map[string]int64{"10000000000001": watts})}, nil
		}
	}
	for i, c := range []struct {
		word    string
		started int
		status  ingest.ImportStatus
	}{{"right", 1, ingest.ImportSucceeded}, {"thousand", 1, ingest.ImportSuspected}, {"thousand", 0, ingest.ImportSuspected}} {
		w.Clock = w.Clock.Add(2 * time.Hour)
		w.lay(fmt.Sprintf("%d.csv", i), c.word)
		started, _ := w.take(t)
		require.Equal(t, c.started, started, "%+v", c)
		w.Work()
		list, _, err := w.Ingest.Imports(t.Context(), w.Organizer, w.Operation, 0, 10)
		require.NoError(t, err)
		require.Equal(t, c.status, list[0].Status, "%+v", c)
	}
	require.Equal(t, energy.MilliWh(400*745*1000), w.Metrics(october).Values[metering.Conso].Energy)

	state, err := w.Drop.State(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	_, err = w.Ingest.UndoImport(t.Context(), w.Organizer, w.Operation, state.Taken.ID)
	require.NoError(t, err, "no: it is given up")
	state, err = w.Drop.State(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, ingest.ImportUndone, state.Taken.Status)
}

// TestAFileThatCannotBeReadHoldsUpNoOther tells its error and goes on.
func TestAFileThatCannotBeReadHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	w.Words["good"] = func() ([]curvefile.Dataset, error) {
		return coretest.TownMonth(coretest.Days("2026-10-01", "2026-10-31")), nil
	}
	w.lay("a.csv", "locked")
	w.lay("b.csv", "good")
	started, _, err := w.Drop.TakeFiles(t.Context())
	require.ErrorIs(t, err, fs.ErrPermission)
	require.Equal(t, 1, started)
	w.Work()
	list, _, err := w.Ingest.Imports(t.Context(), w.Organizer, w.Operation, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []any{"b.csv", ingest.ImportSucceeded}, []any{list[0].Files[0].Name, list[0].Status})
}

// TestSetsArePairedByWhatIsInThem: two files of one month make a set, in whatever order
// and at whatever time they come; a stray file is refused alone.
func TestSetsArePairedByWhatIsInThem(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	w.Exec("update operations set dso = 'SIBELGA'")
	part := func(word string, part curvefile.UploadPart, from, to string) {
		w.Words[word] = func() ([]curvefile.Dataset, error) {
			days := coretest.Days(from, to)
			if part == curvefile.PartMonthly {
				return []curvefile.Dataset{{Part: part, Registers: []metering.RegisterVolume{{DsoID: "1", Days: days}}}}, nil
			}
			set := coretest.Constant(civil.Brussels, metering.Autoconso, curvefile.StatusDefinitive, days, map[string]int64{"1": 1})
			set.Part = part
			return []curvefile.Dataset{set}, nil
		}
	}
	part("month 9", curvefile.PartMonthly, "2026-09-01", "2026-09-30")
	part("month 9 corrected", curvefile.PartMonthly, "2026-09-01", "2026-09-30")
	part("quarters 9", curvefile.PartQuarters, "2026-09-01", "2026-09-30")
	part("month 10", curvefile.PartMonthly, "2026-10-01", "2026-10-31")
	part("quarters 10", curvefile.PartQuarters, "2026-10-01", "2026-10-31")
	w.Words["stray"] = func() ([]curvefile.Dataset, error) { return nil, metering.ErrUnknownFile.With("fileName", "c.csv") }
	w.Words["locked"] = nil
	names := func() []string {
		list, _, err := w.Ingest.Imports(t.Context(), w.Organizer, w.Operation, 0, 1)
		require.NoError(t, err)
		var names []string
		for _, f := range list[0].Files {
			names = append(names, f.Name)
		}
		return names
	}
	step := func(want ...string) {
		t.Helper()
		w.Clock = w.Clock.Add(2 * time.Hour)
		started, _, _ := w.Drop.TakeFiles(t.Context())
		require.Equal(t, min(1, len(want)), started)
		if len(want) > 0 {
			require.ElementsMatch(t, want, names())
		}
		w.Work()
	}
	w.lay("a month 9.xlsx", "month 9")
	w.lay("b month 10.xlsx", "month 10")
	step() // two monthly files are no set
	w.lay("c.csv", "stray")
	step("c.csv")
	w.lay("x.csv", "quarters 10")
	step("b month 10.xlsx", "x.csv")
	w.lay("locked.csv", "locked")
	w.lay("y.csv", "quarters 9")
	step("a month 9.xlsx", "y.csv")
	step()
	w.lay("a month 9.xlsx", "month 9 corrected")
	step("a month 9.xlsx", "y.csv") // beside the quarters as they were
	step()
}

func TestASetIsTakenWhenItIsThereWhole(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	w.Exec("update operations set dso = 'SIBELGA'")
	october := coretest.Days("2026-10-01", "2026-10-31")
	w.Words["one"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{{Part: curvefile.PartMonthly, Registers: []metering.RegisterVolume{{DsoID: "1", Days: october}}}}, nil
	}
	w.Words["two"] = func() ([]curvefile.Dataset, error) {
		set := coretest.Constant(civil.Brussels, metering.Autoconso, curvefile.StatusDefinitive, october, map[string]int64{"1": 1})
		set.Part = curvefile.PartQuarters
		return []curvefile.Dataset{set}, nil
	}
	w.lay("monthly.xlsx", "one")
	started, _ := w.take(t)
	require.Zero(t, started)
	w.lay("quarters.csv", "two")
	started, more := w.take(t)
	require.Equal(t, 1, started)
	require.False(t, more)
	list, _, err := w.Ingest.Imports(t.Context(), w.Organizer, w.Operation, 0, 10)
	require.NoError(t, err)
	require.Len(t, list[0].Files, 2)
}

// waiting is what the state of pulls tells of files that are not taken, as key, name.
func (w *dropWorld) waiting(t *testing.T) (state drop.State, told map[string]string) {
	t.Helper()
	state, err := w.Drop.State(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	told = map[string]string{}
	for _, one := range state.Waiting {
		require.Equal(t, "memory", one.Drop)
		if one.Name != "" {
			require.Equal(t, one.Name, one.Why.Params["fileName"])
		}
		told[one.Name] = one.Why.Key
	}
	require.Len(t, state.Waiting, state.Count)
	return state, told
}

// TestWhatCannotBeTakenIsTold: files that are locked, still written or just laid down are
// told with the reason and since when, until they are taken; what a reader refuses is an
// import.
func TestWhatCannotBeTakenIsTold(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	w.Words["good"] = func() ([]curvefile.Dataset, error) {
		return coretest.TownMonth(coretest.Days("2026-10-01", "2026-10-31")), nil
	}
	w.take(t)
	state, told := w.waiting(t)
	require.Nil(t, state.Looked, "nothing lies there, and nobody asked")
	require.Empty(t, told)

	w.lay("locked.csv", "locked")
	w.lay("month.csv.part", "half")
	w.lay(".DS_Store", "x")
	w.lay("good.csv", "good")
	w.drop.files["ACC00000001/new.csv"] = droppedText{text: "new", at: w.Clock}
	first := w.Clock
	for range 3 { // the good file, then what it left
		_, _, _ = w.Drop.TakeFiles(t.Context())
		w.Work()
	}
	state, told = w.waiting(t)
	require.Equal(t, map[string]string{"locked.csv": "drop.unreadable", "month.csv.part": "drop.unfinished", "new.csv": "drop.settling"}, told)
	require.True(t, state.Looked.Equal(first))
	require.Equal(t, ingest.ImportSucceeded, state.Taken.Status)

	w.Clock = w.Clock.Add(2 * time.Hour)
	w.lay("new.csv", "unlike any") // its reader knows none
	w.Words["unlike any"] = func() ([]curvefile.Dataset, error) { return nil, metering.ErrUnknownFile.With("fileName", "new.csv") }
	_, _, err := w.Drop.TakeFiles(t.Context())
	require.Error(t, err, "the log has the cause")
	w.Work()
	_, _, _ = w.Drop.TakeFiles(t.Context())
	state, told = w.waiting(t)
	require.Equal(t, map[string]string{"locked.csv": "drop.unreadable", "month.csv.part": "drop.unfinished"}, told)
	for _, one := range state.Waiting {
		require.True(t, one.Since.Equal(first), "as long as the reason is the same")
	}
	require.Equal(t, []any{ingest.ImportFailed, "UnknownFile"}, []any{state.Taken.Status, state.Taken.Errors[0].Key})

	w.lay("later.csv", "locked")
	_, _, _ = w.Drop.TakeFiles(t.Context())
	state, _ = w.waiting(t)
	require.Len(t, state.Waiting, 3)
	for _, one := range state.Waiting {
		require.Equal(t, one.Name != "later.csv", one.Since.Equal(first), "%s waits by itself for its reason", one.Name)
	}

	delete(w.drop.files, "ACC00000001/later.csv")
	w.lay("locked.csv", "good")
	delete(w.drop.files, "ACC00000001/month.csv.part")
	w.take(t)
	_, told = w.waiting(t)
	require.Empty(t, told, "nothing is left")
}

// TestADropThatCannotBeReachedIsTold, also when the operation has no file there.
func TestADropThatCannotBeReachedIsTold(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	w.drop.fails = errors.New("no route to host 10.0.0.7")
	_, _, err := w.Drop.TakeFiles(t.Context())
	require.ErrorIs(t, err, drop.ErrUnreachable)
	state, told := w.waiting(t)
	require.Equal(t, map[string]string{"": "drop.unreachable"}, told)
	require.Empty(t, state.Waiting[0].Why.Params, "where the server is concerns nobody else")
	w.drop.fails = nil
	w.take(t)
	_, told = w.waiting(t)
	require.Empty(t, told)
}

// TestAPartWithoutTheOtherIsTold: one of two files of a month waits, and says for what.
func TestAPartWithoutTheOtherIsTold(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	w.Exec("update operations set dso = 'SIBELGA'")
	w.Words["one"] = func() ([]curvefile.Dataset, error) {
		return []curvefile.Dataset{{Part: curvefile.PartMonthly, Registers: []metering.RegisterVolume{{DsoID: "1", Days: coretest.Days("2026-10-01", "2026-10-31")}}}}, nil
	}
	w.lay("monthly.xlsx", "one")
	w.lay("locked.csv", "locked")
	_, _, _ = w.Drop.TakeFiles(t.Context())
	_, told := w.waiting(t)
	require.Equal(t, map[string]string{"monthly.xlsx": "drop.otherPartMissing", "locked.csv": "drop.unreadable"}, told)
}

// TestALookCanBeAskedFor: it is queued once, takes what is there and is over then; a
// look that began before does not end it.
func TestALookCanBeAskedFor(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	w.Words["good"] = func() ([]curvefile.Dataset, error) {
		return coretest.TownMonth(coretest.Days("2026-10-01", "2026-10-31")), nil
	}
	ask := func() drop.State {
		require.NoError(t, w.Drop.StartLook(t.Context(), w.Organizer, w.Operation))
		state, err := w.Drop.State(t.Context(), w.Organizer, w.Operation)
		require.NoError(t, err)
		return state
	}
	require.True(t, ask().Looking)
	require.True(t, ask().Looking)
	require.Len(t, w.looks, 1, "one is enough")

	w.Clock = w.Clock.Add(-time.Second)
	w.take(t)
	state, _ := w.waiting(t)
	require.True(t, state.Looking, "that look began before somebody asked")
	w.Clock = w.Clock.Add(2 * time.Second)

	w.lay("a.csv", "good")
	started, more, err := w.Drop.TakeFilesOf(t.Context(), w.looks[0])
	require.NoError(t, err)
	require.Equal(t, []any{1, false}, []any{started, more})
	state, _ = w.waiting(t)
	require.False(t, state.Looking)
	require.True(t, state.Looked.Equal(w.Clock))
	require.NotNil(t, state.Taken)

	ask()
	w.Clock = w.Clock.Add(time.Hour)
	state, _ = w.waiting(t)
	require.False(t, state.Looking, "a job that is gone keeps nobody waiting")
	ask()
	require.Len(t, w.looks, 3)
}

// TestManyFilesThatWaitAreCounted: the first 200 are listed.
func TestManyFilesThatWaitAreCounted(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	for n := range 203 {
		w.lay(fmt.Sprintf("%03d.csv", n), "locked")
	}
	_, _, _ = w.Drop.TakeFiles(t.Context())
	state, err := w.Drop.State(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, state.Waiting, 200)
	require.Equal(t, 203, state.Count)
}

// TestDropsAreForThoseWhoImport: nobody else sees what lies there, or asks for a look; where
// the installation has none, nobody waits for one.
func TestDropsAreForThoseWhoImport(t *testing.T) {
	t.Parallel()
	w := newDropWorld(t)
	for name, c := range map[string]struct {
		p    policy.Principal
		want error
	}{"observer": {w.Observer(), policy.ErrForbidden}, "stranger": {policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer}, policy.ErrNotFound}} {
		_, err := w.Drop.State(t.Context(), c.p, w.Operation)
		require.ErrorIs(t, err, c.want, name)
		require.ErrorIs(t, w.Drop.StartLook(t.Context(), c.p, w.Operation), c.want, name)
	}
	require.Empty(t, w.looks)
	w.Rewire(func(d *assembly.Parts) { d.Drops = nil })
	state, err := w.Drop.State(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.False(t, state.Folder)
	require.ErrorIs(t, w.Drop.StartLook(t.Context(), w.Organizer, w.Operation), metering.ErrFeature)
	started, more, err := w.Drop.TakeFiles(t.Context())
	require.NoError(t, err)
	require.Equal(t, []any{0, false}, []any{started, more})
}
