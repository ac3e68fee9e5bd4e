package meteringstore

import (
	"encoding/binary"
	"encoding/hex"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

func readVector(blob []byte, n int) ([]energy.MilliWh, error) {
	plain, err := UnpackBlob(blob)
	if err != nil {
		return nil, err
	}
	values := make([]energy.MilliWh, n)
	return values, metering.ReadVector(plain, values)
}

// rostersNamedBy is completed by a question for names of rosters. Each comes once,
// however many vectors are about it.
const rostersNamedBy = "select hash, participants from operation_rosters where operation_id = $1 and hash in "

// readRosters reads the answer, by name.
func readRosters(results pgx.BatchResults) (map[string][]id.ID, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string][]id.ID{}
	for rows.Next() {
		raw := rows.RawValues()
		if out[string(raw[0])], err = readRoster(raw[1]); err != nil {
			return nil, err
		}
	}
	return out, rows.Err()
}

// readRoster reads a uuid[] as it is sent in binary: dimensions, whether there are
// nulls, type, length, lower bound; then length and bytes of each. All texts share one
// piece of memory: the driver would take four a participant.
func readRoster(data []byte) ([]id.ID, error) {
	const head, each, text = 20, 4 + 16, 36
	if len(data) == 12 { // no dimension
		return nil, nil
	}
	if len(data) < head || binary.BigEndian.Uint32(data) != 1 {
		return nil, metering.ErrRollup.With("reason", "roster")
	}
	n := int(binary.BigEndian.Uint32(data[12:]))
	if data = data[head:]; len(data) != n*each {
		return nil, metering.ErrRollup.With("reason", "roster")
	}
	all := make([]byte, 0, n*text)
	for ; len(data) > 0; data = data[each:] {
		if binary.BigEndian.Uint32(data) != 16 {
			return nil, metering.ErrRollup.With("reason", "roster")
		}
		u := data[4:each]
		for i, part := range [...][]byte{u[:4], u[4:6], u[6:8], u[8:10], u[10:]} {
			if i > 0 {
				all = append(all, '-')
			}
			all = hex.AppendEncode(all, part)
		}
	}
	texts, out := string(all), make([]id.ID, n)
	for i := range out {
		out[i] = id.ID(texts[i*text : (i+1)*text])
	}
	return out, nil
}
