package postgres

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// vectorBlobs are the byte columns of a row, before the length of its vectors is known.
type vectorBlobs struct {
	first        []byte // name of the roster
	totals, days []byte
}

func (b vectorBlobs) read(n int, m civil.Month) (totals, days []energy.MilliWh, err error) {
	if totals, err = readVector(b.totals, n); err != nil || b.days == nil {
		return totals, nil, err
	}
	days, err = readVector(b.days, n*m.Days())
	return totals, days, err
}

func readVector(blob []byte, n int) ([]energy.MilliWh, error) {
	plain, err := unpackBlob(blob)
	if err != nil {
		return nil, err
	}
	values := make([]energy.MilliWh, n)
	return values, metering.ReadVector(plain, values)
}

// rosters reads those that rows name, each once.
func (s *Rollups) rosters(ctx context.Context, operationID id.ID, blobs []vectorBlobs) (map[string][]id.ID, error) {
	seen := map[string]bool{}
	var names [][]byte
	for _, b := range blobs {
		if !seen[string(b.first)] {
			seen[string(b.first)] = true
			names = append(names, b.first)
		}
	}
	out := make(map[string][]id.ID, len(names))
	if len(names) == 0 {
		return out, nil
	}
	rows, err := s.db.conn(ctx).Query(ctx, "select hash, participants from operation_rosters where operation_id = $1 and hash = any($2)", operationID, names)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name []byte
		var participants []id.ID
		if err := rows.Scan(&name, &participants); err != nil {
			return nil, err
		}
		out[string(name)] = participants
	}
	return out, rows.Err()
}
