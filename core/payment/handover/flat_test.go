package handover_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/place"
	"github.com/openpmo/pmo/adapters/place/fake"
	laying "github.com/openpmo/pmo/adapters/place/handover"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/payment/handover"
)

// TestAFileInNoFolderIsOfWhomItNames: of the one operation that it names; what names none or several is
// refused with the reason, and what cannot be read is as well. Nothing of it is taken in.
func TestAFileInNoFolderIsOfWhomItNames(t *testing.T) {
	t.Parallel()
	w := newTown(t, 1)
	old := w.Clock.Add(-time.Hour)
	for _, name := range []string{"ours.xml", "nobody.xml", "both.xml", "broken.xml", "new.xml"} {
		path := filepath.Join(w.folder, "in", name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(name), 0o600))
		at := old
		if name == "new.xml" {
			at = w.Clock
		}
		require.NoError(t, os.Chtimes(path, at, at))
	}
	other := id.New()
	w.Exec("insert into operations select (jsonb_populate_record(o, jsonb_build_object('id', $2::text, 'external_id', 'ACC00000142', 'name', 'Autre'))).* from operations o where o.id = $1", w.Operation, other)
	unreadable := fault.New(fault.Invalid, "bankFile.unreadable")
	w.banks.concerned = map[string][]id.ID{"ours.xml": {w.Operation}, "both.xml": {w.Operation, other}}
	w.banks.unreadable = map[string]error{"broken.xml": unreadable}
	require.NoError(t, w.handovers.Sweep(t.Context()))
	require.NoError(t, w.handovers.Sweep(t.Context()))
	require.Equal(t, []string{w.Operation.String() + " ours.xml ours.xml"}, w.banks.taken)
	for name, why := range map[string]string{"nobody.xml": handover.ErrNobodys.Key, "both.xml": handover.ErrSeveral.Key, "broken.xml": unreadable.Key} {
		found, err := filepath.Glob(filepath.Join(w.folder, "refused", "*-"+name+".txt"))
		require.NoError(t, err)
		require.Len(t, found, 1, name)
		reason, err := os.ReadFile(found[0])
		require.NoError(t, err)
		require.Equal(t, why+"\n", string(reason))
	}
	done, err := filepath.Glob(filepath.Join(w.folder, "done", "*-ours.xml"))
	require.NoError(t, err)
	require.Len(t, done, 1)
	require.FileExists(t, filepath.Join(w.folder, "in", "new.xml"), "it may still be written")
	o, err := w.handovers.Stand(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, o.Returned, 1)

	w.banks.unreadable["new.xml"] = errors.New("the database is away")
	require.NoError(t, os.Chtimes(filepath.Join(w.folder, "in", "new.xml"), old, old))
	require.ErrorIs(t, w.handovers.Sweep(t.Context()), w.banks.unreadable["new.xml"])
	require.FileExists(t, filepath.Join(w.folder, "in", "new.xml"), "what the database could not take stays")
}

// TestNoServerIsReadBeyondTheBound: 100 MB on an SFTP server are refused by what its listing tells, and not one
// byte is asked for; of a server that tells a small size of a file without end so much is read as a file from a bank
// may have, and no more. It runs alone, for it counts what is allocated.
func TestNoServerIsReadBeyondTheBound(t *testing.T) {
	const most = 16 << 20
	for _, c := range []struct {
		name   string
		told   int64
		atMost int64 // bytes that are sent
		memory uint64
	}{{"honest", 100 << 20, 0, 4 << 20}, {"liar", 100, most + 1<<20, 12 * most}} {
		w := newTown(t, 1)
		liar := &fake.Liar{Name: "gros.xml", Told: c.told}
		h, err := fake.ServeLies(liar)
		require.NoError(t, err)
		t.Cleanup(func() { _ = h.Close() })
		server, err := place.NewSFTP(place.Settings{Address: "sftp://pmo@" + h.Address, HostKey: h.Fingerprint, Password: "right"})
		require.NoError(t, err)
		w.handovers.Place = laying.In(server)
		t.Cleanup(func() { _ = server.Close() })
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		require.NoError(t, w.handovers.Sweep(t.Context()), c.name)
		runtime.ReadMemStats(&after)
		t.Logf("%s: %d bytes were sent, %d kB allocated in %s", c.name, liar.Sent.Load(), (after.TotalAlloc-before.TotalAlloc)>>10, time.Since(began).Round(time.Millisecond))
		require.LessOrEqual(t, liar.Sent.Load(), c.atMost, c.name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, c.memory, c.name)
		require.Equal(t, []string{handover.ErrTooLarge.Key + "\n"}, liar.Reasons(), c.name)
		require.Empty(t, w.banks.taken, c.name)
	}
}

// TestAHundredMegabytesAreRefusedUnread: in the folder of an operation and in none; they are put aside whole,
// with the reason, and of the first a receipt without a checksum says so. It runs alone, for it counts what is
// allocated.
func TestAHundredMegabytesAreRefusedUnread(t *testing.T) {
	w := newTown(t, 1)
	const large = 100 << 20
	old := w.Clock.Add(-time.Hour)
	for _, name := range []string{"ACC00000001/gros.xml", "gros.xml"} {
		path := filepath.Join(w.folder, "in", name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("<"), 0o600))
		require.NoError(t, os.Truncate(path, large))
		require.NoError(t, os.Chtimes(path, old, old))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.NoError(t, w.handovers.Sweep(t.Context()))
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20), "of two hundred")
	require.Empty(t, w.banks.taken)
	for _, folder := range []string{"ACC00000001", ""} {
		aside, err := filepath.Glob(filepath.Join(w.folder, "refused", folder, "*-gros.xml"))
		require.NoError(t, err)
		require.Len(t, aside, 1)
		info, err := os.Stat(aside[0])
		require.NoError(t, err)
		require.EqualValues(t, large, info.Size())
		reason, err := os.ReadFile(aside[0] + ".txt")
		require.NoError(t, err)
		require.Equal(t, handover.ErrTooLarge.Key+"\n", string(reason))
	}
	for range 2 { // another of that name is told in the place of the first
		o, err := w.handovers.Stand(t.Context(), w.Organizer, w.Operation)
		require.NoError(t, err)
		require.Len(t, o.Returned, 1)
		require.Equal(t, []any{"gros.xml", "", "handover.tooLarge", 16}, []any{o.Returned[0].Name, o.Returned[0].SHA256, o.Returned[0].Refused.Key, int(o.Returned[0].Refused.Params["megabytes"].(float64))})
		path := filepath.Join(w.folder, "in", "ACC00000001", "gros.xml")
		require.NoError(t, os.WriteFile(path, []byte("<"), 0o600))
		require.NoError(t, os.Truncate(path, large))
		require.NoError(t, os.Chtimes(path, old, old))
		w.Clock = w.Clock.Add(time.Hour)
		require.NoError(t, w.handovers.Sweep(t.Context()))
	}
}
