package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/requests"
	"github.com/openpmo/pmo/adapters/pgembed"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

// asServer makes this test the program itself.
const asServer = "PMO_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	pgembed.MaybeSupervise()
	if os.Getenv(asServer) != "" {
		main()
	}
	os.Exit(m.Run())
}

// process is the real program, with its own memory and its own end.
type process struct {
	*testing.T
	command *exec.Cmd
	url     string
	ended   chan error
}

// serve starts the program and waits until it is ready. A port that was free a moment ago may be taken
// meanwhile: then another one is tried.
func serve(t *testing.T, flags []string, settings ...string) *process {
	t.Helper()
	for range 3 {
		if p := launch(t, flags, settings...); p.isReady() {
			return p
		}
	}
	require.Fail(t, "the server does not start")
	return nil
}

// isReady waits until a program is ready; false when it ended instead.
func (p *process) isReady() bool {
	p.Helper()
	end := time.After(apptest.Patience)
	for {
		select {
		case <-p.ended:
			return false
		case <-end:
			p.Fatal("the server is never ready")
		case <-time.After(50 * time.Millisecond):
			if p.status("/readyz") == http.StatusOK {
				return true
			}
		}
	}
}

func launch(t *testing.T, flags []string, settings ...string) *process {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	p := &process{T: t, url: "http://" + address, ended: make(chan error, 1), command: exec.Command(os.Args[0], append([]string{"serve"}, flags...)...)} //nolint:gosec // ourselves
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "GOGC=") && !strings.HasPrefix(entry, "GOMEMLIMIT=") {
			p.command.Env = append(p.command.Env, entry)
		}
	}
	p.command.Env = append(p.command.Env, append(settings, asServer+"=1", "PMO_ADDR="+address)...)
	p.command.Stderr = t.Output()
	require.NoError(t, p.command.Start())
	go func() { p.ended <- p.command.Wait() }()
	t.Cleanup(func() { _ = p.command.Process.Kill() })
	return p
}

func (p *process) status(path string) int {
	reply, err := http.Get(p.url + path) //nolint:noctx // a test
	if err != nil {
		return 0
	}
	_ = reply.Body.Close()
	return reply.StatusCode
}

// peak is the most memory that the process ever held, in bytes; 0 where the system does not say.
func (p *process) peak() int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			return n << 10
		}
	}
	return 0
}

// end waits for the end of the process and is its exit code.
func (p *process) end() int {
	p.Helper()
	select {
	case <-p.ended:
		return p.command.ProcessState.ExitCode()
	case <-time.After(2 * time.Minute):
		p.Fatal("the server does not end")
		return -1
	}
}

// signIn is a client with the session of a demo account.
func (p *process) signIn(email string) *http.Client {
	p.Helper()
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	body, _ := json.Marshal(map[string]string{"email": email, "password": apptest.Password})
	reply, err := c.Post(p.url+"/api/session/login", "application/json", bytes.NewReader(body)) //nolint:noctx // a test
	require.NoError(p, err)
	require.Equal(p, http.StatusOK, reply.StatusCode)
	_ = reply.Body.Close()
	return c
}

const megabyte = 1 << 20

// rubbish are bodies of a megabyte that mean nothing, each costly in another way.
func rubbish() [][]byte {
	id := `"0199b0aa-0000-7000-8000-000000000001"`
	fill := func(head, piece, tail string) []byte {
		return []byte(head + strings.Repeat(piece, (megabyte-len(head)-len(tail)-1)/len(piece)) + tail)
	}
	var unknown strings.Builder
	unknown.WriteString(`{"x":1`)
	for i := 0; unknown.Len() < megabyte-60; i++ {
		fmt.Fprintf(&unknown, `,"unknown field number %d":{"and":"one"}`, i)
	}
	unknown.WriteString("}")
	return [][]byte{
		fill("", "[", ""),
		fill(`{"ids":[`, id+",", id+"]}"),
		[]byte(unknown.String()),
		fill(`{"charges":[{}`, ",{}", "]}"),
		fill(`{"params":[7`, `,{"consumerId":7,"producerId":"x","surprise":[{}]}`, "]}"),
		bytes.Repeat([]byte{0xff, 0x00, '{', '"'}, megabyte/4),
		fill(`{"name":"`, `\u0000`, `"}`),
	}
}

// parts is a body of parts that holds rubbish as a file.
func parts(content []byte) (body []byte, kind string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreateFormFile("files", "rubbish.csv")
	_, _ = part.Write(content)
	_ = w.Close()
	return b.Bytes(), w.FormDataContentType()
}

