package meteringstore

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

func toDBNatures(natures []metering.Nature) []int16 {
	out := make([]int16, len(natures))
	for i, n := range natures {
		out[i] = int16(n)
	}
	return out
}

// seriesIDs finds the series of rows and makes those that are not there.
func (s *Curves) seriesIDs(ctx context.Context, operationID id.ID, rows []metering.SeriesMonth) (map[metering.SeriesKey]id.ID, error) {
	ids := make(map[metering.SeriesKey]id.ID, len(rows))
	for _, row := range rows {
		ids[row.SeriesKey] = ""
	}
	missing, err := s.findSeries(ctx, operationID, ids)
	if err != nil || len(missing) == 0 {
		return ids, err
	}
	made, err := s.makeSeries(ctx, operationID, missing, ids)
	if err != nil || made == len(missing) {
		return ids, err
	}
	// Another transaction made some of them meanwhile.
	if missing, err = s.findSeries(ctx, operationID, ids); err == nil && len(missing) > 0 {
		err = fault.Unexpected.With("series", missing[0].DsoID)
	}
	return ids, err
}

// findSeries fills in the ids of series that are there and lists the keys of the others.
func (s *Curves) findSeries(ctx context.Context, operationID id.ID, ids map[metering.SeriesKey]id.ID) (missing []metering.SeriesKey, err error) {
	err = s.eachSeries(ctx, operationID, maps.Keys(ids), func(seriesID id.ID, key metering.SeriesKey) {
		if _, ok := ids[key]; ok {
			ids[key] = seriesID
		}
	})
	for key, seriesID := range ids {
		if seriesID.IsZero() {
			missing = append(missing, key)
		}
	}
	slices.SortFunc(missing, func(a, b metering.SeriesKey) int { // whoever else makes them waits, and is not waited for
		return cmp.Or(cmp.Compare(a.DsoID, b.DsoID), cmp.Compare(a.Nature, b.Nature), cmp.Compare(a.Side, b.Side), cmp.Compare(a.Origin, b.Origin))
	})
	return missing, err
}

// keysByID are those of the given keys that are there, by id; nil = all of the operation.
func (s *Curves) keysByID(ctx context.Context, operationID id.ID, keys []metering.SeriesKey) (map[id.ID]metering.SeriesKey, error) {
	wanted := make(map[metering.SeriesKey]bool, len(keys))
	for _, key := range keys {
		wanted[key] = true
	}
	known := make(map[id.ID]metering.SeriesKey, len(keys))
	err := s.eachSeries(ctx, operationID, slices.Values(keys), func(seriesID id.ID, key metering.SeriesKey) {
		if keys == nil || wanted[key] {
			known[seriesID] = key
		}
	})
	return known, err
}

// fewSites are looked up one by one; for more, or for none, all series of the operation
// are read.
const fewSites = 100

// eachSeries visits the series of the sites of some keys, and perhaps others.
func (s *Curves) eachSeries(ctx context.Context, operationID id.ID, keys iter.Seq[metering.SeriesKey], visit func(id.ID, metering.SeriesKey)) error {
	seen := map[string]bool{}
	for key := range keys {
		seen[key.DsoID] = true
	}
	var dsoIDs []string // null = all
	if len(seen) > 0 && len(seen) <= fewSites {
		dsoIDs = slices.Collect(maps.Keys(seen))
	}
	found, err := s.db.Conn(ctx).Query(ctx, `select id, dso_id, nature, side, origin from series
		where operation_id = $1 and ($2::text[] is null or dso_id = any($2))`, operationID, dsoIDs)
	if err != nil {
		return err
	}
	defer found.Close()
	var key metering.SeriesKey
	var seriesID id.ID
	for found.Next() {
		if err := found.Scan(&seriesID, &key.DsoID, (*int16)(&key.Nature), (*int16)(&key.Side), (*int16)(&key.Origin)); err != nil {
			return err
		}
		visit(seriesID, key)
	}
	return found.Err()
}

// makeSeries stores new series and tells how many; ids has those of all when none was
// there.
func (s *Curves) makeSeries(ctx context.Context, operationID id.ID, keys []metering.SeriesKey, ids map[metering.SeriesKey]id.ID) (int, error) {
	var dsoIDs []string
	var natures, sides, origins []int16
	var fresh []id.ID
	for _, key := range keys {
		ids[key] = id.New()
		dsoIDs, fresh = append(dsoIDs, key.DsoID), append(fresh, ids[key])
		natures, sides, origins = append(natures, int16(key.Nature)), append(sides, int16(key.Side)), append(origins, int16(key.Origin))
	}
	tag, err := s.db.Conn(ctx).Exec(ctx, `insert into series (operation_id, id, dso_id, nature, side, origin)
		select $1, k.id, k.dso_id, k.nature, k.side, k.origin
		from unnest($2::uuid[], $3::text[], $4::smallint[], $5::smallint[], $6::smallint[]) as k (id, dso_id, nature, side, origin)
		on conflict on constraint series_key do nothing`, operationID, fresh, dsoIDs, natures, sides, origins)
	made := int(tag.RowsAffected())
	if err == nil && made < len(keys) {
		for _, key := range keys {
			ids[key] = ""
		}
	}
	return made, err
}
