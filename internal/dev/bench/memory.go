//go:build linux

package main

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/internal/dev/archivefigures"
)

// importMemory is what a process may grow by while it imports a file of 200 MB.
const importMemory = 120 << 20

// memory tells how much one large file takes while it is imported, in both orders of its
// lines: site by site, and time by time, when all series grow together.
func memory(ctx context.Context, w *world, r *results) error {
	most := int64(0)
	for kind, order := range []string{"by site", "by time", "by time, in a zip"} {
		t, err := w.newTown(ctx, 4+kind, w.sites)
		if err != nil {
			return err
		}
		m := newMonth(civil.NewMonth(year, 1), t.sites, 1)
		file, err := m.file(w.dir+"/large.csv", m.columns[:len(m.columns)/2], kind > 0)
		if err == nil && kind == 2 {
			file, err = zipped(w.dir+"/large.zip", file)
		}
		if err != nil {
			return err
		}
		debug.FreeOSMemory()
		var points int64
		heap, resident, err := watched(func() error {
			started, err := w.metering.Ingest.StartImport(ctx, w.organizer, ingest.ImportInput{OperationID: t.id, Kind: ingest.KindImport,
				Files: []ingest.ReceivedFile{file}})
			if err != nil {
				return err
			}
			if err := w.metering.Ingest.RunImport(ctx, started.ID); err != nil {
				return err
			}
			done, err := w.metering.Ingest.ImportOf(ctx, job.Job{ID: started.ID})
			if err == nil && done.Status != ingest.ImportSucceeded {
				return fmt.Errorf("the import ended as %s: %v", done.Status, done.Errors)
			}
			points = done.Result.Points
			return err
		})
		if err != nil {
			return err
		}
		r.tell("memory of an import: a file of %d MB %s, %d points: heap in use +%d MB, resident +%d MB", file.Size>>20, order, points, heap>>20, resident>>20)
		most = max(most, resident)
	}
	r.tell("memory of an import: at most +%d MB, against %d MB that it may take", most>>20, importMemory>>20)
	r.set("import-memory", float64(most)/importMemory)
	return os.RemoveAll(w.dir + "/files/curves")
}

// zipped packs a file into a zip of its own.
func zipped(path string, file ingest.ReceivedFile) (ingest.ReceivedFile, error) {
	out, err := os.Create(path)
	if err != nil {
		return file, err
	}
	sum := sha256.New()
	archive := zip.NewWriter(io.MultiWriter(out, sum))
	entry, err := archive.Create(file.Name)
	if err != nil {
		return file, errors.Join(err, out.Close())
	}
	in, err := file.Open()
	if err != nil {
		return file, errors.Join(err, out.Close())
	}
	_, err = io.Copy(entry, in)
	if err = errors.Join(err, in.Close(), archive.Close(), out.Close()); err != nil {
		return file, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return file, err
	}
	return ingest.ReceivedFile{Name: "large.zip", Size: info.Size(), SHA256: hex.EncodeToString(sum.Sum(nil)),
		Open: func() (io.ReadCloser, error) { return os.Open(path) }}, nil
}

// watched runs do and tells how far heap and resident memory rose above what they were.
func watched(do func() error) (heap, resident int64, err error) {
	self := os.Getpid()
	if err := archivefigures.ForgetHighest(self); err != nil {
		return 0, 0, err
	}
	before, start := heapInUse(), archivefigures.Highest(self)
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
	return <-ended - before, archivefigures.Highest(self) - start, err
}

func heapInUse() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() + s[1].Value.Uint64())
}
