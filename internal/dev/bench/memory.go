//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
)

// memory tells how much one large file takes while it is imported, in both orders of its
// lines: site by site, and time by time, when all series grow together.
func memory(ctx context.Context, w *world, r *results) error {
	for kind, order := range []string{"by site", "by time"} {
		t, err := w.newTown(ctx, 4+kind, w.sites)
		if err != nil {
			return err
		}
		m := newMonth(civil.NewMonth(year, 1), t.sites, 1)
		file, err := m.file(w.dir+"/large.csv", m.columns[:len(m.columns)/2], kind == 1)
		if err != nil {
			return err
		}
		debug.FreeOSMemory()
		var points int64
		heap, resident, err := watched(func() error {
			started, err := w.metering.StartImport(ctx, w.organizer, metering.ImportInput{OperationID: t.id, Kind: metering.KindImport,
				Files: []metering.ReceivedFile{file}})
			if err != nil {
				return err
			}
			if err := w.metering.RunImport(ctx, started.ID); err != nil {
				return err
			}
			done, err := w.metering.ImportJob(ctx, w.organizer, started.ID)
			if err == nil && done.Status != metering.ImportSucceeded {
				return fmt.Errorf("the import ended as %s: %v", done.Status, done.Errors)
			}
			points = done.Result.Points
			return err
		})
		if err != nil {
			return err
		}
		r.tell("memory of an import: a file of %d MB %s, %d points: heap in use +%d MB, resident +%d MB", file.Size>>20, order, points, heap>>20, resident>>20)
	}
	return os.RemoveAll(w.dir + "/files/curves")
}

// watched runs do and tells how far heap and resident memory rose above what they were.
func watched(do func() error) (heap, resident int64, err error) {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600); err != nil { // forgets the highest
		return 0, 0, err
	}
	before, start := heapInUse(), highest()
	stop, ended := make(chan struct{}), make(chan int64)
	go func() {
		most := before
		for {
			select {
			case <-stop:
				ended <- most
				return
			case <-time.After(time.Millisecond):
				most = max(most, heapInUse())
			}
		}
	}()
	err = do()
	close(stop)
	return <-ended - before, highest() - start, err
}

func heapInUse() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() + s[1].Value.Uint64())
}

// highest is the most resident memory of this program since it was forgotten.
func highest() int64 {
	text, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes int64
	_, _ = fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}
