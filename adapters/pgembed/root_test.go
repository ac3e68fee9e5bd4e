//go:build unix

package pgembed

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Root has two ways (an ordinary user has none of them to test). Each is tried in a
// closed folder, as below root's home.
func TestRootInBothModes(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		tree, err := FindTree(t.Context())
		require.NoError(t, err)
		require.Equal(t, rootPlain, detectRoot(t.Context(), tree))
		return
	}
	for _, mode := range []rootMode{rootNamespace, rootSetuid} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			tree, err := FindTree(t.Context())
			require.NoError(t, err)
			if mode == rootNamespace && !namespaceWorks(t.Context(), tree) {
				t.Log("user namespaces are forbidden here")
				return
			}
			closed := t.TempDir()
			require.NoError(t, os.Chmod(closed, 0o700))
			dir := filepath.Join(closed, "pg")
			for range 2 {
				s, err := Start(t.Context(), Options{DataDir: dir, root: mode})
				require.NoError(t, err)
				exec1(t, s.URL(), "create table if not exists kept as select 9 as n")
				require.Equal(t, 9, query[int](t, s.URL(), "select n from kept"))
				require.NoError(t, s.Stop())
			}
			require.Equal(t, mode == rootSetuid, moved(dir) != dir)
		})
	}
}

func TestDataFollowsItsNote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.Equal(t, dir, moved(dir))
	require.NoError(t, os.WriteFile(filepath.Join(dir, movedName), []byte("/elsewhere/pg\n"), 0o644))
	require.Equal(t, "/elsewhere/pg", moved(dir))
}
