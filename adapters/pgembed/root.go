//go:build unix

package pgembed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// rootMode is how PostgreSQL, which refuses user 0, is run.
type rootMode string

const (
	rootAuto      rootMode = ""
	rootPlain     rootMode = "plain"     // as we are: no root
	rootNamespace rootMode = "namespace" // root outside, an ordinary user in its own eyes; Linux
	rootSetuid    rootMode = "setuid"    // as the user postgres or nobody
)

// plan is where the programs and the data are, once it is known who runs them.
type plan struct {
	tree, dataDir string
	root          rootMode
}

// planFor chooses the mode. A namespace needs no change of owner and works below a
// home folder of mode 0700, but some containers forbid it. The other way needs
// programs and data that another user can reach: they move when they are not.
func planFor(ctx context.Context, tree Tree, dataDir string, mode rootMode) (plan, error) {
	p := plan{tree: tree.Dir, dataDir: moved(dataDir), root: mode}
	if mode == rootAuto {
		p.root = detectRoot(ctx, tree)
	}
	if p.root != rootSetuid {
		return p, nil
	}
	if !traversable(p.tree) {
		copied, err := copyTree(p.tree, sharedCache)
		if err != nil {
			return plan{}, err
		}
		p.tree = copied
	}
	if !traversable(filepath.Dir(p.dataDir)) {
		return p, p.move()
	}
	return p, nil
}

// move puts the data where another user can reach it, and leaves a note at the
// first place: a later start must find the same data in whatever mode.
func (p *plan) move() error {
	if _, err := os.Stat(filepath.Join(p.dataDir, clusterName)); err == nil {
		return fmt.Errorf("the cluster in %s belongs to root below a folder closed to others, and this system forbids user namespaces: move it to a folder that everybody may enter", p.dataDir)
	}
	to := filepath.Join(sharedData, "pg-"+fingerprint(p.dataDir))
	for _, dir := range []string{p.dataDir, sharedData} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(p.dataDir, movedName), []byte(to+"\n"), 0o644); err != nil {
		return err
	}
	p.dataDir = to
	return nil
}

// moved follows the note that move left.
func moved(dataDir string) string {
	text, err := os.ReadFile(filepath.Join(dataDir, movedName))
	if to := strings.TrimSpace(string(text)); err == nil && filepath.IsAbs(to) {
		return to
	}
	return dataDir
}

func detectRoot(ctx context.Context, tree Tree) rootMode {
	switch {
	case os.Geteuid() != 0:
		return rootPlain
	case namespaceWorks(ctx, tree):
		return rootNamespace
	default:
		return rootSetuid
	}
}

// traversable reports whether everybody may enter dir and all folders above it.
func traversable(dir string) bool {
	for {
		if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o001 == 0 {
			return false
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return true
		}
		dir = parent
	}
}

// servant is the user that PostgreSQL runs as for root: postgres, else nobody.
// initdb wants one that the system knows by name.
func servant() (uid, gid int, err error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, lookup := user.Lookup(name)
		if lookup != nil {
			continue
		}
		uid, err = strconv.Atoi(u.Uid)
		if err == nil {
			gid, err = strconv.Atoi(u.Gid)
		}
		if err == nil && uid != 0 {
			return uid, gid, nil
		}
	}
	return 0, 0, errors.New("running as root, and the system has neither a user postgres nor a user nobody: start as an ordinary user")
}

// attributes are those of a PostgreSQL process in the given mode.
func attributes(mode rootMode) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(attr)
	switch mode {
	case rootNamespace:
		return attr, namespace(attr)
	case rootSetuid:
		uid, gid, err := servant()
		if err != nil {
			return nil, err
		}
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), Groups: []uint32{}}
	}
	return attr, nil
}

// hand gives a folder to the user that PostgreSQL runs as for root, unless it has
// it: the mode may have changed since the cluster was made.
func hand(mode rootMode, dir string) error {
	if mode == rootPlain {
		return nil
	}
	uid, gid, err := os.Geteuid(), os.Getegid(), error(nil)
	if mode == rootSetuid {
		uid, gid, err = servant()
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && int(owner.Uid) == uid {
		return nil
	}
	return filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, gid)
	})
}
