package fs_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/core/object"
)

var secret = bytes.Repeat([]byte{7}, 32)

func TestSignedAddresses(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	store, err := fs.New(t.TempDir(), secret, func() time.Time { return now })
	require.NoError(t, err)
	url, err := store.SignGet(t.Context(), "invoices/a.pdf", "Facture n° 1.pdf", time.Minute)
	require.NoError(t, err)
	token, ok := strings.CutPrefix(url, "/api/files/")
	require.True(t, ok, url)
	link, err := store.Verify(token)
	require.NoError(t, err)
	require.Equal(t, fs.Link{Key: "invoices/a.pdf", FileName: "Facture n° 1.pdf", Expires: now.Add(time.Minute)}, link)

	for i := range token {
		changed := []byte(token)
		changed[i] = 'A'
		if changed[i] == token[i] {
			changed[i] = 'B'
		}
		_, err := store.Verify(string(changed))
		require.ErrorIs(t, err, object.ErrLink, "character %d", i)
	}
	for _, bad := range []string{"", ".", "a.b", token + "A", strings.Split(token, ".")[0] + "."} {
		_, err := store.Verify(bad)
		require.ErrorIs(t, err, object.ErrLink, bad)
	}
	other, err := fs.New(t.TempDir(), bytes.Repeat([]byte{8}, 32), func() time.Time { return now })
	require.NoError(t, err)
	_, err = other.Verify(token)
	require.ErrorIs(t, err, object.ErrLink)
	now = now.Add(time.Minute)
	_, err = store.Verify(token)
	require.ErrorIs(t, err, object.ErrLink)

	_, err = fs.New(t.TempDir(), []byte("short"), time.Now)
	require.Error(t, err)
}

func TestABrokenOffPutLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store, err := fs.New(dir, secret, time.Now)
	require.NoError(t, err)
	require.NoError(t, store.Put(t.Context(), "a", strings.NewReader("first"), 5, "text/plain"))
	require.ErrorIs(t, store.Put(t.Context(), "a", strings.NewReader("short"), 6, "text/plain"), object.ErrSize)
	require.Error(t, store.Put(t.Context(), "a", strings.NewReader("x"), 1, "text/plain\nx"))
	opened, info, err := store.Get(t.Context(), "a")
	require.NoError(t, err)
	defer opened.Close()
	text, err := io.ReadAll(opened)
	require.NoError(t, err)
	require.Equal(t, "first", string(text))
	require.Equal(t, object.Info{Size: 5, ContentType: "text/plain"}, info)
	left, err := os.ReadDir(filepath.Join(dir, ".new"))
	require.NoError(t, err)
	require.Empty(t, left)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "strange~"), []byte("nothing of ours"), 0o600))
	_, err = store.Stat(t.Context(), "strange")
	require.ErrorContains(t, err, "not a file of this store")
}

// A file is written in blocks: one that ends at the end of a block, and beside it, comes
// back as it was, whether its size was announced or not.
func TestFilesOfSeveralBlocks(t *testing.T) {
	t.Parallel()
	store, err := fs.New(t.TempDir(), secret, time.Now)
	require.NoError(t, err)
	const head, block = len("pmo1 text/csv\n"), 256 << 10
	content := bytes.Repeat([]byte("0123456789abcde"), 3*block/15)
	for _, size := range []int{block - head - 1, block - head, block - head + 1, block, 2*block - head, 2*block + 7} {
		for _, announced := range []int64{int64(size), -1} {
			require.NoError(t, store.Put(t.Context(), "a", bytes.NewReader(content[:size]), announced, "text/csv"))
			opened, info, err := store.Get(t.Context(), "a")
			require.NoError(t, err)
			got, err := io.ReadAll(opened)
			require.NoError(t, err)
			require.NoError(t, opened.Close())
			require.EqualValues(t, size, info.Size)
			require.True(t, bytes.Equal(content[:size], got), "%d bytes", size)
		}
	}
}
