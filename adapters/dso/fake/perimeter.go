package fake

import (
	"bytes"
	"context"
	"encoding/csv"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// Perimeter is the fictitious operator's own, asked for by its operations: it lets in whoever has a
// first day, and lets go whoever asked to leave once the last day is past. Wrong data stays wrong.
type Perimeter struct{}

var _ perimeterfile.Source = Perimeter{}

// Perimeter is the standing sites with the operator's answers.
func (Perimeter) Perimeter(_ context.Context, _ operation.Operation, standing perimeterfile.Table, today civil.Date) ([]byte, error) {
	if len(standing.Rows) == 0 {
		return nil, nil
	}
	column := func(name string) int { return slices.Index(standing.Header, name) }
	status, action, entry, exit := column("statut"), column("action"), column("date_entree"), column("date_sortie")
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	out.Comma = ';'
	if err := out.Write(standing.Header); err != nil {
		return nil, err
	}
	for _, row := range standing.Rows {
		answered := slices.Clone(row)
		if row[status] == folder.Asked {
			switch last := row[exit]; {
			case row[action] == folder.ActionCreate && row[entry] != "":
				answered[status] = folder.InForce
			case row[action] == folder.ActionRemove && last != "" && last < today.String():
				answered[status] = folder.InForce
			}
		}
		if err := out.Write(answered); err != nil {
			return nil, err
		}
	}
	out.Flush()
	return text.Bytes(), out.Error()
}
