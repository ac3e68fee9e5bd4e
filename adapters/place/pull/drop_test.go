package pull_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/place"
	"github.com/openpmo/pmo/adapters/place/fake"
	"github.com/openpmo/pmo/adapters/place/pull"
)

func TestFilesOfAnOperation(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	own := filepath.Join(base, "drop", "ACC00000001")
	require.NoError(t, os.MkdirAll(filepath.Join(own, "old"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(own, "a.csv"), []byte("prm"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(base, "secret"), []byte("x"), 0o600))
	require.NoError(t, os.Symlink(filepath.Join(base, "secret"), filepath.Join(own, "link.csv")))
	at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	require.NoError(t, os.Chtimes(filepath.Join(own, "a.csv"), at, at))

	folder, err := place.OpenFolder(filepath.Join(base, "drop"))
	require.NoError(t, err)
	d := pull.From(folder)
	require.Equal(t, "folder", d.Name())
	t.Cleanup(func() { _ = d.Close() })
	files, err := d.List(t.Context(), "ACC00000001")
	require.NoError(t, err)
	require.Len(t, files, 1, "no folders, no links out")
	require.Equal(t, []any{"a.csv", int64(3)}, []any{files[0].Name, files[0].Size})
	require.True(t, at.Equal(files[0].ModifiedAt))
	content, err := d.Open(t.Context(), "ACC00000001", "a.csv")
	require.NoError(t, err)
	text, err := io.ReadAll(content)
	require.NoError(t, err)
	require.NoError(t, content.Close())
	require.Equal(t, "prm", string(text))

	none, err := d.List(t.Context(), "ACC00000002")
	require.NoError(t, err)
	require.Empty(t, none)
	for _, name := range []string{"../secret", "..", "link.csv", "b.csv"} {
		_, err := d.Open(t.Context(), "ACC00000001", name)
		require.Error(t, err, name)
	}
	outside, err := d.List(t.Context(), "..")
	require.NoError(t, err)
	require.Empty(t, outside)
}

func TestFilesOnAServer(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(base, "in", "ACC00000001", "old"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(base, "in", "ACC00000001", "a.csv"), []byte("prm"), 0o600))
	h, err := fake.Serve(base, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = h.Close() })
	server, err := place.NewSFTP(place.Settings{Address: "sftp://pmo@" + h.Address + "/in", HostKey: h.Fingerprint, Password: "right"})
	require.NoError(t, err)
	d := pull.From(server)
	t.Cleanup(func() { _ = d.Close() })

	look := func() error {
		files, err := d.List(t.Context(), "ACC00000001")
		if err != nil {
			return err
		}
		require.Len(t, files, 1)
		require.Equal(t, []any{"a.csv", int64(3)}, []any{files[0].Name, files[0].Size})
		require.False(t, files[0].ModifiedAt.IsZero())
		content, err := d.Open(t.Context(), "ACC00000001", "a.csv")
		if err != nil {
			return err
		}
		text, err := io.ReadAll(content)
		require.NoError(t, err)
		require.Equal(t, "prm", string(text))
		return content.Close()
	}
	require.NoError(t, look())
	none, err := d.List(t.Context(), "ACC00000002")
	require.NoError(t, err)
	require.Empty(t, none)
	_, err = d.Open(t.Context(), "ACC00000001", "../a.csv")
	require.Error(t, err)

	require.NoError(t, (<-h.Conns).Close())
	require.Error(t, look(), "the server hung up")
	require.NoError(t, look(), "the next time there is a new connection")
	require.Len(t, h.Conns, 1)
}
