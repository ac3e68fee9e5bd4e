package library

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
)

// A file is as large as it may be, and no byte more; an empty one, one under a bad name and one that
// is not what its name says are refused with their name.
func TestWhatAFileMayBe(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	of := func(name string, size int64, content string, err error) File {
		return File{Name: name, Size: size, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), err }}
	}
	const pdf = "%PDF-1.7\n"
	got, err := of("a.pdf", MostFileSize, pdf, nil).check()
	require.NoError(t, err)
	require.Equal(t, "application/pdf", got)
	for name, c := range map[string]struct {
		file File
		want error
	}{
		"too large": {of("a.pdf", MostFileSize+1, pdf, nil), ErrSize}, "empty": {of("a.pdf", 0, "", nil), ErrEmpty}, "another type": {of("a.pdf", 9, "<html>", nil), ErrType},
		"a name": {of("a/b.pdf", 9, pdf, nil), ErrName}, "a long name": {of(strings.Repeat("é", mostName-3)+".pdf", 9, pdf, nil), fault.FieldTooLong}, "unread": {of("a.pdf", 9, pdf, broken), broken},
	} {
		_, err := c.file.check()
		require.ErrorIs(t, err, c.want, name)
	}
	require.NoError(t, checkName(strings.Repeat("é", mostName)))
	require.Equal(t, "a (2).pdf", numbered("a.pdf", "2"))
}
