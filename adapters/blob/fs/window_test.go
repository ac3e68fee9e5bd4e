//go:build unix

package fs_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob/fs"
)

// TestWindowsShowWhatIsRead looks at a content of more than one window, at places on either
// side of the pages of memory.
func TestWindowsShowWhatIsRead(t *testing.T) {
	t.Parallel()
	store, err := fs.New(t.TempDir(), secret, time.Now)
	require.NoError(t, err)
	content := make([]byte, 33<<20+5)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range content {
		content[i] = byte(random.Uint32())
	}
	require.NoError(t, store.Put(t.Context(), "curves/a", bytes.NewReader(content), int64(len(content)), "text/csv"))
	in, _, err := store.Get(t.Context(), "curves/a")
	require.NoError(t, err)
	shown := in.(interface {
		Size() int64
		Window(at int64) ([]byte, error)
	})
	require.EqualValues(t, len(content), shown.Size())
	for at := int64(0); at < shown.Size(); {
		window, err := shown.Window(at)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(window), min(8<<20, len(content)-int(at)))
		require.True(t, bytes.Equal(content[at:at+int64(len(window))], window), "from %d", at)
		at += max(1, int64(len(window))-70<<10-3)
		if int(at)+70<<10 > len(content) {
			at += 4096
		}
	}
	_, err = shown.Window(shown.Size())
	require.ErrorIs(t, err, io.EOF)
	read, err := io.ReadAll(in)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content, read), "what is shown is not taken from what is read")
	require.NoError(t, in.Close())
}
