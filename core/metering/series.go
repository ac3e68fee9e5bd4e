package metering

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// SeriesKey names a curve within an operation. A curve belongs to the number of the
// site, so that it stays in place when the occupant changes.
type SeriesKey struct {
	DsoID  string
	Nature Nature
	Side   Side
	Origin Origin
}

func (k SeriesKey) Compare(o SeriesKey) int {
	return cmp.Or(cmp.Compare(k.DsoID, o.DsoID), cmp.Compare(k.Nature, o.Nature),
		cmp.Compare(k.Side, o.Side), cmp.Compare(k.Origin, o.Origin))
}

// Hash names the content of a chunk: the first half of its SHA-256, before
// compression.
type Hash [16]byte

func hashOf(chunk []byte) Hash {
	sum := sha256.Sum256(chunk)
	return Hash(sum[:16])
}

// SeriesMonth is one curve over one civil month, as stored.
type SeriesMonth struct {
	SeriesKey
	Month       civil.Month
	Step        int32 // seconds
	N           int   // steps of the month
	Missing     int   // steps without a value
	Provisional int   // values that are not definitive by what the operator said
	Doubtful    int   // values the operator marks as doubtful
	Total       energy.MilliWh
	Days        Days // without peaks
	Hash        Hash
	Version     int
	// Derived is true for what pmo computed from the operator's other curves: the shares
	// of a FAKE operation, a producer's part of the shares. An import replaces it.
	Derived bool
	Chunk   []byte // loadcurve chunk, Plain; nil where it was not asked for
	// curve is what the chunk holds, where it is at hand: it is not decoded then.
	Curve *loadcurve.Series
}

// NewSeriesMonth sums and encodes a curve that lies on g.
func NewSeriesMonth(key SeriesKey, g MonthGrid, s loadcurve.Series) SeriesMonth {
	m := SeriesMonth{SeriesKey: key, Month: g.Month, Step: int32(g.Step.Seconds()), N: g.N,
		Missing: s.Quality.Count(loadcurve.Missing), Doubtful: s.Quality.Count(loadcurve.Suspect)}
	m.Provisional = g.N - m.Missing - s.Quality.Count(loadcurve.Definitive)
	m.Days = DaysOf(g, s, false)
	for _, d := range m.Days {
		m.Total += d.Sum
	}
	m.Chunk = Encode(s)
	m.Hash = hashOf(m.Chunk)
	m.Curve = &s
	return m
}

// longChunk holds the chunk of nearly any month of quarters while it is written: twice what it
// mostly is. What is longer moves to the heap.
const longChunk = 12 << 10

// Encode is the stored form of a curve, in memory of its own length.
func Encode(s loadcurve.Series) []byte {
	var chunk [longChunk]byte
	return slices.Clone(loadcurve.Encode(chunk[:0], s))
}

// Lower is the lower quality of two curves at each step.
func Lower(a, b loadcurve.Runs) loadcurve.Runs {
	var out loadcurve.Runs
	i, j, usedA, usedB := 0, 0, 0, 0
	for i < len(a) && j < len(b) {
		n := min(a[i].Count-usedA, b[j].Count-usedB)
		out = out.Add(min(a[i].Quality, b[j].Quality), n)
		if usedA += n; usedA == a[i].Count {
			i, usedA = i+1, 0
		}
		if usedB += n; usedB == b[j].Count {
			j, usedB = j+1, 0
		}
	}
	return out
}

func DecodeAt(chunk []byte, step int32) (loadcurve.Series, error) {
	var s, even loadcurve.Series
	if err := loadcurve.Decode(chunk, &s); err != nil || s.Step == Seconds(step) {
		return s, err
	}
	err := loadcurve.Resample(&even, s, Seconds(step))
	return even, err
}

// MissingIn counts the steps of some days without a value. Whole days need no look at
// the chunk.
func (m SeriesMonth) MissingIn(g MonthGrid, days civil.Range) int {
	from, to := int(days.From-m.Month.First()), int(days.To-m.Month.First())
	if from == 0 && to == len(m.Days) {
		return m.Missing
	}
	var s loadcurve.Series
	if m.Curve != nil {
		s = *m.Curve
	} else if loadcurve.Decode(m.Chunk, &s) != nil {
		return 0
	}
	return s.Quality.Window(nil, g.Starts[from], g.Starts[to]).Count(loadcurve.Missing)
}
