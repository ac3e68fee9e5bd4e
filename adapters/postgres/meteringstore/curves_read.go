package meteringstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Series and their months are read by two questions in one round trip, and joined here.
// Joined by the database they are read in the square of the number of sites whenever its
// statistics do not know the operation yet: it takes a new one for empty.

const seriesMonthColumns = "series_id, month, step_s, n, missing, provisional, doubtful, total, days, hash, version, derived"

const seriesOfSites = " from series where operation_id = $1 and dso_id = any($2) and nature = any($3)"

// Month reads the rows of one operation month without chunks.
func (s *Curves) Month(ctx context.Context, operationID id.ID, month civil.Month) ([]metering.SeriesMonth, error) {
	batch := &pgx.Batch{}
	batch.Queue("select id, dso_id, nature, side, origin from series where operation_id = $1", operationID)
	batch.Queue("select "+seriesMonthColumns+" from series_months where operation_id = $1 and month = $2 and superseded_at is null", operationID, postgres.ToMonth(month))
	return s.collect(ctx, batch, false)
}

// OfSites reads the rows of some sites, by month and key.
func (s *Curves) OfSites(ctx context.Context, operationID id.ID, dsoIDs []string, natures []metering.Nature, months []civil.Month, chunks bool) ([]metering.SeriesMonth, error) {
	columns := seriesMonthColumns
	if chunks {
		columns += ", chunk"
	}
	sites, kinds := dsoIDs, toDBNatures(natures)
	batch := &pgx.Batch{}
	batch.Queue("select id, dso_id, nature, side, origin"+seriesOfSites, operationID, sites, kinds)
	batch.Queue("select "+columns+" from series_months where operation_id = $1 and month = any($4) and superseded_at is null and series_id = any(array(select id"+seriesOfSites+"))",
		operationID, sites, kinds, postgres.ToMonths(months))
	return s.collect(ctx, batch, chunks)
}

// collect reads the answers to both questions, and puts the rows in order.
func (s *Curves) collect(ctx context.Context, batch *pgx.Batch, chunks bool) ([]metering.SeriesMonth, error) {
	results := s.db.Conn(ctx).SendBatch(ctx, batch)
	defer func() { _ = results.Close() }()
	keys, err := readSeriesKeys(results)
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	out, err := collectSeriesMonths(rows, keys, chunks)
	slices.SortFunc(out, func(a, b metering.SeriesMonth) int {
		return cmp.Or(cmp.Compare(a.Month, b.Month), cmp.Compare(a.DsoID, b.DsoID), cmp.Compare(a.Nature, b.Nature),
			cmp.Compare(a.Side, b.Side), cmp.Compare(a.Origin, b.Origin))
	})
	return out, err
}

// readSeriesKeys reads what series are, by id.
func readSeriesKeys(results pgx.BatchResults) (map[[16]byte]metering.SeriesKey, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	keys := map[[16]byte]metering.SeriesKey{}
	var seriesID pgtype.UUID
	var key metering.SeriesKey
	for rows.Next() {
		if err := rows.Scan(&seriesID, &key.DsoID, (*int16)(&key.Nature), (*int16)(&key.Side), (*int16)(&key.Origin)); err != nil {
			return nil, err
		}
		keys[seriesID.Bytes] = key
	}
	return keys, rows.Err()
}

func collectSeriesMonths(rows pgx.Rows, keys map[[16]byte]metering.SeriesKey, chunks bool) ([]metering.SeriesMonth, error) {
	defer rows.Close()
	var out []metering.SeriesMonth
	var seriesID pgtype.UUID
	var month pgtype.Date
	var days, hash, chunk pgtype.DriverBytes
	var m metering.SeriesMonth
	targets := []any{&seriesID, &month, &m.Step, &m.N, &m.Missing, &m.Provisional, &m.Doubtful, (*int64)(&m.Total), &days, &hash, &m.Version, &m.Derived}
	if chunks {
		targets = append(targets, &chunk)
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		key, ok := keys[seriesID.Bytes]
		if !ok {
			continue // made between the two questions
		}
		m.SeriesKey, m.Month, m.Chunk = key, postgres.FromMonth(month), nil
		copy(m.Hash[:], hash)
		var err error
		if m.Days, err = metering.ReadDays(days); err != nil {
			return nil, err
		}
		if chunks {
			plain, err := unpackChunk(chunk, nil)
			if err != nil {
				return nil, err
			}
			m.Chunk = slices.Clone(plain)
		}
		if out == nil {
			out = make([]metering.SeriesMonth, 0, len(keys)) // of one month, mostly
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

// Chunks reads chunks of a month.
func (s *Curves) Chunks(ctx context.Context, operationID id.ID, month civil.Month, keys []metering.SeriesKey, each func(metering.SeriesKey, []byte) error) error {
	known, err := s.keysByID(ctx, operationID, keys)
	if err != nil {
		return err
	}
	seriesIDs := make([]id.ID, 0, len(known))
	for seriesID := range known {
		seriesIDs = append(seriesIDs, seriesID)
	}
	rows, err := s.db.Conn(ctx).Query(ctx, "select series_id, chunk from series_months where operation_id = $1 and month = $2 and superseded_at is null and series_id = any($3)",
		operationID, postgres.ToMonth(month), seriesIDs)
	if err != nil {
		return err
	}
	defer rows.Close()
	var seriesID id.ID
	var chunk pgtype.DriverBytes
	var scratch []byte
	for rows.Next() {
		if err := rows.Scan(&seriesID, &chunk); err != nil {
			return err
		}
		plain, err := unpackChunk(chunk, scratch)
		if err != nil {
			return err
		}
		if len(plain) > 0 && len(chunk) > 0 && &plain[0] != &chunk[0] {
			scratch = plain
		}
		if err := each(known[seriesID], plain); err != nil {
			return err
		}
	}
	return rows.Err()
}
