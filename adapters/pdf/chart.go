package pdf

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

const (
	barsHeight = 26.0
	barsTop    = 10.0
	axisWidth  = 13.0
	// mostDays is how many days a bar each is still readable.
	mostDays = 100
)

// bar is the energy of one day or month; known is false where the document says
// nothing, which is not the same as nothing shared.
type bar struct {
	from   civil.Date
	energy energy.MilliWh
	known  bool
}

func (s *sheet) chartHeight() float64 {
	if len(s.d.Days) == 0 || s.creditNote() {
		return 0
	}
	return barsTop + barsHeight + 8
}

// bars are the days of the period, or its months when the days are too many.
func (s *sheet) bars() (bars []bar, monthly bool) {
	first, last := s.d.First, s.d.Last
	if first > last || s.d.Days[0].Day < first {
		first, last = s.d.Days[0].Day, s.d.Days[len(s.d.Days)-1].Day
	}
	if int(last-first) < mostDays {
		bars = make([]bar, last-first+1)
		for i := range bars {
			bars[i].from = first.AddDays(i)
		}
	} else {
		monthly = true
		for m := civil.MonthOf(first); m <= civil.MonthOf(last); m++ {
			bars = append(bars, bar{from: m.First()})
		}
	}
	for _, day := range s.d.Days {
		i := int(day.Day - first)
		if monthly {
			i = int(civil.MonthOf(day.Day) - civil.MonthOf(first))
		}
		if i >= 0 && i < len(bars) {
			bars[i].energy += day.Energy
			bars[i].known = true
		}
	}
	return bars, monthly
}

// chart draws the shared energy of each day.
func (s *sheet) chart(x, top float64) {
	if s.chartHeight() == 0 {
		return
	}
	bars, monthly := s.bars()
	key := "chart.daily"
	if monthly {
		key = "chart.monthly"
	}
	s.text(s.heading, x, top+3.7, s.say(key))
	most := energy.MilliWh(0)
	for _, b := range bars {
		most = max(most, b.energy)
	}
	step := axisStep(most)
	steps := max(1, int((most+step-1)/step))
	base, x0 := top+barsTop+barsHeight, x+axisWidth
	width := halfWidth - axisWidth
	for i := 0; i <= steps; i++ {
		y := base - barsHeight*float64(i)/float64(steps)
		s.line(x0, y, x0+width, 0.12, rule)
		s.right(small.sized(6.5), x0-1.5, y-1.2, decimal(int64(step)*int64(i), 6, 0))
	}
	s.columns(bars, x0, base, width, float64(step)*float64(steps))
	s.axis(bars, monthly, x0, base, width)
}

func (s *sheet) columns(bars []bar, x0, base, width, full float64) {
	slot := width / float64(len(bars))
	for i, b := range bars {
		x, w := x0+slot*(float64(i)+0.14), slot*0.72
		switch {
		case !b.known:
			s.fill(x, base-barsHeight, w, barsHeight, tint)
		case b.energy > 0:
			h := max(0.15, barsHeight*float64(b.energy)/full)
			s.fill(x, base-h, w, h, shared)
		}
	}
	s.line(x0, base, x0+width, 0.25, quiet)
}

// axis names some days or months below the bars, as many as stand apart.
func (s *sheet) axis(bars []bar, monthly bool, x0, base, width float64) {
	st, slot := small.sized(6.5), width/float64(len(bars))
	every := 1
	for slot*float64(every) < 9.5 {
		every++
	}
	for i := 0; i < len(bars); i += every {
		text := numeric(bars[i].from)[:5]
		if monthly {
			text = numeric(bars[i].from)[3:]
		}
		middle := x0 + slot*(float64(i)+0.5)
		s.middle(st, min(middle, x0+width-s.width(st, text)/2), base+1.2, text)
	}
}

// axisStep is 1, 2 or 5 times a power of ten, so that at most four steps hold most.
func axisStep(most energy.MilliWh) energy.MilliWh {
	if most <= 0 {
		return energy.KilowattHour
	}
	for size := energy.MilliWh(1); ; size *= 10 {
		for _, by := range []energy.MilliWh{1, 2, 5} {
			if step := size * by; step >= (most+3)/4 {
				return step
			}
		}
	}
}
