//go:build unix

package pgembed

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// sharedCache and sharedData are for folders that a user other than root must
// reach when the ones given lie below a closed folder. Tests put them elsewhere.
var (
	sharedCache = "/var/cache/pmo"
	sharedData  = "/var/lib/pmo"
)

func userCache() string {
	dir, err := os.UserCacheDir()
	if err != nil || os.MkdirAll(dir, 0o700) != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "pmo")
}

// fingerprint names a path in a folder that others use too.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// copyTree copies the programs below parent, readable for everybody, once: the
// name holds the version of what is copied. A copy that was broken off is made
// again, because it only gets its name when it is whole.
func copyTree(tree, parent string) (string, error) {
	info, err := os.Stat(filepath.Join(tree, "bin", "postgres"))
	if err != nil {
		return "", err
	}
	name := fingerprint(fmt.Sprint(tree, info.Size(), info.ModTime().UnixNano()))
	// One level more than needed: links are written relative to the folder above.
	target := filepath.Join(parent, "pg-"+name, "native")
	if _, err := os.Stat(target); err == nil {
		return target, link(target)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(target), "new-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	if err := copyFolder(tree, fresh); err != nil {
		return "", fmt.Errorf("copying %s: %w", tree, err)
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(fresh, target); err != nil {
		if _, other := os.Stat(target); other != nil {
			return "", err
		} // somebody else was quicker
	}
	return target, link(target)
}

func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case entry.IsDir():
			return os.MkdirAll(target, 0o755)
		case entry.Type()&fs.ModeSymlink != 0:
			text, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(text, target)
		default:
			return copyFile(path, target)
		}
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm()|0o444)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}
