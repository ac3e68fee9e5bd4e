package fs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/object"
)

func opened(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := New(dir, bytes.Repeat([]byte{7}, 32), time.Now)
	require.NoError(t, err)
	return s
}

// many are objects of two folders that say of themselves which they are.
func many(what string) (all []object.Object) {
	for n := range 2 * fewest {
		content := fmt.Sprintf("%s %d", what, n)
		all = append(all, object.Object{Key: fmt.Sprintf("f%d/%d", n%2, n), Size: int64(len(content)), ContentType: "text/plain",
			Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }})
	}
	return all
}

func requireAll(t *testing.T, s *Store, what string) {
	t.Helper()
	for n, o := range many(what) {
		file, _, err := s.Get(t.Context(), o.Key)
		require.NoError(t, err)
		content, err := io.ReadAll(file)
		require.NoError(t, errors.Join(err, file.Close()))
		require.Equal(t, fmt.Sprintf("%s %d", what, n), string(content))
	}
}

func unnamed(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	left, err := os.ReadDir(filepath.Join(dir, freshName))
	require.NoError(t, err)
	return left
}

// When many files are brought to the disk each is whole, and no name has changed. A process that is killed then
// leaves all as it was, and what comes after it puts them as if nothing had been.
func TestNoNameShowsWhatIsNotOnTheDisk(t *testing.T) {
	t.Parallel()
	dir, killed, times := t.TempDir(), t.TempDir(), 0
	s := opened(t, dir)
	require.NoError(t, s.PutAll(t.Context(), many("before")))
	s.bring = func(folder *os.File) error {
		times++
		require.Equal(t, filepath.Join(dir, freshName), folder.Name())
		requireAll(t, s, "before")
		whole := map[string]bool{}
		for _, entry := range unnamed(t, dir) {
			content, err := os.ReadFile(filepath.Join(dir, freshName, entry.Name()))
			require.NoError(t, err)
			whole[string(content)] = true
		}
		for n := range many("after") {
			require.True(t, whole[fmt.Sprintf("%stext/plain\nafter %d", magic, n)], n)
		}
		return os.CopyFS(killed, os.DirFS(dir))
	}
	require.NoError(t, s.PutAll(t.Context(), many("after")))
	require.Equal(t, 1, times)
	requireAll(t, s, "after")
	require.Empty(t, unnamed(t, dir))

	again := opened(t, killed)
	requireAll(t, again, "before")
	require.NoError(t, again.PutAll(t.Context(), many("after")))
	requireAll(t, again, "after")
}

// What the disk does not take, or one object lacks, changes no name and leaves nothing.
func TestNothingIsNamedWhereTheDiskFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := opened(t, dir)
	require.NoError(t, s.PutAll(t.Context(), many("before")))
	disk := errors.New("input/output error")
	s.bring = func(*os.File) error { return disk }
	require.ErrorIs(t, s.PutAll(t.Context(), many("after")), disk)
	requireAll(t, s, "before")
	require.Empty(t, unnamed(t, dir))

	s.bring = func(*os.File) error { t.Error("what is not whole was brought"); return nil }
	short := many("after")
	short[fewest].Size++
	require.ErrorIs(t, s.PutAll(t.Context(), short), object.ErrSize)
	requireAll(t, s, "before")
	require.Empty(t, unnamed(t, dir))
}

// A name that cannot be given is told; those before it are there, and nothing else is left.
func TestANameThatCannotBeGivenIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := opened(t, dir)
	s.bring = func(*os.File) error { return nil }
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "f1", "3~", "in the way"), 0o700))
	require.Error(t, s.PutAll(t.Context(), many("after")))
	require.Empty(t, unnamed(t, dir))
}

// Few files, and those of a file system that is not known to say what failed, are brought one by one.
func TestFilesAreBroughtOneByOneElsewhere(t *testing.T) {
	t.Parallel()
	s := opened(t, t.TempDir())
	s.bring = func(*os.File) error { t.Error("few files bring all that others wrote"); return nil }
	require.NoError(t, s.PutAll(t.Context(), many("after")[:fewest-1]))
	s.bring = nil
	require.NoError(t, s.PutAll(t.Context(), many("after")))
	requireAll(t, s, "after")
}

func TestReleasesThatTell(t *testing.T) {
	t.Parallel()
	for release, want := range map[string]bool{"6.18.44-fc-v782": true, "5.8.0": true, "5.10": true, "10.0-rc1": true,
		"5.7.19": false, "4.19.0-amd64": false, "": false, "unknown": false, "5": false} {
		require.Equal(t, want, tells(release), release)
	}
}
