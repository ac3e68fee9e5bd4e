package rollup

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/pairing"
)

// Rollup is everything that is summed of one operation month. Only curves of origin
// DSO are in it.
type Rollup struct {
	Month         civil.Month
	Sums          []SumMonth
	Distributions []DistributionMonth
	Pairs         *PairMonth // nil with fewer than two producers
	LatestDay     *civil.Date
	Findings      []metering.Finding // where the operator's curves do not fit together
}

// SumMonth is the summed curve of one nature and side. A step is a gap where one of
// the curves has one while its site takes part.
type SumMonth struct {
	Month  civil.Month
	Nature metering.Nature
	Side   metering.Side
	Step   int32 // seconds
	N      int
	Total  energy.MilliWh
	Days   metering.Days // with peaks
	Chunk  []byte
}

// DistributionMonth is what each participant of a side had.
type DistributionMonth struct {
	Month        civil.Month
	Nature       metering.Nature
	Side         metering.Side
	Participants []id.ID          // ascending
	Totals       []energy.MilliWh // Absent = no curve
	Days         []energy.MilliWh // [participant × days of the month]
}

// PairMonth is what each consumer had from each producer: A_c split in proportion to
// what each producer gave at every step, rows exact (domain 6.6). With one producer the shared energy of
// a consumer is its pair, and none is kept. A consumer without id stands for all of them
// together. On the days of Apart the key itself said who had what from whom.
type PairMonth struct {
	Month     civil.Month
	Producers []id.ID          // ascending
	Consumers []id.ID          // "" first, then ascending
	Totals    []energy.MilliWh // [consumer × producers]
	Days      []energy.MilliWh // of all together: [producer × days]; nil when not read
	Apart     metering.DayMask
	Algorithm int // version of the arithmetic that made it (share.Version)
}

// add appends a participant, its days and their sum.
func (d *DistributionMonth) add(days metering.Days, p pairing.Part) {
	d.Participants = append(d.Participants, p.ParticipantID)
	total, any := energy.MilliWh(0), false
	for i, day := range days {
		if i < p.FirstDay || i >= p.EndDay || !day.State.Has(metering.HasData) {
			d.Days = append(d.Days, metering.Absent)
			continue
		}
		any = true
		total += day.Sum
		d.Days = append(d.Days, day.Sum)
	}
	if !any {
		total = metering.Absent
	}
	d.Totals = append(d.Totals, total)
}

func newPairMonth(m civil.Month, makers []pairing.Part, consumers int) *PairMonth {
	pairs := &PairMonth{Month: m, Consumers: append(make([]id.ID, 0, 1+consumers), ""), Totals: make([]energy.MilliWh, len(makers), len(makers)*(1+consumers)),
		Days: make([]energy.MilliWh, len(makers)*m.Days())}
	for _, p := range makers {
		pairs.Producers = append(pairs.Producers, p.ParticipantID)
	}
	return pairs
}

// addAbsent appends a participant without a curve.
func (d *DistributionMonth) addAbsent(p pairing.Part, days int) {
	d.Participants, d.Totals = append(d.Participants, p.ParticipantID), append(d.Totals, metering.Absent)
	for range days {
		d.Days = append(d.Days, metering.Absent)
	}
}

// ofAll is what all had on one day of the month; known is false where nobody has a value.
func (d *DistributionMonth) ofAll(day int) (sum energy.MilliWh, known bool) {
	for i := day; i < len(d.Days); i += d.Month.Days() {
		if v := d.Days[i]; v != metering.Absent {
			sum, known = sum+v, true
		}
	}
	return sum, known
}

// add appends what a consumer had by producer and day.
func (m *PairMonth) add(consumerID id.ID, days []energy.MilliWh) {
	m.Consumers = append(m.Consumers, consumerID)
	count := m.Month.Days()
	for p := range m.Producers {
		var total energy.MilliWh
		for d, v := range days[p*count : (p+1)*count] {
			total += v
			m.Days[p*count+d] += v
		}
		m.Totals[p] += total
		m.Totals = append(m.Totals, total)
	}
}

// cut leaves the days of r. shared has the curves of what sites received, by number.
func (m *PairMonth) cut(r civil.Range, split MonthSplit, sites []metering.Site, shared map[string][]byte) error {
	count, width := m.Month.Days(), len(m.Producers)
	in := r.Intersect(m.Month.Range())
	first, end := int(in.From-m.Month.First()), int(in.To-m.Month.First())
	for p := range m.Producers {
		m.Totals[p] = 0
		for _, v := range m.Days[p*count+first : p*count+end] {
			m.Totals[p] += v
		}
	}
	days, rest := fewer(m.Month, r)
	var memory Scratch
	sums := make([]energy.MilliWh, width)
	at := 0 // of the next site; both are ascending by participant
	for c, consumer := range m.Consumers[1:] {
		for at < len(sites) && sites[at].ParticipantID < consumer {
			at++
		}
		if at == len(sites) || sites[at].ParticipantID != consumer || shared[sites[at].DsoID] == nil {
			return metering.ErrRollup.With("reason", "pairs")
		}
		clear(sums)
		if from, to := split.Grid.Steps(sites[at].Period.Intersect(days)); from < to {
			curve, err := memory.Decode(metering.SeriesMonth{Chunk: shared[sites[at].DsoID]}, split.Grid.Step)
			if err != nil {
				return err
			}
			split.apart.Steps(split.Grid, func(_, i, j int) { clear(curve.Values[i:j]) })
			split.splitter.Totals(sums, curve.Values[from:to], from-split.from)
		}
		split.apart.Add(sums, consumer)
		row := m.Totals[(c+1)*width : (c+2)*width]
		for p, v := range sums {
			if rest {
				row[p] -= v
				continue
			}
			row[p] = v
		}
	}
	return nil
}

// take appends what a participant has by day, if it has any.
func (d *DistributionMonth) take(p pairing.Part, days []energy.MilliWh) {
	if days == nil {
		return
	}
	d.Participants = append(d.Participants, p.ParticipantID)
	var total energy.MilliWh
	for _, v := range days {
		total += v
		if v == 0 {
			v = metering.Absent
		}
		d.Days = append(d.Days, v)
	}
	d.Totals = append(d.Totals, total)
}
