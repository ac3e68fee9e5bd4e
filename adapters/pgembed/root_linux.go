package pgembed

import (
	"context"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// namespace maps a user that the system knows by name to root. Only the one user
// and group exist inside, so files stay root's outside.
func namespace(attr *syscall.SysProcAttr) error {
	inside := 65534
	if u, err := user.Lookup("nobody"); err == nil {
		if uid, err := strconv.Atoi(u.Uid); err == nil && uid != 0 {
			inside = uid
		}
	}
	attr.Cloneflags = syscall.CLONE_NEWUSER
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: inside, HostID: os.Geteuid(), Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: inside, HostID: os.Getegid(), Size: 1}}
	return nil
}

// namespaceWorks runs a harmless command in one: seccomp profiles, sysctls and
// limits of containers all show as its failure.
func namespaceWorks(ctx context.Context, tree Tree) bool {
	cmd := exec.CommandContext(ctx, filepath.Join(tree.Dir, "bin", "postgres"), "--version")
	cmd.Dir, cmd.Env = "/", environment()
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if namespace(cmd.SysProcAttr) != nil {
		return false
	}
	return cmd.Run() == nil
}

// dieWithParent stops PostgreSQL in order even when its supervisor is killed. The
// signal is bound to the thread that starts the process: see MaybeSupervise.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
