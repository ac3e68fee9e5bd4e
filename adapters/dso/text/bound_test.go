package text_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
)

// TestALineIsBoundedHoweverItIsRead cuts files into reads of any size: a line of LongestLine
// bytes passes, one more is refused with its number.
func TestALineIsBoundedHoweverItIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 30, text.LongestLine - 1, text.LongestLine, text.LongestLine + 1, 3 * text.LongestLine}), 1, 8).Draw(t, "lengths")
		buffer := make([]byte, rapid.SampledFrom([]int{1 << 10, text.LongestLine, text.LongestLine + 1, text.LongestLine + 2, 4 * text.LongestLine, 1 << 20}).Draw(t, "buffer"))
		var file strings.Builder
		tooLong := 0
		for i, n := range lengths {
			file.WriteString(strings.Repeat("x", n))
			if i < len(lengths)-1 || rapid.Bool().Draw(t, "ended") {
				file.WriteByte('\n')
			}
			if n > text.LongestLine && tooLong == 0 {
				tooLong = i + 1
			}
		}
		var got bytes.Buffer
		_, err := io.CopyBuffer(struct{ io.Writer }{&got}, struct{ io.Reader }{text.Bounded(iotest.DataErrReader(strings.NewReader(file.String())))}, buffer)
		lines := text.NewLines(text.Bounded(iotest.DataErrReader(strings.NewReader(file.String()))))
		var line []byte
		var lineErr error
		for line, lineErr = lines.Next(); line != nil; line, lineErr = lines.Next() {
			require.Len(t, line, lengths[lines.Row-1])
		}
		if tooLong == 0 {
			require.NoError(t, err)
			require.Equal(t, file.String(), got.String())
			require.NoError(t, lineErr)
			return
		}
		for _, err := range []error{err, lineErr} {
			require.True(t, errors.Is(err, text.ErrLongLine), "%v", err)
			require.Equal(t, tooLong, fault.From(err).Row)
		}
	})
}
