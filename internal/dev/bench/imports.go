//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering/ingest"
)

const (
	fewSites = 100
	mostWAL  = 0.5 // bytes a point of log that the same file may leave when it comes again
	year     = 2025
)

// store sends a month through the import: files are kept first, as when they come in,
// then the job's work is measured, from reading them to committed with rollups.
func (w *world) store(ctx context.Context, t town, m month) (change, error) {
	files, err := m.files(w.dir)
	if err != nil {
		return change{}, err
	}
	in := ingest.ImportInput{OperationID: t.id, Kind: ingest.KindImport, Files: files[:], Confirmed: true} // another seed looks like a mistake
	started, err := w.metering.Ingest.StartImport(ctx, w.organizer, in)
	if err != nil {
		return change{}, err
	}
	runtime.GC()        // what was invented for the bench is none of the import's cost
	defer jobs.Lean()() // as the server's worker does
	c, err := w.change(ctx, func() error { return w.metering.Ingest.RunImport(ctx, started.ID) })
	if err != nil {
		return c, err
	}
	done, err := w.metering.Ingest.ImportOf(ctx, job.Job{ID: started.ID})
	if err == nil && (done.Status != ingest.ImportSucceeded || done.Result.Points != m.points()) {
		err = fmt.Errorf("the import ended as %s: %.300s", done.Status, fmt.Sprint(done.Errors))
	}
	return c, errors.Join(err, w.forgetFiles(ctx))
}

// forgetFiles makes room on the disk; a file that comes again is kept anew.
func (w *world) forgetFiles(ctx context.Context) error {
	_, err := w.db.Pool().Exec(ctx, "update curve_import_files set document_id = null where document_id is not null; delete from documents where kind = 'curves'")
	return errors.Join(err, os.RemoveAll(w.dir+"/files/curves"))
}

// perPoint is processor time a point, in ns.
func perPoint(c cost, points int64) float64 { return float64(c.cpu.Nanoseconds()) / float64(points) }

// imports makes the year of the large town, a month a round beside COPY of the same
// points as rows, then that of the small one.
func imports(ctx context.Context, w *world, r *results) (err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(jobs.UsualPercent)) // as in the server: what an import has filled is there for the next
	if w.large, err = w.newTown(ctx, 1, w.sites); err != nil {
		return err
	}
	var ours, theirs, rows, wall, wal []float64
	var points int64
	for i := range 12 {
		m := newMonth(civil.NewMonth(year, 1).Add(i), w.large.sites, 1)
		c, err := w.store(ctx, w.large, m)
		if err != nil {
			return err
		}
		rival, err := w.copyRows(ctx, m)
		if err != nil {
			return err
		}
		n := m.points()
		points += n
		ours, rows = append(ours, perPoint(c.cost, n)), append(rows, perPoint(rival, n))
		theirs = append(theirs, float64(c.server.Nanoseconds())/float64(n))
		wall, wal = append(wall, float64(n)/c.wall.Seconds()/1e6), append(wal, float64(c.wal)/float64(n))
	}
	r.compare("import-cpu", "cpu-ns a point", measured{"file to committed with rollups", ours}, measured{"COPY of rows, unlogged, no index", rows})
	r.tell("import: %.1f Mpoints a cpu-second; %.1f cpu-ns a point are the database's; %.1f Mpoints/s on the wall, %.2f B a point of WAL; %d points a month",
		1e3/median(ours), median(theirs), median(wall), median(wal), points/12)
	if err := w.size(ctx, r, points); err != nil {
		return err
	}
	return w.smallYear(ctx)
}

