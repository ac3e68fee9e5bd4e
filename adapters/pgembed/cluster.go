//go:build unix

package pgembed

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// What stands in a data folder.
const (
	clusterName  = "data"     // the cluster: PGDATA
	freshName    = "data.new" // a cluster until it is whole
	passwordName = "password"
	lockName     = "lock"
	logName      = "postgres.log"
	movedName    = "moved-to"
)

const (
	superuser    = "pmo"
	database     = "pmo"
	lockPatience = 20 * time.Second // as long as a predecessor may take to write its checkpoint
	logLimit     = 10 << 20
)

// cluster is a data folder that this process holds, and the server in it.
type cluster struct {
	order    order
	password string
	port     int
	lock     *os.File
	log      *os.File
	process  *os.Process
	ended    chan error
}

// openCluster takes the data folder, stops what an earlier supervisor left behind
// and makes the cluster when there is none. It gives up when gone closes.
func openCluster(o order, gone <-chan struct{}, waiting func()) (*cluster, error) {
	c := &cluster{order: o, ended: make(chan error, 1)}
	mode := os.FileMode(0o700)
	if o.Root == rootSetuid {
		mode = 0o711 // the other user goes through; every file in it has a mode of its own
	}
	if err := os.MkdirAll(o.DataDir, mode); err != nil {
		return nil, err
	}
	if err := os.Chmod(o.DataDir, mode); err != nil {
		return nil, err
	}
	err := c.take(gone, waiting)
	if err == nil {
		err = c.openLog()
	}
	if err == nil {
		err = stopOrphan(c.path(clusterName))
	}
	if err == nil {
		err = c.prepare()
	}
	if err != nil {
		c.order.Throwaway = false // Start removes the folder
		c.close()
		return nil, err
	}
	return c, nil
}

// take holds the lock of the folder until this process ends, however it ends. One
// that is just stopping is waited for; waiting is called once, before that.
func (c *cluster) take(gone <-chan struct{}, waiting func()) error {
	lock, err := os.OpenFile(c.path(lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	c.lock = lock
	told := false
	for deadline := time.Now().Add(lockPatience); ; {
		err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return fmt.Errorf("locking %s: %w", lock.Name(), err)
		}
		if !told {
			told = true
			waiting()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the data folder %s is in use by another running pmo-server: stop it, or choose another folder with PMO_DATA_DIR", c.order.DataDir)
		}
		select {
		case <-gone:
			return errors.New("given up while waiting for the data folder")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// openLog appends to the log of the folder; a long one is put aside once.
func (c *cluster) openLog() error {
	if info, err := os.Stat(c.path(logName)); err == nil && info.Size() > logLimit {
		_ = os.Rename(c.path(logName), c.path(logName+".1"))
	}
	log, err := os.OpenFile(c.path(logName), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	c.log = log
	return err
}

// prepare makes sure of a whole cluster of the right version with the right owner.
func (c *cluster) prepare() error {
	data := c.path(clusterName)
	version, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if errors.Is(err, os.ErrNotExist) {
		return c.initialize()
	}
	if err != nil {
		return err
	}
	if made := strings.TrimSpace(string(version)); made != strconv.Itoa(c.order.Major) {
		return fmt.Errorf("the data folder %s was made by PostgreSQL %s, and the programs found are of version %d. "+
			"Either point PMO_PG_TREE at programs of version %s, or take a `pmo-server backup` with those and `pmo-server restore` it into a new folder",
			c.order.DataDir, made, c.order.Major, made)
	}
	password, err := os.ReadFile(c.path(passwordName))
	if err != nil {
		return fmt.Errorf("the password of the embedded database: %w", err)
	}
	c.password = strings.TrimSpace(string(password))
	return hand(c.order.Root, data)
}

// initialize makes a cluster under another name first, so that a broken-off start
// leaves nothing that looks like one.
func (c *cluster) initialize() error {
	fresh := c.path(freshName)
	for _, leftover := range []string{fresh, c.path(passwordName)} {
		if err := os.RemoveAll(leftover); err != nil {
			return err
		}
	}
	c.password = rand.Text()
	if err := os.WriteFile(c.path(passwordName), []byte(c.password+"\n"), 0o600); err != nil {
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	if err := hand(c.order.Root, fresh); err != nil {
		return err
	}
	if err := c.initdb(fresh); err != nil {
		return err
	}
	return os.Rename(fresh, c.path(clusterName))
}

func (c *cluster) initdb(fresh string) error {
	attr, err := attributes(c.order.Root)
	if err != nil {
		return err
	}
	// The program may run as somebody else, who cannot read our password file.
	once := c.path(passwordName + ".initdb")
	defer func() { _ = os.Remove(once) }()
	if err := os.WriteFile(once, []byte(c.password+"\n"), 0o600); err != nil {
		return err
	}
	if err := hand(c.order.Root, once); err != nil {
		return err
	}
	args := []string{
		"--pgdata=" + fresh, "--username=" + superuser, "--pwfile=" + once, "--encoding=UTF8",
		"--auth=scram-sha-256", "--data-checksums",
	}
	if c.order.Major >= 17 {
		args = append(args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
	} else {
		args = append(args, "--locale=C.UTF-8")
	}
	if !c.order.Durable {
		args = append(args, "--no-sync")
	}
	cmd := exec.Command(filepath.Join(c.order.Tree, "bin", "initdb"), args...) //nolint:gosec // found by FindTree
	cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", environment(), attr
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w: %s", err, lastLines(string(out), 8))
	}
	return nil
}

// stopOrphan ends a PostgreSQL that outlived its supervisor, and removes a lock
// file whose process number now belongs to somebody else: PostgreSQL itself would
// refuse to start then, which happens in containers, where numbers come again.
func stopOrphan(data string) error {
	file := filepath.Join(data, "postmaster.pid")
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 1 || !serves(pid, data) {
		return os.Remove(file)
	}
	for _, sign := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		_ = syscall.Kill(pid, sign)
		for deadline := time.Now().Add(lockPatience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			if !serves(pid, data) {
				return nil
			}
		}
	}
	return fmt.Errorf("a PostgreSQL (process %d) still runs on %s and does not stop", pid, data)
}

// serves reports whether process pid is a PostgreSQL on that folder.
func serves(pid int, data string) bool {
	if line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline")); err == nil {
		return commandServes(strings.ReplaceAll(string(line), "\x00", " "), data)
	}
	if _, err := os.Stat("/proc/self/cmdline"); err == nil {
		return false // there is a /proc, and no such process in it
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	line, err := exec.CommandContext(ctx, "ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && commandServes(string(line), data)
}

func commandServes(line, data string) bool {
	return strings.Contains(line, "postgres") && strings.Contains(line+" ", " "+data+" ")
}
