package perimeterfile

import (
	"strconv"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/perimeter"
	"github.com/openpmo/pmo/core/party"
)

// changesOf are the fields of a perimeter file that differ.
func changesOf(m perimeter.Movement) []Change {
	a, b := m.Before, m.After
	var out []Change
	for _, f := range []Change{
		{"name", a.Name, b.Name}, {"padt", a.PADT, b.PADT}, {"address", a.Address, b.Address},
		{"postCode", a.PostCode, b.PostCode}, {"city", a.City, b.City}, {"segment", string(a.Segment), string(b.Segment)},
		{"entry", written(a.Entry()), written(b.Entry())}, {"exit", written(a.Exit()), written(b.Exit())},
		{"dsoStatus", a.DsoStatus, b.DsoStatus}, {"dsoAction", a.DsoAction, b.DsoAction},
		{"latitude", degreesOf(a.Position, north), degreesOf(b.Position, north)},
		{"longitude", degreesOf(a.Position, east), degreesOf(b.Position, east)},
		{"entryDateKnown", strconv.FormatBool(a.EntryDateKnown), strconv.FormatBool(b.EntryDateKnown)},
	} {
		if f.Before != f.After {
			out = append(out, f)
		}
	}
	return out
}

// RowOutcome is what becomes of a row of a perimeter file.
type RowOutcome string

// The outcomes.
const (
	RowCreated   RowOutcome = "CREATED"
	RowUpdated   RowOutcome = "UPDATED"
	RowUnchanged RowOutcome = "UNCHANGED"
	RowRejected  RowOutcome = "REJECTED"
)

// ImportRow is what a row of a perimeter file does, or would do.
type ImportRow struct {
	Row     int
	Outcome RowOutcome
	DsoID   string // as in the file
	Name    string
	Changes []Change // of an updated site
}

// Change is a field of a site, by the contract's name, whose value another one replaces,
// both as people write them; "" = none.
type Change struct{ Field, Before, After string }

// ImportReport says what an import did, or would do.
type ImportReport struct {
	Created, Updated, Unchanged, Rejected int
	DryRun                                bool
	Rows                                  []ImportRow    // in the order of the file
	Errors                                []*fault.Error // of a check: why rows are rejected, with row and column
	Warnings                              []*fault.Error // with row and column
	Touched                               participant.Touched
}

// count adds up what becomes of the rows.
func (r *ImportReport) count(p plan) {
	r.Rows, r.Errors = p.rows, p.wrong.Items
	for _, row := range p.rows {
		switch row.Outcome {
		case RowCreated:
			r.Created++
		case RowUpdated:
			r.Updated++
		case RowUnchanged:
			r.Unchanged++
		case RowRejected:
			r.Rejected++
		}
	}
}

func written(d *civil.Date) string {
	if d == nil {
		return ""
	}
	return d.String()
}

func north(p party.Position) float64 { return p.Latitude }

func east(p party.Position) float64 { return p.Longitude }

func degreesOf(p *party.Position, axis func(party.Position) float64) string {
	if p == nil {
		return ""
	}
	return strconv.FormatFloat(axis(*p), 'f', -1, 64)
}
