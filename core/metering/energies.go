package metering

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Energies is what the sites of an operation drew and made in a month, on one grid, by
// the operator's figures.
type Energies struct {
	Month civil.Month
	loadcurve.Grid
	Starts               []int // step at which each civil day begins, and N
	Consumers, Producers []Site
	// Consumption and Production are [site][step], in the order of the sites (ascending
	// participant id), zero outside the days of a site and in gaps.
	Consumption, Production [][]energy.MilliWh
	// Quality is the lowest of all sites that take part, step by step; missing on the days
	// of those that have sent nothing.
	Quality loadcurve.Runs
	// Algorithm is the version of the arithmetic that the month was shared by, or would be.
	Algorithm int
	// Gaps are the sites whose curves lack steps of their days; Without those that take part
	// and have no curve at all in the month.
	Gaps, Without []Site
}

// Energies reads a month of an operation. It is for other contexts, after their own
// permission check. Error: operation.notFound.
func (s *Service) Energies(ctx context.Context, operationID id.ID, month civil.Month) (Energies, error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return Energies{}, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return Energies{}, err
	}
	rows, err := s.energyRows(ctx, operationID, month)
	if err != nil {
		return Energies{}, err
	}
	b := newMonthBuild(monthInput{op: op, month: month, sites: sites, curves: rows})
	out := Energies{Month: month, Grid: b.grid.Grid, Starts: b.grid.starts}
	if out.Algorithm, err = s.algorithmOf(ctx, op, month); err != nil {
		return Energies{}, err
	}
	users, supply, err := b.energies(sumKey{Conso, Consumer}, &out.Without)
	if err != nil {
		return Energies{}, err
	}
	makers, made, err := b.energies(sumKey{Prod, Producer}, &out.Without)
	if err != nil {
		return Energies{}, err
	}
	out.Consumers, out.Consumption = users.sites, users.columns
	out.Producers, out.Production = makers.sites, makers.columns
	out.Gaps = append(users.gaps, makers.gaps...)
	out.Quality = lower(supply, made)
	return out, nil
}

// energyRows reads the rows of a month that say what was drawn and made, with chunks.
func (s *Service) energyRows(ctx context.Context, operationID id.ID, month civil.Month) ([]SeriesMonth, error) {
	return s.monthRows(ctx, operationID, month, isEnergy)
}

func isEnergy(row SeriesMonth) bool {
	return row.Nature == Conso && row.Side == Consumer || row.Nature == Prod && row.Side == Producer
}

// monthRows reads those rows of a month that are wanted, with chunks.
func (s *Service) monthRows(ctx context.Context, operationID id.ID, month civil.Month, wanted func(SeriesMonth) bool) ([]SeriesMonth, error) {
	all, err := s.curves.Month(ctx, operationID, month)
	if err != nil {
		return nil, err
	}
	at := map[SeriesKey]int{}
	var rows []SeriesMonth
	var keys []SeriesKey
	for _, row := range all {
		if row.Origin == DSO && wanted(row) {
			at[row.SeriesKey] = len(rows)
			rows, keys = append(rows, row), append(keys, row.SeriesKey)
		}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	return rows, s.curves.Chunks(ctx, operationID, month, keys, func(key SeriesKey, chunk []byte) error {
		rows[at[key]].Chunk = append([]byte(nil), chunk...)
		return nil
	})
}

type energyColumns struct {
	sites   []Site
	gaps    []Site
	columns [][]energy.MilliWh
}

// energies decodes the curves of one kind and tells the quality of their sum.
func (b *monthBuild) energies(k sumKey, without *[]Site) (out energyColumns, quality loadcurve.Runs, err error) {
	columns, parts, sum, err := b.columns(k)
	if err != nil {
		return out, nil, err
	}
	out.columns = columns
	has := map[id.ID]bool{}
	for _, p := range parts {
		out.sites = append(out.sites, p.Site)
		has[p.ParticipantID] = true
		if p.gaps {
			out.gaps = append(out.gaps, p.Site)
		}
	}
	for _, p := range b.parts {
		if p.Side == k.side && !has[p.ParticipantID] {
			*without = append(*without, p.Site)
		}
	}
	if len(parts) == 0 {
		return out, loadcurve.Runs(nil).Add(loadcurve.Missing, b.grid.N), nil
	}
	return out, sum.series().Quality, nil
}
