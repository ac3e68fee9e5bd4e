package postgres_test

import (
	"context"
	"fmt"
	"sort"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/openpmo/pmo/core/billing"
	"github.com/stretchr/testify/require"
)

type tr struct {
	mu sync.Mutex
	m  map[string]time.Duration
	n  map[string]int
}
type trk struct{}
type trv struct {
	sql string
	t   time.Time
}

func (t *tr) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, trk{}, trv{d.SQL, time.Now()})
}
func (t *tr) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryEndData) {
	v := ctx.Value(trk{}).(trv)
	t.mu.Lock()
	k := v.sql
	if len(k) > 60 {
		k = k[:60]
	}
	t.m[k] += time.Since(v.t)
	t.n[k]++
	t.mu.Unlock()
}
func (t *tr) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceCopyFromStartData) context.Context {
	return context.WithValue(ctx, trk{}, trv{"copy " + d.TableName.Sanitize(), time.Now()})
}
func (t *tr) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceCopyFromEndData) {
	v := ctx.Value(trk{}).(trv)
	t.mu.Lock()
	t.m[v.sql] += time.Since(v.t)
	t.n[v.sql]++
	t.mu.Unlock()
}

var zz = &tr{m: map[string]time.Duration{}, n: map[string]int{}}

func TestZZ(t *testing.T) {
	b := many(t, 5000)
	for range 2 {
		zz.m, zz.n = map[string]time.Duration{}, map[string]int{}
		s := time.Now()
		run, err := b.svc.StartRun(t.Context(), b.p, b.scope, billing.RunInput{BillUpTo: ptr(date("2026-10-31"))})
		require.NoError(t, err)
		fmt.Println("start", time.Since(s))
		s = time.Now()
		for batch := range run.Batches {
			require.NoError(t, b.svc.BillBatch(t.Context(), b.op, run.ID, batch))
		}
		fmt.Println("batches", time.Since(s))
		var ks []string
		for k := range zz.m {
			ks = append(ks, k)
		}
		sort.Slice(ks, func(i, j int) bool { return zz.m[ks[i]] > zz.m[ks[j]] })
		for _, k := range ks[:14] {
			fmt.Printf("%8v %5d %q\n", zz.m[k].Round(time.Millisecond), zz.n[k], k)
		}
	}
}
