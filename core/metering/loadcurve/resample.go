package loadcurve

import (
	"time"

	"github.com/openpmo/pmo/core/energy"
)

// Resample writes src at another step into dst, whose memory it reuses; dst must not
// be src. A coarser step holds the sum of its parts, and is a gap when one of them
// is or lies outside src; its quality is the lowest. A finer step holds an even part,
// to the unit, so that every original step keeps its energy. Steps that do not divide
// each other (10 and 15 minutes) go through their common part. Nothing is ever
// interpolated (domain 2.1).
// Errors: curve.step, curve.gridMismatch, energy.overflow.
func Resample(dst *Series, src Series, step time.Duration) error {
	if err := src.Check(); err != nil {
		return err
	}
	if err := (Grid{Start: time.Unix(0, 0).UTC(), Step: step}).Check(); err != nil {
		return err
	}
	switch {
	case step%src.Step == 0:
		return coarsen(dst, src, step)
	case src.Step%step == 0:
		refine(dst, src, step)
		return nil
	}
	common := step
	for rest := src.Step; rest > 0; {
		common, rest = rest, common%rest
	}
	var fine Series
	refine(&fine, src, common)
	return coarsen(dst, fine, step)
}

func coarsen(dst *Series, src Series, step time.Duration) error {
	// Offsets of both zones are whole hours: multiples of a step in UTC are those on
	// the wall.
	past := (src.Start.Unix()%seconds(step) + seconds(step)) % seconds(step)
	start := src.Start.Add(-time.Duration(past) * time.Second)
	end := src.End()
	n := int((end.Sub(start) + step - 1) / step)
	if src.N == 0 {
		n = 0
	}
	dst.reset(Grid{Start: start, Step: step})
	per := int(step / src.Step)
	lead := int(src.Start.Sub(start) / src.Step)
	run, left := 0, 0
	if len(src.Quality) > 0 {
		left = src.Quality[0].Count
	}
	for i := range n {
		from, to := i*per-lead, (i+1)*per-lead
		quality, sum := Definitive, energy.MilliWh(0)
		if from < 0 || to > src.N {
			quality = Missing
		}
		for j := max(from, 0); j < min(to, src.N); j++ {
			if left == 0 {
				run++
				left = src.Quality[run].Count
			}
			left--
			quality = min(quality, src.Quality[run].Quality)
			var err error
			if sum, err = energy.Add(sum, src.Values[j]); err != nil {
				return err
			}
		}
		dst.Append(sum, quality)
	}
	return nil
}

func refine(dst *Series, src Series, step time.Duration) {
	per := energy.MilliWh(src.Step / step)
	dst.reset(Grid{Start: src.Start, Step: step, N: src.N * int(per)})
	for _, v := range src.Values {
		whole, rest := v/per, v%per
		for j := range per {
			dst.Values = append(dst.Values, whole+rest*(j+1)/per-rest*j/per)
		}
	}
	for _, run := range src.Quality {
		dst.Quality = dst.Quality.Add(run.Quality, run.Count*int(per))
	}
}
