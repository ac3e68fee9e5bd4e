//go:build linux

package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
)

// The rival of storage is a row a point, in its cheapest form: binary COPY, three
// columns of 4, 8 and 8 bytes.

// rowReader writes points as COPY wants them, without keeping them.
type rowReader struct {
	from    time.Time
	columns []column
	add     int64 // to every value
	at, t   int
	rest    []byte
	state   int // 0 = before the head, 1 = rows, 2 = done
}

const microsTo2000 = 946_684_800 * 1_000_000

func (r *rowReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && r.state == 2 {
		return 0, io.EOF
	}
	if len(r.rest) == 0 {
		r.fill()
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *rowReader) fill() {
	buffer := make([]byte, 0, 1<<16)
	if r.state == 0 {
		buffer = append(buffer, "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
		r.state = 1
	}
	start := r.from.UnixMicro() - microsTo2000
	for ; r.at < len(r.columns); r.at, r.t = r.at+1, 0 {
		watts := r.columns[r.at].watts
		for ; r.t < len(watts); r.t++ {
			if len(buffer)+34 > cap(buffer) {
				r.rest = buffer
				return
			}
			buffer = append(buffer, 0, 3, 0, 0, 0, 4)
			buffer = binary.BigEndian.AppendUint32(buffer, uint32(r.at))
			buffer = append(buffer, 0, 0, 0, 8)
			buffer = binary.BigEndian.AppendUint64(buffer, uint64(start+int64(r.t)*900_000_000))
			buffer = append(buffer, 0, 0, 0, 8)
			buffer = binary.BigEndian.AppendUint64(buffer, uint64(int64(watts[r.t])*250+r.add))
		}
	}
	r.rest = append(buffer, 0xff, 0xff)
	r.state = 2
}

const rowColumns = " (series integer not null, at timestamptz not null, energy bigint not null"

// copyRows is the limit of rows: an unlogged table, no index, one transaction.
func (w *world) copyRows(ctx context.Context, m month) (cost, error) {
	if _, err := w.db.Pool().Exec(ctx, "drop table if exists bench_rows; create unlogged table bench_rows"+rowColumns+")"); err != nil {
		return cost{}, err
	}
	return w.cluster.cost(func() error { return w.copyInto(ctx, nil, "bench_rows", m, 0) })
}

func (w *world) copyInto(ctx context.Context, tx pgx.Tx, table string, m month, add int64) error {
	in := &rowReader{from: m.from, columns: m.columns, add: add}
	sql := "copy " + table + " from stdin binary"
	want := m.points()
	if tx != nil {
		tag, err := tx.Conn().PgConn().CopyFrom(ctx, in, sql)
		return copied(tag.RowsAffected(), want, err)
	}
	conn, err := w.db.Pool().Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tag, err := conn.Conn().PgConn().CopyFrom(ctx, in, sql)
	return copied(tag.RowsAffected(), want, err)
}

func copied(n, want int64, err error) error {
	if err == nil && n != want {
		err = fmt.Errorf("%d rows of %d were copied", n, want)
	}
	return err
}

// keyedRows are rows as an application would keep them: logged, with a primary key.
type keyedRows struct {
	*world
	month month
}

// newKeyedRows stores the first columns of m.
func (w *world) newKeyedRows(ctx context.Context, m month, columns int) (keyedRows, error) {
	k := keyedRows{w, month{m.from, m.columns[:columns]}}
	_, err := w.db.Pool().Exec(ctx, "drop table if exists bench_keyed; create table bench_keyed"+rowColumns+", primary key (series, at))")
	if err != nil {
		return k, err
	}
	_, err = k.upsert(ctx, 0)
	return k, err
}

// upsert stores all points again, each with add more, and tells what it cost.
func (k keyedRows) upsert(ctx context.Context, add int64) (change, error) {
	return k.change(ctx, func() error {
		return pgx.BeginFunc(ctx, k.db.Pool(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "create temp table bench_staging"+rowColumns+") on commit drop"); err != nil {
				return err
			}
			if err := k.copyInto(ctx, tx, "bench_staging", k.month, add); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `insert into bench_keyed select * from bench_staging
				on conflict (series, at) do update set energy = excluded.energy`)
			return err
		})
	})
}

// change is what storing something cost, with the log it left.
type change struct {
	cost
	wal int64
}

func (w *world) change(ctx context.Context, do func() error) (change, error) {
	before, err := w.cluster.wal(ctx)
	if err != nil {
		return change{}, err
	}
	c, err := w.cluster.cost(do)
	if err != nil {
		return change{}, err
	}
	after, err := w.cluster.wal(ctx)
	return change{c, after - before}, err
}
