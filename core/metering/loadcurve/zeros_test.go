package loadcurve_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/metering/loadcurve"
)

func TestZeroRunsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var body []byte
		for range rapid.IntRange(0, 20).Draw(t, "parts") {
			body = append(body, make([]byte, rapid.IntRange(0, 400).Draw(t, "zeros"))...)
			body = append(body, rapid.SliceOfN(rapid.ByteRange(0, 3), 0, 6).Draw(t, "bytes")...)
		}
		packed := loadcurve.AppendZeroRuns([]byte("kept"), body)
		require.Equal(t, "kept", string(packed[:4]))
		back, err := loadcurve.ReadZeroRuns([]byte("kept"), packed[4:])
		require.NoError(t, err)
		require.Equal(t, "kept"+string(body), string(back))
	})
}

func TestZeroRunsAreShort(t *testing.T) {
	t.Parallel()
	require.Equal(t, []byte{7, 0, 8, 0, 0, 0, 9, 0, 0, 0xac, 0x02}, loadcurve.AppendZeroRuns(nil,
		append([]byte{7, 0, 8, 0, 0, 9}, make([]byte, 302)...)))
}

func TestZeroRunsThatNobodyWrote(t *testing.T) {
	t.Parallel()
	for _, packed := range [][]byte{{0, 0}, {0, 0, 0x80}, {0, 0, 0x80, 0}, {0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f}} {
		_, err := loadcurve.ReadZeroRuns(nil, packed)
		require.ErrorIs(t, err, loadcurve.ErrChunk, packed)
	}
}

// FuzzReadZeroRuns feeds whatever bytes: what is taken is written again as it was, or
// shorter.
func FuzzReadZeroRuns(f *testing.F) {
	f.Add([]byte{1, 0, 0, 5, 2})
	f.Fuzz(func(t *testing.T, packed []byte) {
		body, err := loadcurve.ReadZeroRuns(nil, packed)
		if err != nil {
			return
		}
		again, err := loadcurve.ReadZeroRuns(nil, loadcurve.AppendZeroRuns(nil, body))
		require.NoError(t, err)
		require.Equal(t, body, again)
	})
}
