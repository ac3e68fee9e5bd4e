//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/openpmo/pmo/core/civil"
)

// plainArg makes this program the rival of the server: a handler that asks the
// database for nothing.
const plainArg = "plain-server"

func plainServer(url, addr string) {
	pool, err := pgxpool.New(context.Background(), url)
	if err != nil {
		os.Exit(1)
	}
	err = http.ListenAndServe(addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { //nolint:gosec // on loopback, for a minute
		if _, err := pool.Exec(r.Context(), "select 1"); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// running is a server that was started, and what it took.
type running struct {
	cmd  *exec.Cmd
	base string
	took time.Duration // to the first answer
	cpu  time.Duration // used until then
}

// launch starts a program and asks it until it answers 200.
func launch(ctx context.Context, client *http.Client, path string, command func(addr string) *exec.Cmd) (*running, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	r := &running{cmd: command(addr), base: "http://" + addr}
	var log bytes.Buffer
	r.cmd.Stderr = &log
	start := time.Now()
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	for time.Since(start) < 20*time.Second && ctx.Err() == nil {
		if reply, err := client.Get(r.base + path); err == nil {
			_ = reply.Body.Close()
			if reply.StatusCode == http.StatusOK {
				r.took, r.cpu = time.Since(start), processes()[r.cmd.Process.Pid].used
				return r, nil
			}
		}
		time.Sleep(time.Millisecond)
	}
	r.stop()
	return nil, fmt.Errorf("%s does not answer: %s", r.cmd.Path, log.String())
}

func (r *running) stop() {
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	_ = r.cmd.Wait()
}

// memory is the resident set, in MB.
func (r *running) memory() float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.cmd.Process.Pid))
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kilobytes, _ := strconv.Atoi(strings.Fields(rest)[0])
			return float64(kilobytes) / 1000
		}
	}
	return 0
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// program is the server, and how it finds the database.
type program struct {
	path string
	env  []string
}

// build makes the server of this tree, unless one is given.
func build(ctx context.Context, dir, given string) (program, error) {
	if given != "" {
		return program{path: given}, nil
	}
	p := program{path: dir + "/pmo-server"}
	out, err := exec.CommandContext(ctx, "go", "build", "-o", p.path, "./cmd/server").CombinedOutput() //nolint:gosec // our own
	if err != nil {
		return p, fmt.Errorf("building the server: %w: %s", err, out)
	}
	return p, nil
}

func (p program) on(url, dir string) program {
	p.env = append(os.Environ(), "PMO_DATABASE_URL="+url, "PMO_SECRET_KEY="+string(secret), "PMO_DATA_DIR="+dir+"/data")
	return p
}

func (p program) serve(addr string) *exec.Cmd {
	cmd := exec.Command(p.path, "serve", "--addr", addr) //nolint:gosec // built above
	cmd.Env = p.env
	return cmd
}

// server starts the program on the database with its year in it, beside a plain one,
// then asks the API.
func server(ctx context.Context, w *world, r *results) error {
	p := w.program
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar, Timeout: 10 * time.Second}
	first, err := launch(ctx, &http.Client{}, "/readyz", p.serve)
	if err != nil {
		return err
	}
	err = w.signUp(ctx, p, client, first.base)
	first.stop()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	plain := func(addr string) *exec.Cmd { return exec.Command(self, plainArg, w.url, addr) } //nolint:gosec // ourselves
	var took, cpu, rival, memory, plainMemory []float64
	for range 7 {
		other, err := launch(ctx, client, "/", plain)
		if err != nil {
			return err
		}
		rival, plainMemory = append(rival, millis(other.took)), append(plainMemory, other.memory())
		other.stop()
		s, err := launch(ctx, client, "/api/session", p.serve)
		if err != nil {
			return err
		}
		time.Sleep(time.Second) // idle: jobs look for work, nobody asks
		took, cpu, memory = append(took, millis(s.took)), append(cpu, millis(s.cpu)), append(memory, s.memory())
		s.stop()
	}
	r.tell("start to the first answer with a session: %.0f ms (%.0f cpu-ms); a plain server with one pool: %.0f ms", median(took), median(cpu), median(rival))
	r.tell("memory when idle: %.1f MB; the plain server: %.1f MB", median(memory), median(plainMemory))
	r.set("start", median(took))
	r.set("idle-memory", median(memory))
	return w.api(ctx, r, client, p, plain)
}

// api asks by turns, one client, with a session.
func (w *world) api(ctx context.Context, r *results, client *http.Client, p program, plain func(string) *exec.Cmd) error {
	other, err := launch(ctx, client, "/", plain)
	if err != nil {
		return err
	}
	defer other.stop()
	s, err := launch(ctx, client, "/api/session", p.serve)
	if err != nil {
		return err
	}
	defer s.stop()
	distribution := s.base + "/api/operations/" + string(w.large.id) + "/distribution?"
	urls := map[string]string{
		"plain":                  other.base + "/?",
		"api-metrics":            s.base + "/api/measurements/metrics/by-operation?operationId=" + string(w.large.id) + "&",
		"api-curve":              s.base + "/api/measurements/load-curve/by-operation/" + string(w.large.id) + "?",
		"api-distribution":       distribution,
		"distribution, top=10":   distribution + "top=10&",
		"distribution, the year": distribution,
	}
	var body bytes.Buffer // one for all answers: our own collector is not what is measured
	names := []string{"plain", "api-metrics", "api-curve", "api-distribution", "distribution, top=10", "distribution, the year"}
	p50, p95, cpu := map[string][]float64{}, map[string][]float64{}, map[string][]float64{}
	const rounds, times = 5, 100
	for round := range rounds + 1 {
		for _, name := range names {
			before, all := processes()[s.cmd.Process.Pid].used, make([]float64, times)
			for i := range all {
				url := urls[name] + period(name, round*times+i)
				start := time.Now()
				if err := read(client, url, &body); err != nil {
					return err
				}
				all[i] = millis(time.Since(start))
			}
			if round == 0 {
				continue // connections and caches
			}
			p50[name], p95[name] = append(p50[name], median(all)), append(p95[name], quantile(all, 0.95))
			cpu[name] = append(cpu[name], millis(processes()[s.cmd.Process.Pid].used-before)/times)
		}
	}
	for _, name := range names[1:] {
		r.tell("%s: p50 %.2f ms, p95 %.2f ms, %.2f cpu-ms of the server; the plain one: p50 %.2f, p95 %.2f", name, median(p50[name]), median(p95[name]),
			median(cpu[name]), median(p50["plain"]), median(p95["plain"]))
		if strings.HasPrefix(name, "api-") {
			r.set(name, median(p95[name]))
		}
	}
	return nil
}

// period is a year, or for distributions one of 784 that begin and end within its first
// and last months: what is asked twice might be answered with less work.
func period(name string, i int) string {
	days := wholeYear()
	if name == "api-distribution" || name == "distribution, top=10" {
		days.From, days.To = days.From+civil.Date(i%28), days.To-civil.Date(i/28%28)
	}
	return "dateFrom=" + days.From.String() + "&dateTo=" + days.Last().String()
}

func read(client *http.Client, url string, body *bytes.Buffer) error {
	reply, err := client.Get(url)
	if err != nil {
		return err
	}
	defer func() { _ = reply.Body.Close() }()
	body.Reset()
	_, err = body.ReadFrom(reply.Body)
	if err == nil && reply.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %.300s", url, reply.StatusCode, body)
	}
	return err
}