// attack sends forty bodies at once to each POST, counts what is answered, and says how long a POST took.
func (p *process) attack(c *http.Client, ids map[string]string) (answers map[int]int, each time.Duration) {
	all, began, rounds := rubbish(), time.Now(), 0
	answers = map[int]int{}
	var mu sync.Mutex
	for _, r := range requests.All {
		if r.Method != http.MethodPost {
			continue
		}
		rounds++
		path := r.Path
		for name, id := range ids {
			path = strings.ReplaceAll(path, "{"+name+"}", id)
		}
		var group sync.WaitGroup
		for i := range 40 {
			group.Go(func() {
				body, kind := all[i%len(all)], "application/json"
				if r.Multipart {
					body, kind = parts(body)
				}
				reply, err := c.Post(p.url+"/api"+path, kind, bytes.NewReader(body)) //nolint:noctx // a test
				status := 0                                                          // cut off while it still sent
				if err == nil {
					_, _ = io.Copy(io.Discard, reply.Body)
					_ = reply.Body.Close()
					status = reply.StatusCode
				}
				mu.Lock()
				answers[status]++
				mu.Unlock()
			})
		}
		group.Wait()
	}
	return answers, time.Since(began) / time.Duration(rounds)
}

// slowly opens connections that begin a body and send nothing more.
func (p *process) slowly(c *http.Client, n int) (open []net.Conn) {
	p.Helper()
	address, _ := url.Parse(p.url)
	var cookie string
	for _, one := range c.Jar.Cookies(address) {
		cookie += one.String() + "; "
	}
	for range n {
		connection, err := net.Dial("tcp", address.Host) //nolint:noctx // a test
		require.NoError(p, err)
		fmt.Fprintf(connection, "POST /api/tokens HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n{\"name\":", address.Host, cookie)
		open = append(open, connection)
		p.Cleanup(func() { _ = connection.Close() })
	}
	return open
}

// bystander is somebody who asks while others attack.
type bystander struct {
	took   []time.Duration // of each answer
	missed int             // not answered at all
	done   sync.WaitGroup
}

