package importstore

import (
	"encoding/json"
	"strconv"

	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

// The lines of an import, one a curve, are nearly all of its result. They are written without
// looking at their type, and compressed part by part: the whole text never stands in memory.

// partBytes of text are compressed together; then the next part begins. The coder takes so
// many as one block, and needs no memory for what came before.
const partBytes = 64 << 10

// packResult is the result as it is stored: its lines, then rest, a JSON object that holds all
// else.
func packResult(sites []intake.ImportSite, rest []byte) ([]byte, error) {
	const longest = 1 << 10 // of nearly any line: the memory grows for one that is longer
	part := append(make([]byte, 0, min(partBytes, len(sites)*longest+len(rest))+longest), `{"sites":[`...)
	var packed []byte
	var err error
	for i := range sites {
		if i > 0 {
			part = append(part, ',')
		}
		if part, err = appendSite(part, &sites[i]); err != nil {
			return nil, err
		}
		if len(part) >= partBytes {
			packed = meteringstore.PackPart(packed, part)
			part = part[:0]
		}
	}
	part = append(append(part, "],"...), rest[1:]...)
	if packed == nil {
		return meteringstore.PackBlob(part), nil
	}
	return meteringstore.PackPart(packed, part), nil
}

// appendSite writes a storedSite as encoding/json does.
func appendSite(to []byte, s *intake.ImportSite) (out []byte, err error) {
	text := func(name, value string) {
		to = appendText(append(to, name...), value)
	}
	number := func(name string, value int64) {
		to = strconv.AppendInt(append(to, name...), value, 10)
	}
	text(`{"participantId":`, string(s.ParticipantID))
	text(`,"name":`, s.Name)
	text(`,"dsoId":`, s.DsoID)
	number(`,"nature":`, int64(s.Nature))
	text(`,"month":`, s.Month.String())
	number(`,"step":`, int64(s.Step))
	text(`,"unit":`, s.Unit)
	text(`,"labels":`, string(s.Labels))
	number(`,"points":`, int64(s.Points))
	number(`,"missing":`, int64(s.Missing))
	number(`,"doubtful":`, int64(s.Doubtful))
	number(`,"total":`, int64(s.Total))
	if s.Previous != nil {
		number(`,"previous":`, int64(*s.Previous))
	}
	if s.Ratio != nil {
		if to, err = appendRatio(append(to, `,"ratio":`...), *s.Ratio); err != nil {
			return to, err
		}
	}
	if s.Factor != "" {
		text(`,"factor":`, s.Factor)
	}
	number(`,"changedDays":`, int64(s.ChangedDays))
	to = strconv.AppendBool(append(to, `,"definitive":`...), s.Definitive)
	return append(to, '}'), nil
}

// appendText writes a string. What needs more than quotes around it is left to the library.
func appendText(to []byte, value string) []byte {
	for i := range len(value) {
		if c := value[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, _ := json.Marshal(value) // a string is always written
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), value...), '"')
}

// appendRatio writes a number. Very small and very large ones are left to the library, and so are
// those that are none, which it refuses.
func appendRatio(to []byte, value float64) ([]byte, error) {
	if value >= 1e-6 && value < 1e21 {
		return strconv.AppendFloat(to, value, 'f', -1, 64), nil
	}
	text, err := json.Marshal(value)
	return append(to, text...), err
}
