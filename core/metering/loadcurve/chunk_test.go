package loadcurve_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

func TestChunksComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.SampledFrom([]time.Duration{5, 15, 30, 60}).Draw(t, "minutes") * time.Minute
		c := drawSeries(t, midnight, step)
		data := loadcurve.Encode([]byte("kept"), c)
		require.Equal(t, "kept", string(data[:4]))
		var back loadcurve.Chunk
		require.NoError(t, loadcurve.Decode(data[4:], &back))
		require.True(t, c.Equal(back))
		require.Equal(t, time.UTC, back.Start.Location())
		// Every part of it is needed, and nothing more.
		cut := rapid.IntRange(0, len(data)-5).Draw(t, "cut")
		require.Error(t, loadcurve.Decode(data[4:4+cut], &back))
		require.ErrorIs(t, loadcurve.Decode(append(data[4:], 0), &back), loadcurve.ErrChunk)
	})
}

func TestTheSmallestValueOfAll(t *testing.T) {
	t.Parallel()
	for _, values := range [][]energy.MilliWh{{math.MinInt64}, {math.MinInt64, math.MaxInt64, 0, math.MinInt64}, {0, math.MinInt64}} {
		c := loadcurve.Series{Grid: loadcurve.Grid{Start: midnight, Step: quarter}}
		for _, v := range values {
			c.Append(v, loadcurve.Provisional)
		}
		var back loadcurve.Chunk
		require.NoError(t, loadcurve.Decode(loadcurve.Encode(nil, c), &back))
		require.Equal(t, values, back.Values)
	}
}

func TestWattsOfAQuarterCostNoMoreThanWatts(t *testing.T) {
	t.Parallel()
	c := month(250)
	require.Less(t, float64(len(loadcurve.Encode(nil, c)))/float64(c.N), 1.9)
	require.Len(t, loadcurve.Encode(nil, month(250)), len(loadcurve.Encode(nil, month(1)))+1, "the unit costs one byte of header")
}

// The first values may have more in common than all; the divisor is that of all.
func TestTheDivisorIsThatOfAllValues(t *testing.T) {
	t.Parallel()
	for _, last := range []int64{1, 3, -1, -4} {
		watts := loadcurve.Series{Grid: loadcurve.Grid{Start: midnight, Step: quarter}}
		quarters := watts
		for i := range int64(40) {
			w := 4 * i
			if i == 39 {
				w = last
			}
			watts.Append(energy.MilliWh(w), loadcurve.Definitive)
			quarters.Append(energy.MilliWh(w*250), loadcurve.Definitive)
		}
		ofWatts, ofQuarters := loadcurve.Encode(nil, watts), loadcurve.Encode(nil, quarters)
		require.Equal(t, ofWatts[len(ofWatts)-40:], ofQuarters[len(ofQuarters)-40:], "the same quotients")
		var back loadcurve.Chunk
		require.NoError(t, loadcurve.Decode(ofQuarters, &back))
		require.Equal(t, quarters.Values, back.Values)
	}
}

func TestEncodeIsForMonths(t *testing.T) {
	t.Parallel()
	year := loadcurve.NewSeries(loadcurve.Grid{Start: midnight, Step: time.Hour, N: 8760})
	require.Panics(t, func() { loadcurve.Encode(nil, year) })
	require.Panics(t, func() {
		loadcurve.Encode(nil, loadcurve.Series{Grid: loadcurve.Grid{Start: midnight, Step: quarter, N: 3}})
	})
	october := loadcurve.NewSeries(loadcurve.Grid{Start: midnight, Step: time.Minute, N: 745 * 60})
	var back loadcurve.Chunk
	require.NoError(t, loadcurve.Decode(loadcurve.Encode(nil, october), &back))
	require.True(t, october.Equal(back))
}

