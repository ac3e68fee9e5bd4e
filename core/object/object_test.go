package object_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/object"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"a", "invoices/2026/0190-ab.pdf", "x_y/z.tar.gz", "-/-", strings.Repeat("a", 128)} {
		require.NoError(t, object.CheckKey(key), key)
	}
	for _, key := range []string{
		"", "/a", "a/", "a//b", "..", "a/../b", "a/.b", "A", "é", "a b", "a\\b", "a\n", "a~",
		strings.Repeat("a", 129), strings.Repeat("a/", 10) + "a", strings.Repeat(strings.Repeat("a", 120)+"/", 4) + strings.Repeat("a", 120),
	} {
		require.ErrorIs(t, object.CheckKey(key), object.ErrKey, key)
	}
}

func TestExactly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		content string
		size    int64
		ok      bool
	}{
		{"abc", 3, true}, {"", 0, true}, {"abc", -1, true},
		{"abc", 2, false}, {"abc", 4, false}, {"a", 0, false}, {"", 1, false},
	} {
		for name, slow := range map[string]func(io.Reader) io.Reader{
			"at once": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader, "end with data": iotest.DataErrReader,
		} {
			got, err := io.ReadAll(object.Exactly(slow(strings.NewReader(c.content)), c.size))
			if !c.ok {
				require.ErrorIs(t, err, object.ErrSize, "%s, %+v", name, c)
				continue
			}
			require.NoError(t, err, "%s, %+v", name, c)
			require.Equal(t, c.content, string(got))
		}
	}
	_, err := io.ReadAll(object.Exactly(iotest.ErrReader(io.ErrClosedPipe), 3))
	require.ErrorIs(t, err, io.ErrClosedPipe)
}
