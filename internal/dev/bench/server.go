//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/klauspost/compress/gzip"

	"github.com/openpmo/pmo/core/civil"
)

// plainArg makes this program the rival of the server: a handler with one pool that asks
// the database for nothing, and sends the bytes of a file of a folder, compressed as the
// server compresses where the caller takes that.
const plainArg = "plain-server"

func plainServer(url, folder, addr string) {
	pool, err := pgxpool.New(context.Background(), url)
	if err != nil {
		os.Exit(1)
	}
	packers := sync.Pool{New: func() any {
		to, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level exists
		return to
	}}
	answers := map[string][]byte{}
	files, _ := os.ReadDir(folder)
	for _, file := range files {
		answers["/"+file.Name()], _ = os.ReadFile(folder + "/" + file.Name())
	}
	err = http.ListenAndServe(addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { //nolint:gosec // on loopback, for a minute
		if _, err := pool.Exec(r.Context(), "select 1"); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		answer := answers[r.URL.Path]
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("encoding") != "gzip" {
			_, _ = w.Write(answer)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		to := packers.Get().(*gzip.Writer)
		to.Reset(w)
		_, _ = to.Write(answer)
		_ = to.Close()
		packers.Put(to)
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
	// A file: a pipe would have this program read a line for each answer it waits for.
	log, err := os.CreateTemp("", "pmo-bench-*.log")
	if err != nil {
		return nil, err
	}
	defer func() { _ = errors.Join(log.Close(), os.Remove(log.Name())) }() // the program goes on writing
	r.cmd.Stderr = log
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
	said, _ := os.ReadFile(log.Name())
	return nil, fmt.Errorf("%s does not answer: %s", r.cmd.Path, said)
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
	err = signUp(ctx, p, client, first.base, "organizer", w.large)
	first.stop()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	answers := w.dir + "/answers"
	if err := os.Mkdir(answers, 0o700); err != nil {
		return err
	}
	plain := func(addr string) *exec.Cmd { return exec.Command(self, plainArg, w.url, answers, addr) } //nolint:gosec // ourselves
	var took, cpu, rival, memory, plainMemory []float64
	for range turns {
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
	r.compare("start", "ms to the first answer", measured{"with a session, database up to date", took}, measured{"a plain server with one pool", rival})
	r.tell("start: %.0f cpu-ms", median(cpu))
	r.compare("idle-memory", "MB", measured{"a second after the start", memory}, measured{"the plain server", plainMemory})
	return w.api(ctx, r, client, p, plain, answers)
}

// question is one of the API.
type question struct{ name, url string }

// encodingOf keeps the answer to a question for the rival, and tells how it came.
func (q question) encodingOf(client *http.Client, folder string) (string, error) {
	request, err := http.NewRequest(http.MethodGet, q.url+period(q.name, 0), nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Accept-Encoding", "gzip") // by hand: what comes is not unpacked
	reply, err := client.Do(request)
	if err != nil {
		return "", err
	}
	_ = reply.Body.Close()
	var body bytes.Buffer
	if err := read(client, q.url+period(q.name, 0), &body); err != nil {
		return "", err
	}
	return reply.Header.Get("Content-Encoding"), os.WriteFile(folder+"/"+q.name, body.Bytes(), 0o600)
}

// api asks by turns, one client, with a session; after each hundred answers the rival
// sends the same bytes a hundred times.
func (w *world) api(ctx context.Context, r *results, client *http.Client, p program, plain func(string) *exec.Cmd, answers string) error {
	s, err := launch(ctx, client, "/api/session", p.serve)
	if err != nil {
		return err
	}
	defer s.stop()
	distribution := s.base + "/api/operations/" + string(w.large.id) + "/distribution?"
	questions := []question{
		{"api-metrics", s.base + "/api/measurements/metrics/by-operation?operationId=" + string(w.large.id) + "&"},
		{"api-curve", s.base + "/api/measurements/load-curve/by-operation/" + string(w.large.id) + "?"},
		{"api-distribution", distribution},
		{"metrics-anew", s.base + "/api/measurements/metrics/by-operation?operationId=" + string(w.large.id) + "&"},
		{"curve-anew", s.base + "/api/measurements/load-curve/by-operation/" + string(w.large.id) + "?"},
		{"distribution-top", distribution + "top=10&"},
		{"distribution-year", distribution},
	}
	encodings := map[string]string{}
	for _, q := range questions {
		if encodings[q.name], err = q.encodingOf(client, answers); err != nil {
			return err
		}
	}
	other, err := launch(ctx, client, "/", plain)
	if err != nil {
		return err
	}
	defer other.stop()
	var body bytes.Buffer // one for all answers: our own collector is not what is measured
	const times = 100
	ask := func(url func(i int) string) ([]float64, error) {
		all := make([]float64, times)
		for i := range all {
			start := time.Now()
			if err := read(client, url(i), &body); err != nil {
				return nil, err
			}
			all[i] = millis(time.Since(start))
		}
		return all, nil
	}
	for _, q := range questions {
		var p50, p95, cpu, rival, rivalP50 []float64
		for turn := range turns + 1 {
			before := processes()[s.cmd.Process.Pid].used
			ours, err := ask(func(i int) string { return q.url + period(q.name, turn*times+i) })
			if err != nil {
				return err
			}
			used := processes()[s.cmd.Process.Pid].used - before
			theirs, err := ask(func(int) string { return other.base + "/" + q.name + "?encoding=" + encodings[q.name] })
			if err != nil {
				return err
			}
			if turn == 0 {
				continue // connections and caches
			}
			p50, p95, cpu = append(p50, median(ours)), append(p95, quantile(ours, 0.95)), append(cpu, millis(used)/times)
			rivalP50, rival = append(rivalP50, median(theirs)), append(rival, quantile(theirs, 0.95))
		}
		r.compare(q.name, "ms (p95)", measured{"with session and permission", p95}, measured{fmt.Sprintf("%d bytes %s from a handler with one pool", body.Len(), encodings[q.name]), rival})
		r.tell("%s: p50 %.2f ms, rival %.2f; %.2f cpu-ms of the server", q.name, median(p50), median(rivalP50), median(cpu))
	}
	return nil
}

// period is a year, or for distributions and what is asked anew one of 784 that begin and
// end within its first and last months: what is asked twice is answered with less work.
func period(name string, i int) string {
	days := wholeYear()
	if name == "api-distribution" || name == "distribution-top" || strings.HasSuffix(name, "-anew") {
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