// A number one byte longer than it need be is refused, whether it is read among four
// or alone.
func TestNumbersInLongFormAreRefused(t *testing.T) {
	t.Parallel()
	c := series(midnight, quarter, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	data := loadcurve.Encode(nil, c)
	for at := len(data) - c.N; at < len(data); at++ {
		long := append(append(bytes.Clone(data[:at]), data[at]|0x80, 0), data[at+1:]...)
		require.ErrorIs(t, loadcurve.Decode(long, new(loadcurve.Chunk)), loadcurve.ErrChunk, "byte %d", at)
	}
}

// A value beyond int64 is refused, whether it is read among four or alone, also when those
// after it are small again.
func TestValuesBeyondAllNumbersAreRefused(t *testing.T) {
	t.Parallel()
	const unit, half, top = 1 << 40, 1 << 39, 1 << 23 // top units are one more than int64 holds
	read := func(multiples ...energy.MilliWh) error {
		for i := range multiples {
			multiples[i] *= half
		}
		data := loadcurve.Encode(nil, series(midnight, quarter, multiples...))
		old, twice := binary.AppendUvarint(nil, half), binary.AppendUvarint(nil, unit)
		require.Equal(t, 1, bytes.Count(data, old))
		return loadcurve.Decode(bytes.Replace(data, old, twice, 1), new(loadcurve.Chunk))
	}
	for at := range 12 {
		within := []energy.MilliWh{top - 9, top - 7, top - 5, top - 3, top - 1, top - 3, top - 5, top - 7, top - 9, top - 11, top - 13, top - 15}
		require.NoError(t, read(slices.Clone(within)...))
		within[at] = top + 1
		require.ErrorIs(t, read(within...), loadcurve.ErrChunk, "value %d", at)
	}
}

func TestOtherCodecsAreNamed(t *testing.T) {
	t.Parallel()
	data := loadcurve.Encode(nil, month(250))
	codec, body, err := loadcurve.Unwrap(data)
	require.NoError(t, err)
	require.Equal(t, loadcurve.Plain, codec)
	require.Equal(t, data, loadcurve.Wrap(nil, codec, body))
	var c loadcurve.Chunk
	require.ErrorIs(t, loadcurve.Decode(loadcurve.Wrap(nil, loadcurve.Zstd, body), &c), loadcurve.ErrCodec)
	data[0] = 2
	require.ErrorIs(t, loadcurve.Decode(data, &c), loadcurve.ErrCodec)
}

// example is the chunk of docs/format/load-curve-chunk.md.
func example() loadcurve.Chunk {
	c := loadcurve.Series{Grid: loadcurve.Grid{Start: time.Date(2025, 9, 30, 22, 0, 0, 0, time.UTC), Step: quarter}}
	for _, watts := range []energy.MilliWh{412, 415, 380, 380, 1612} {
		c.Append(watts*250, loadcurve.Definitive)
	}
	c.Append(0, loadcurve.Missing)
	c.Append(0, loadcurve.Missing)
	c.Append(1500*250, loadcurve.Provisional)
	return c
}

// The dump in the document is what Encode writes: its lines of hexadecimal, joined,
// are the bytes.
func TestTheDocumentShowsTheRealBytes(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/format/load-curve-chunk.md")
	require.NoError(t, err)
	_, dump, found := bytes.Cut(page, []byte("```hexdump\n"))
	require.True(t, found)
	dump, _, _ = bytes.Cut(dump, []byte("```"))
	var shown []string
	for line := range strings.Lines(string(dump)) {
		shown = append(shown, strings.Fields(line[6:20])...)
	}
	require.Equal(t, fmt.Sprintf("% x", loadcurve.Encode(nil, example())), strings.Join(shown, " "))
}

// month is a quarter-hourly month of a household, in units of so many mWh.
func month(unit energy.MilliWh) loadcurve.Chunk { return monthOf(unit, 42) }

func monthOf(unit energy.MilliWh, seed uint64) loadcurve.Chunk {
	c := loadcurve.Series{Grid: loadcurve.Grid{Start: time.Date(2025, 9, 30, 22, 0, 0, 0, time.UTC), Step: quarter}}
	state := seed
	for i := range 2980 {
		state = state*6364136223846793005 + 1442695040888963407
		noise := energy.MilliWh(state>>33) % 120
		base := energy.MilliWh(180)
		if i%96 > 70 && i%96 < 90 {
			base = 900
		}
		if state>>60 == 3 {
			base += 1800
		}
		c.Append((base+noise)*unit, loadcurve.Definitive)
	}
	return c
}

// households are different households, so that no branch predictor learns the data by heart.
func households(n int) []loadcurve.Chunk {
	all := make([]loadcurve.Chunk, n)
	for i := range all {
		all[i] = monthOf(250, uint64(i)*7919+1)
	}
	return all
}

func FuzzDecode(f *testing.F) {
	f.Add(loadcurve.Encode(nil, example()))
	f.Add(loadcurve.Encode(nil, month(250)))
	f.Add([]byte{1, 0, 0x84, 7, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		var c, again loadcurve.Chunk
		if loadcurve.Decode(data, &c) != nil {
			return
		}
		require.NoError(t, c.Check())
		require.NoError(t, loadcurve.Decode(loadcurve.Encode(nil, c), &again))
		require.True(t, c.Equal(again))
	})
}

func BenchmarkEncode(b *testing.B) {
	all := households(100)
	var data []byte
	for b.Loop() {
		for _, c := range all {
			data = loadcurve.Encode(data[:0], c)
		}
	}
	report(b, all)
	b.ReportMetric(float64(len(data))/float64(all[0].N), "B/pt")
}

func BenchmarkDecode(b *testing.B) {
	all := households(100)
	data := make([][]byte, len(all))
	for i, c := range all {
		data[i] = loadcurve.Encode(nil, c)
	}
	var c loadcurve.Chunk
	for b.Loop() {
		for _, d := range data {
			_ = loadcurve.Decode(d, &c)
		}
	}
	report(b, all)
}

func BenchmarkAddTo(b *testing.B) {
	all, sum := households(100), month(250)
	for b.Loop() {
		clear(sum.Values)
		for _, c := range all {
			_ = loadcurve.AddTo(&sum, c)
		}
	}
	report(b, all)
}

func report(b *testing.B, all []loadcurve.Chunk) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(all)*all[0].N), "ns/pt")
}