// size is what a year takes on disk with its rollups.
func (w *world) size(ctx context.Context, r *results, points int64) error {
	if _, err := w.db.Pool().Exec(ctx, "drop table bench_rows"); err != nil {
		return err
	}
	if _, err := w.db.Pool().Exec(ctx, "vacuum analyze"); err != nil {
		return err
	}
	var bytes, chunks int64
	err := w.db.Pool().QueryRow(ctx, `select sum(pg_total_relation_size(oid)), sum(pg_total_relation_size(oid)) filter (where relname like 'series%') from pg_class
		where relkind = 'r' and relnamespace = 'public'::regnamespace and (relname like 'series%' or relname in
		('operation_month_versions', 'operation_months', 'operation_rosters', 'operation_distributions', 'operation_pairs', 'operation_findings'))`).Scan(&bytes, &chunks)
	if err != nil {
		return err
	}
	keyed, err := w.newKeyedRows(ctx, newMonth(civil.NewMonth(year, 1), w.large.sites[:fewSites], 1), fewSites)
	if err != nil {
		return err
	}
	var rival int64
	if err := w.db.Pool().QueryRow(ctx, "select pg_total_relation_size('bench_keyed')").Scan(&rival); err != nil {
		return err
	}
	r.compare("disk", "B a point", measured{"curves and rollups with their indexes", []float64{float64(bytes) / float64(points)}},
		measured{"rows with a primary key", []float64{float64(rival) / float64(keyed.month.points())}})
	r.tell("disk: %.3f B a point are curves", float64(chunks)/float64(points))
	return nil
}

func (w *world) smallYear(ctx context.Context) (err error) {
	if w.small, err = w.newTown(ctx, 2, fewSites); err != nil {
		return err
	}
	for i := range 12 {
		if _, err := w.store(ctx, w.small, newMonth(civil.NewMonth(year, 1).Add(i), w.small.sites, 1)); err != nil {
			return err
		}
	}
	_, err = w.db.Pool().Exec(ctx, "vacuum analyze")
	return err
}

// corrections stores a month, another one in its place, and that again, beside rows
// that are upserted.
func corrections(ctx context.Context, w *world, r *results) error {
	defer debug.SetGCPercent(debug.SetGCPercent(jobs.UsualPercent))
	t, err := w.newTown(ctx, 3, w.sites)
	if err != nil {
		return err
	}
	var first, changed, again, againWal, rowsChanged, rowsAgain, rowsWal []float64
	for i := range turns {
		at := civil.NewMonth(year, 1).Add(i)
		fresh, other := newMonth(at, t.sites, 1), newMonth(at, t.sites, 2)
		n := fresh.points()
		var costs [3]change
		for k, m := range []month{fresh, other, other} {
			if costs[k], err = w.store(ctx, t, m); err != nil {
				return err
			}
		}
		rows, err := w.newKeyedRows(ctx, fresh, fewSites)
		if err != nil {
			return err
		}
		corrected, err := rows.upsert(ctx, 250)
		if err != nil {
			return err
		}
		same, err := rows.upsert(ctx, 250)
		if err != nil {
			return err
		}
		first, changed = append(first, perPoint(costs[0].cost, n)), append(changed, perPoint(costs[1].cost, n))
		again, againWal = append(again, perPoint(costs[2].cost, n)), append(againWal, float64(costs[2].wal)/float64(n))
		few := rows.month.points()
		rowsChanged, rowsAgain = append(rowsChanged, perPoint(corrected.cost, few)), append(rowsAgain, perPoint(same.cost, few))
		rowsWal = append(rowsWal, float64(same.wal)/float64(few))
	}
	r.compare("corrected-month", "cpu-ns a point", measured{"all values changed", changed}, measured{"the first import", first})
	r.tell("corrected-month: rows upserted take %.0f cpu-ns a point", median(rowsChanged))
	most := make([]float64, len(againWal))
	for i := range most {
		most[i] = mostWAL
	}
	r.compare("reimport-wal", "B a point", measured{"the same file again", againWal}, measured{"the most", most})
	r.tell("reimport-wal: %.1f cpu-ns a point; rows upserted again: %.0f, %.1f B a point", median(again), median(rowsAgain), median(rowsWal))
	return nil
}
