package analysis

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// Matrix is producers by consumers over some days: the operator's figures and ours.
// Ours are summed over the days on which every curve is there.
type Matrix struct {
	Days                 civil.Range
	Consumers, Producers []MatrixEnd
	Cells                []MatrixCell
	ExpectedDays         int // days that ours cover
	ExpectedFrom         civil.Date
	ExpectedTo           civil.Date // last
}

// MatrixEnd is a site; Expected is what we give a consumer, or leave a producer as
// surplus.
type MatrixEnd struct {
	replay.FlowEnd
	Expected *energy.MilliWh
}

// MatrixCell is one consumer's energy of one producer; nil = unknown.
type MatrixCell struct {
	ProducerID, ConsumerID id.ID
	Shared, Expected       *energy.MilliWh
}

type pair struct{ producer, consumer id.ID }

// matrixSum adds up our own cells beside those of the operator.
type matrixSum struct {
	Matrix
	cells   map[pair]*MatrixCell
	got     map[id.ID]energy.MilliWh  // consumers
	surplus map[id.ID]energy.MilliWh  // producers
	sites   map[id.ID]allocation.Site // of our own cells
}

func newMatrixSum(days civil.Range, flows replay.Flows) *matrixSum {
	m := &matrixSum{Matrix: Matrix{Days: days}, cells: map[pair]*MatrixCell{}, got: map[id.ID]energy.MilliWh{},
		surplus: map[id.ID]energy.MilliWh{}, sites: map[id.ID]allocation.Site{}}
	for _, end := range flows.Consumers {
		m.Consumers = append(m.Consumers, MatrixEnd{FlowEnd: end})
	}
	for _, end := range flows.Producers {
		m.Producers = append(m.Producers, MatrixEnd{FlowEnd: end})
	}
	for _, f := range flows.Cells {
		shared := f.Shared
		m.cell(f.ProducerID, f.ConsumerID).Shared = &shared
	}
	return m
}

func (m *matrixSum) cell(producer, consumer id.ID) *MatrixCell {
	at := pair{producer, consumer}
	if m.cells[at] == nil {
		m.cells[at] = &MatrixCell{ProducerID: producer, ConsumerID: consumer}
	}
	return m.cells[at]
}

// add shares the whole days of a month.
func (m *matrixSum) add(e allocation.MonthEnergies, spans []allocation.Span) error {
	sums := map[pair]energy.MilliWh{}
	for _, run := range wholeDays(e, e.Month.Range().Intersect(m.Days)) {
		if m.ExpectedDays += run.Days(); m.ExpectedFrom == 0 {
			m.ExpectedFrom = run.From
		}
		m.ExpectedTo = run.Last()
		err := replay.EachDay(e, spans, run, func(from, to int, pairs [][][]energy.MilliWh) {
			for p, columns := range pairs {
				left := energy.MilliWh(0)
				for _, v := range e.Production[p][from:to] {
					left += v
				}
				for c, column := range columns {
					var sum energy.MilliWh
					for _, v := range column {
						sum += v
					}
					sums[pair{e.Producers[p].ID, e.Consumers[c].ID}] += sum
					m.got[e.Consumers[c].ID] += sum
					left -= sum
				}
				m.surplus[e.Producers[p].ID] += left
			}
		})
		if err != nil {
			return err
		}
	}
	for at, sum := range sums {
		cell := m.cell(at.producer, at.consumer)
		if cell.Expected == nil {
			cell.Expected = new(energy.MilliWh)
		}
		*cell.Expected += sum
	}
	return nil
}

func (m *matrixSum) result() Matrix {
	fill := func(ends []MatrixEnd, sums map[id.ID]energy.MilliWh) {
		for i := range ends {
			if sum, ok := sums[ends[i].ID]; ok {
				ends[i].Expected = &sum
			}
		}
	}
	fill(m.Consumers, m.got)
	fill(m.Producers, m.surplus)
	for _, cell := range m.cells {
		m.Cells = append(m.Cells, *cell)
	}
	slices.SortFunc(m.Cells, func(a, b MatrixCell) int {
		return cmp.Or(cmp.Compare(a.ProducerID, b.ProducerID), cmp.Compare(a.ConsumerID, b.ConsumerID))
	})
	return m.Matrix
}