// watch asks an address until it is told to stop.
func watch(ctx context.Context, c *http.Client, url string) *bystander {
	b := &bystander{}
	b.done.Go(func() {
		for ctx.Err() == nil {
			waiting, cancel := context.WithTimeout(context.Background(), apptest.Patience)
			began := time.Now()
			r, _ := http.NewRequestWithContext(waiting, http.MethodGet, url, nil)
			reply, err := c.Do(r)
			if err == nil {
				_, err = io.Copy(io.Discard, reply.Body)
				_ = reply.Body.Close()
			}
			cancel()
			if err == nil && reply.StatusCode == http.StatusOK {
				b.took = append(b.took, time.Since(began))
			} else {
				b.missed++
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	return b
}

// slower counts the answers that took longer.
func (b *bystander) slower(than time.Duration) (n int) {
	for _, one := range b.took {
		if one > than {
			n++
		}
	}
	return n + b.missed
}

// TestAttacker: two thousand methods that do not exist, two hundred bodies that never end,
// and forty megabytes of rubbish at each POST of the contract take little memory, and others
// are answered meanwhile. Then the server is told to end while those connections stay open.
func TestAttacker(t *testing.T) { //nolint:paralleltest // it looks at one process, and needs the machine
	s := apptest.Demo(t, apptest.Today)
	organizer := s.As("organizer@demo.pmo")
	ids := map[string]string{"operationId": organizer.Operation("ACC00000002")}
	for _, r := range requests.All {
		for _, part := range strings.Split(r.Path, "/") {
			if name := strings.Trim(part, "{}"); name != part && ids[name] == "" {
				ids[name] = "0199b0aa-0000-7000-8000-000000000001"
			}
		}
	}
	p := serve(t, nil, "PMO_DATABASE_URL="+s.DatabaseURL, "PMO_SECRET_KEY="+strings.Repeat("k", 32), "PMO_DATA_DIR="+t.TempDir(), "PMO_DRAIN_SECONDS=5")
	attacker, other := p.signIn("organizer@demo.pmo"), p.signIn("participant@demo.pmo")
	idle := p.peak()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asking := watch(ctx, other, p.url+"/api/operations")

	open := p.slowly(attacker, 200)
	for i := range 2000 {
		r, _ := http.NewRequestWithContext(ctx, fmt.Sprintf("ODD%d", i), p.url+"/api/operations", nil)
		reply, err := attacker.Do(r)
		require.NoError(t, err)
		_ = reply.Body.Close()
		require.Less(t, reply.StatusCode, 500)
	}
	answers, each := p.attack(attacker, ids)
	cancel()
	asking.done.Wait()
	// How long is long depends on the machine: the time of three times forty bodies, or a second.
	peak, long := p.peak(), max(time.Second, 3*each)
	slow := asking.slower(long)
	t.Logf("answers by status %v, a POST in %v; others: %d answered, %d not within %v, the slowest in %v; memory at most %d MB, %d before",
		answers, each, len(asking.took), slow, long, slices.Max(asking.took), peak>>20, idle>>20)
	require.Zero(t, answers[http.StatusInternalServerError], "%v", answers)
	// What the collector may leave lying about is bounded (memory.go), so that the peak hardly depends on
	// how much the process held before; a budget of requests that does not hold takes gigabytes.
	require.Less(t, peak>>20, 300, "MB at most")
	require.Greater(t, len(asking.took), 20)
	require.LessOrEqual(t, 20*slow, len(asking.took), "others wait for the attacker")

	metrics, err := other.Get(p.url + "/metrics") //nolint:noctx // a test
	require.NoError(t, err)
	text, _ := io.ReadAll(metrics.Body)
	_ = metrics.Body.Close()
	require.NotContains(t, string(text), "ODD")

	open = append(open, p.slowly(attacker, 20)...)
	require.NoError(t, p.command.Process.Signal(syscall.SIGTERM))
	said := http.StatusOK
	for said == http.StatusOK {
		said = p.status("/readyz")
		time.Sleep(25 * time.Millisecond)
	}
	require.Equal(t, http.StatusServiceUnavailable, said, "/readyz says so before the listener closes")
	require.Zero(t, p.end(), "open bodies do not keep a process from ending well")
	runtime.KeepAlive(open)
}

// TestSlowBodiesAreEnded waits until the server gives up a body that does not come.
func TestSlowBodiesAreEnded(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	p := serve(t, nil, "PMO_DATABASE_URL="+s.DatabaseURL, "PMO_SECRET_KEY="+strings.Repeat("k", 32), "PMO_DATA_DIR="+t.TempDir(), "PMO_DRAIN_SECONDS=0")
	connection := p.slowly(p.signIn("organizer@demo.pmo"), 1)[0]
	require.NoError(t, connection.SetReadDeadline(time.Now().Add(2*time.Minute)))
	reply, err := http.ReadResponse(bufio.NewReader(connection), nil)
	require.NoError(t, err)
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusBadRequest, reply.StatusCode)
	require.Contains(t, string(text), `"key":"body.tooSlow"`)
	require.True(t, reply.Close, "the connection is given up")
}

// cluster is the folder of the embedded PostgreSQL of a data folder. Where it runs for root it
// may lie elsewhere, and a note says so.
func (p *process) cluster(data string) string {
	p.Helper()
	home := filepath.Join(data, "postgres")
	if to, err := os.ReadFile(filepath.Join(home, "moved-to")); err == nil {
		home = strings.TrimSpace(string(to))
		p.Cleanup(func() { _ = os.RemoveAll(home) })
	}
	folder := filepath.Join(home, "data")
	require.FileExists(p, filepath.Join(folder, "postmaster.pid"), "the embedded database is not where it is looked for")
	return folder
}

// kill ends the database at once, and waits until the server notices.
func (p *process) killDatabase(cluster string) {
	p.Helper()
	text, err := os.ReadFile(filepath.Join(cluster, "postmaster.pid"))
	require.NoError(p, err)
	pid, err := strconv.Atoi(strings.Fields(string(text))[0])
	require.NoError(p, err)
	require.NoError(p, syscall.Kill(pid, syscall.SIGKILL))
	require.Eventually(p, func() bool { return p.status("/readyz") != http.StatusOK }, apptest.Patience, 5*time.Millisecond, "not ready without a database")
}

// TestAServerStartsItsDatabaseAgain: what was committed is there, sessions too. A database
// that cannot be started any more ends the server with 1, for who starts processes to see.
func TestAServerStartsItsDatabaseAgain(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := serve(t, []string{"--embedded", "--demo"}, "PMO_DATA_DIR="+data, "PMO_DATABASE_URL=", "PMO_DEMO_UNTIL="+apptest.Today.Format(time.DateOnly))
	who, cluster := p.signIn("organizer@demo.pmo"), p.cluster(data)
	operations := func() string {
		reply, err := who.Get(p.url + "/api/operations") //nolint:noctx // a test
		require.NoError(t, err)
		defer func() { _ = reply.Body.Close() }()
		text, err := io.ReadAll(reply.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, reply.StatusCode, "%s", text)
		return string(text)
	}
	before := operations()
	for range 2 {
		p.killDatabase(cluster)
		require.Eventually(t, func() bool { return p.status("/readyz") == http.StatusOK }, apptest.Patience, 50*time.Millisecond)
		require.Equal(t, before, operations())
	}
	require.NoError(t, os.Remove(filepath.Join(cluster, "global", "pg_control")))
	p.killDatabase(cluster)
	require.Equal(t, 1, p.end())
}
