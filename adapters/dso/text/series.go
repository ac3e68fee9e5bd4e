package text

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Series collects the values of one site and nature, in whatever order they come.
type Series struct {
	DsoID  string
	Nature metering.Nature
	Unit   string

	values  []energy.MilliWh // in the order of the lines
	base    loadcurve.Quality
	quality []loadcurve.Quality // nil while all have the quality base
	pieces  []piece
	unclear []unclear

	// of the last piece: where it goes on
	next    int64
	nextRow int32
}

// piece is values that follow each other in time, on lines at equal distances.
type piece struct {
	start  int64
	step   int32
	row    int32
	stride int32 // lines from one value to the next
	from   int32 // index of the first value
	to     int32
}

func (p piece) end() int64 { return p.start + int64(p.step)*int64(p.to-p.from) }

// unclear is a value whose time was on the wall twice; at is the first of the two.
type unclear struct {
	at, second int64
	step       int32
	value      energy.MilliWh
	quality    loadcurve.Quality
	row        int32
}

// add takes the value of the step that starts at an instant. aligned is false for one
// that is not on a multiple of the step; it is not taken then.
func (s *Series) add(at int64, step int32, v energy.MilliWh, q loadcurve.Quality, row int32) (aligned bool) {
	if !s.awaits(at, step, row) {
		if at%int64(step) != 0 {
			return false
		}
		s.begin(at, step, row)
	}
	last := &s.pieces[len(s.pieces)-1]
	last.to++
	s.next, s.nextRow = at+int64(step), row+last.stride
	s.values = append(s.values, v)
	if q != s.base || s.quality != nil {
		s.mark(q)
	}
	return true
}

// awaits reports whether the last piece goes on with the step and the line given.
func (s *Series) awaits(at int64, step, row int32) bool {
	n := len(s.pieces)
	return n > 0 && at == s.next && row == s.nextRow && step == s.pieces[n-1].step
}

// grow takes n values that lie behind those it has, and go on from the last piece.
func (s *Series) grow(n int, q loadcurve.Quality) {
	last := &s.pieces[len(s.pieces)-1]
	last.to += int32(n)
	s.next += int64(n) * int64(last.step)
	s.nextRow += int32(n) * last.stride
	if q == s.base && s.quality == nil {
		s.values = s.values[:len(s.values)+n]
		return
	}
	for range n {
		s.values = s.values[:len(s.values)+1]
		s.mark(q)
	}
}

// begin opens a piece, or lets the last one go on with a distance of lines that its
// second value tells.
func (s *Series) begin(at int64, step int32, row int32) {
	if n := len(s.pieces); n > 0 {
		last := &s.pieces[n-1]
		if at == s.next && step == last.step && last.to-last.from == 1 {
			last.stride = row - last.row
			return
		}
	}
	at32 := int32(len(s.values))
	s.pieces = append(s.pieces, piece{start: at, step: step, row: row, stride: 1, from: at32, to: at32})
}

func (s *Series) mark(q loadcurve.Quality) {
	if len(s.values) == 1 {
		s.base = q
		return
	}
	if s.quality == nil {
		s.quality = make([]loadcurve.Quality, len(s.values)-1, cap(s.values))
		for i := range s.quality {
			s.quality[i] = s.base
		}
	}
	s.quality = append(s.quality, q)
}

func (s *Series) qualityAt(i int32) loadcurve.Quality {
	if s.quality == nil {
		return s.base
	}
	return s.quality[i]
}

// settle finds out which of the two instants each unclear time is, once all lines are
// read. In a file in the order of time the earlier one that is later than the time
// before (domain 2.3); two equal times in succession are one of each; else what is
// still free.
func (s *Series) settle() (misaligned []unclear) {
	list := s.unclear
	if len(list) == 0 {
		return nil
	}
	if n := len(s.pieces); n > 1 && s.pieces[0].start > s.pieces[n-1].start && s.pieces[0].to-s.pieces[0].from == 1 {
		slices.Reverse(list) // newest first
	}
	paired := false
	for i := range list[1:] {
		paired = paired || list[i].at == list[i+1].at
	}
	taken := map[int64]bool{}
	cursor := int64(-1 << 62)
	for _, u := range list {
		at := u.at
		switch {
		case !paired && u.at > cursor:
		case !paired && u.second > cursor:
			at = u.second
		case taken[u.at]:
			at = u.second
		}
		taken[at] = true
		cursor = at
		if !s.add(at-int64(u.step), u.step, u.value, u.quality, u.row) {
			misaligned = append(misaligned, u)
		}
	}
	s.unclear = nil
	return misaligned
}

// sortPieces puts pieces in the order of time; ok is false when two overlap.
func (s *Series) sortPieces() (ok bool) {
	if !slices.IsSortedFunc(s.pieces, byStart) {
		slices.SortFunc(s.pieces, byStart)
	}
	for i := 1; i < len(s.pieces); i++ {
		if s.pieces[i].start < s.pieces[i-1].end() {
			return false
		}
	}
	return true
}

func byStart(a, b piece) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.row, b.row)) }
