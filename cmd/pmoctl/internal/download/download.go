// Package download saves what the server answers as a file.
package download

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/openpmo/pmo/sdk/go/pmo"
)

// File is a file that was saved.
type File struct {
	Path    string `json:"file"`
	Bytes   int64  `json:"bytes"`
	Skipped bool   `json:"skipped,omitempty"` // it was there already
}

// Save writes the document of an answer into dir, whole or not at all, and closes
// the answer. A file of that name that is there stays, unless force.
func Save(response *http.Response, dir, fallback string, force bool) (File, error) {
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		raw, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
		if err != nil {
			return File{}, err
		}
		return File{}, pmo.Refused(response.StatusCode, raw)
	}
	path := filepath.Join(dir, fileName(response.Header.Get("Content-Disposition"), fallback))
	if info, err := os.Lstat(path); err == nil && !force {
		if !info.Mode().IsRegular() {
			return File{}, fmt.Errorf("%s is not a file", path)
		}
		return File{Path: path, Bytes: info.Size(), Skipped: true}, nil
	}
	f, err := os.CreateTemp(dir, ".pmoctl-*")
	if err != nil {
		return File{}, err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	n, err := io.Copy(f, response.Body)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return File{}, err
	}
	return File{Path: path, Bytes: n}, os.Rename(f.Name(), path)
}

// fileName is the name the server gives, as a plain name in one folder: no path,
// nothing hidden, no control characters.
func fileName(disposition, fallback string) string {
	name := ""
	if _, params, err := mime.ParseMediaType(disposition); err == nil {
		name = params["filename"]
	}
	for _, candidate := range []string{name, fallback} {
		if clean := plainName(candidate); clean != "" {
			return clean
		}
	}
	return "download"
}

func plainName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`<>:"|?*`, r) {
			return -1
		}
		return r
	}, name)
	return strings.TrimLeft(strings.TrimSpace(name), ".")
}
