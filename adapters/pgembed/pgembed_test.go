//go:build unix

package pgembed

import (
	"bufio"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	MaybeSupervise()
	if dir := os.Getenv("PGEMBED_TEST_VICTIM"); dir != "" {
		victim(dir)
	}
	shared, err := os.MkdirTemp("", "pmo-shared-")
	if err == nil {
		err = os.Chmod(shared, 0o755)
	}
	if err != nil {
		panic(err)
	}
	sharedCache, sharedData = filepath.Join(shared, "cache"), filepath.Join(shared, "lib")
	code := m.Run()
	_ = os.RemoveAll(shared)
	os.Exit(code)
}

// victim starts a server, says where it is, and waits to be killed.
func victim(dir string) {
	s, err := Start(context.Background(), Options{DataDir: dir, Durable: true})
	if err != nil {
		os.Stdout.WriteString("error " + err.Error() + "\n")
		os.Exit(1)
	}
	os.Stdout.WriteString(s.URL() + "\n")
	select {}
}

func query[T any](t *testing.T, url, sql string) T {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	var v T
	require.NoError(t, conn.QueryRow(t.Context(), sql).Scan(&v))
	return v
}

func exec1(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), sql)
	require.NoError(t, err)
}

func TestKeepsDataOverStartsAndGoesAwayWithoutFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a folder", "pg")
	first, err := Start(t.Context(), Options{DataDir: dir, Durable: true})
	require.NoError(t, err)
	exec1(t, first.URL(), "create table kept as select 7 as n")
	info, err := os.Stat(filepath.Join(dir, passwordName))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.NoError(t, first.Stop())
	require.NoError(t, first.Stop(), "a second call is harmless")

	second, err := Start(t.Context(), Options{DataDir: dir, Durable: true})
	require.NoError(t, err)
	defer second.Stop()
	require.Equal(t, 7, query[int](t, second.URL(), "select n from kept"))
	require.Equal(t, "on", query[string](t, second.URL(), "show fsync"))

	thrown, err := Start(t.Context(), Options{MaxConnections: 30})
	require.NoError(t, err)
	require.Equal(t, "30", query[string](t, thrown.URL(), "show max_connections"))
	require.Equal(t, "off", query[string](t, thrown.URL(), "show fsync"))
	place := query[string](t, thrown.URL(), "show data_directory")
	require.NoError(t, thrown.Stop())
	_, err = os.Stat(place)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestTextIsInCodePointOrderAndFrenchOnRequest(t *testing.T) {
	t.Parallel()
	s, err := Start(t.Context(), Options{})
	require.NoError(t, err)
	defer s.Stop()
	const words = "from unnest(array['zèbre','Écho','abc','été','eau']) w"
	require.Equal(t, "abc,eau,zèbre,Écho,été", query[string](t, s.URL(), "select string_agg(w, ',' order by w) "+words))
	require.Equal(t, "abc,eau,Écho,été,zèbre", query[string](t, s.URL(), `select string_agg(w, ',' order by w collate "fr-x-icu") `+words))
	exec1(t, s.URL(), "create extension btree_gist")
}

func TestEndsWithItsProgramAndStartsAgainAfterAKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PGEMBED_TEST_VICTIM="+dir)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	url := strings.TrimSpace(line)
	exec1(t, url, "create table kept as select 8 as n")
	pid := postmaster(t, dir)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()

	// At once: the old server is still shutting down.
	s, err := Start(t.Context(), Options{DataDir: dir, Durable: true})
	require.NoError(t, err)
	require.Equal(t, 8, query[int](t, s.URL(), "select n from kept"))
	require.NotEqual(t, pid, postmaster(t, dir))

	// Everything dies at once, as in a power cut; the lock file stays, and its
	// number now belongs to this very test.
	require.NoError(t, syscall.Kill(postmaster(t, dir), syscall.SIGKILL))
	<-s.Done()
	file := filepath.Join(dir, clusterName, "postmaster.pid")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "\n")
	require.NoError(t, os.WriteFile(file, []byte(strconv.Itoa(os.Getpid())+"\n"+rest), 0o600))
	s, err = Start(t.Context(), Options{DataDir: dir, Durable: true})
	require.NoError(t, err)
	require.Equal(t, 8, query[int](t, s.URL(), "select n from kept"))
	require.NoError(t, s.Stop())
}

func TestStopsAnOrphan(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Start(t.Context(), Options{DataDir: dir})
	require.NoError(t, err)
	defer s.Stop()
	data := filepath.Join(dir, clusterName)
	pid := postmaster(t, dir)
	require.True(t, serves(pid, data))
	require.False(t, serves(os.Getpid(), data))
	require.NoError(t, stopOrphan(data))
	require.False(t, serves(pid, data))
	<-s.Done()
}

func postmaster(t *testing.T, dir string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, clusterName, "postmaster.pid"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	require.NoError(t, err)
	return pid
}

func TestRefusesWhatWouldHarm(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, clusterName)
	require.NoError(t, os.MkdirAll(data, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte("12\n"), 0o600))
	_, err := Start(t.Context(), Options{DataDir: dir})
	require.ErrorContains(t, err, "was made by PostgreSQL 12")
	require.ErrorContains(t, err, "PMO_PG_TREE")

	lock, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	require.NoError(t, err)
	defer lock.Close()
	require.NoError(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
	gone := make(chan struct{})
	close(gone)
	_, err = openCluster(order{DataDir: dir, Root: rootPlain}, gone, func() {})
	require.ErrorContains(t, err, "while waiting for the data folder")
	// Who waits is told so, and may give up.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err = Start(ctx, Options{DataDir: dir, Log: slog.New(slog.NewTextHandler(heard(func(line string) {
		if strings.Contains(line, "another pmo-server uses the data folder") {
			cancel()
		}
	}), nil))})
	require.ErrorIs(t, err, context.Canceled)
}

// heard is called with each line of a log.
type heard func(line string)

func (h heard) Write(p []byte) (int, error) {
	h(string(p))
	return len(p), nil
}

func TestVersionTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Tree{
		"postgres (PostgreSQL) 18.4\n":                         {Dir: "/t", Version: "18.4", Major: 18},
		"postgres (PostgreSQL) 15.8 (Debian 15.8-0+deb12u1)\n": {Dir: "/t", Version: "15.8", Major: 15},
		"postgres (PostgreSQL) 19beta1":                        {Dir: "/t", Version: "19beta1", Major: 19},
	} {
		got, err := parseVersion("/t", text)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"", "psql 3", "postgres (PostgreSQL)", "postgres (PostgreSQL) 14.2"} {
		_, err := parseVersion("/t", text)
		require.Error(t, err, text)
	}
}

func TestMakesTheLinksOfAnNpmTree(t *testing.T) {
	t.Parallel()
	above := t.TempDir()
	tree := filepath.Join(above, "native")
	require.NoError(t, os.MkdirAll(filepath.Join(tree, "lib"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(tree, "lib", "libx.so.1.2"), []byte("x"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(tree, "pg-symlinks.json"),
		[]byte(`[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so.1"}]`), 0o644))
	for range 2 {
		require.NoError(t, link(tree))
		text, err := os.Readlink(filepath.Join(tree, "lib", "libx.so.1"))
		require.NoError(t, err)
		require.Equal(t, "libx.so.1.2", text)
	}
	copied, err := copyTree(filepath.Join(tree), t.TempDir())
	require.ErrorIs(t, err, os.ErrNotExist, "a tree without programs is not copied: %s", copied)
}
