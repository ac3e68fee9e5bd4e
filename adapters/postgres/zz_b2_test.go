package postgres_test

import (
	"context"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

type cpuTracer struct {
	mu   sync.Mutex
	used map[string]int64
	n    map[string]int
	on   bool
}
type ctk struct{}
type started struct {
	sql string
	at  int64
}

func sched(pid uint32) (n int64) {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
	fmt.Sscan(string(b), &n)
	return
}
func (c *cpuTracer) TraceQueryStart(ctx context.Context, conn *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, ctk{}, started{d.SQL, sched(conn.PgConn().PID())})
}
func (c *cpuTracer) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, d pgx.TraceQueryEndData) {
	c.end(ctx, conn)
}
func (c *cpuTracer) end(ctx context.Context, conn *pgx.Conn) {
	s := ctx.Value(ctk{}).(started)
	u := sched(conn.PgConn().PID()) - s.at
	c.mu.Lock()
	if c.on {
		c.used[s.sql] += u
		c.n[s.sql]++
	}
	c.mu.Unlock()
}
func (c *cpuTracer) TraceCopyFromStart(ctx context.Context, conn *pgx.Conn, d pgx.TraceCopyFromStartData) context.Context {
	return context.WithValue(ctx, ctk{}, started{"COPY " + strings.Join(d.TableName, "."), sched(conn.PgConn().PID())})
}
func (c *cpuTracer) TraceCopyFromEnd(ctx context.Context, conn *pgx.Conn, d pgx.TraceCopyFromEndData) {
	c.end(ctx, conn)
}

func TestZZ(t *testing.T) {
	c := &cpuTracer{used: map[string]int64{}, n: map[string]int{}}
	benchTracer = c
	n := 4000
	b := many(t, n)
	c.on = true
	report := func(what string, rounds int) {
		var keys []string
		var all int64
		for k, v := range c.used {
			keys = append(keys, k)
			all += v
		}
		sort.Slice(keys, func(i, j int) bool { return c.used[keys[i]] > c.used[keys[j]] })
		fmt.Printf("=== %s: %.1f us/invoice on the server\n", what, float64(all)/1e3/float64(n*rounds))
		for _, k := range keys {
			fmt.Printf("%7.2f us/inv  n=%5d  %.110s\n", float64(c.used[k])/1e3/float64(n*rounds), c.n[k], strings.Join(strings.Fields(k), " "))
			if float64(c.used[k])/1e3/float64(n*rounds) < 0.2 {
				break
			}
		}
		c.used, c.n = map[string]int64{}, map[string]int{}
	}
	b.billOctober(1)
	report("fresh", 1)
	b.billOctober(1)
	b.billOctober(1)
	report("again", 2)
}
