package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Not parallel: the folder for temporary files is one for the whole process.
func TestWhatAKilledProcessLeftIsSweptAndWhatALivingOneHasStays(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	data := t.TempDir()
	dead := filepath.Join(data, scratchName, "run-dead")
	require.NoError(t, os.MkdirAll(filepath.Join(dead, "pmo-upload-1"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dead, "pmo-upload-1", "file-1"), []byte("curve"), 0o600))

	release, err := useScratch(data)
	require.NoError(t, err)
	require.NoDirExists(t, dead)
	sent, err := os.CreateTemp("", "pmo-upload-")
	require.NoError(t, err)
	require.NoError(t, sent.Close())
	require.Equal(t, data, filepath.Dir(filepath.Dir(filepath.Dir(sent.Name()))), "within the data folder")
	info, err := os.Stat(filepath.Dir(sent.Name()))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())

	other, err := useScratch(data)
	require.NoError(t, err)
	require.FileExists(t, sent.Name(), "the first process lives")
	other()
	release()
	require.NoFileExists(t, sent.Name())
	left, err := filepath.Glob(filepath.Join(data, scratchName, "run-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}
