package perimeterfile

import (
	"strconv"
	"strings"

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
		{"entityType", string(a.EntityType), string(b.EntityType)}, {"productionTypeId", number(int64(a.ProductionType)), number(int64(b.ProductionType))},
		{"contractPower", kilowatts(a.ContractPower), kilowatts(b.ContractPower)}, {"isProsumer", strconv.FormatBool(a.IsProsumer), strconv.FormatBool(b.IsProsumer)},
		{"departmentCode", a.DepartmentCode, b.DepartmentCode}, {"inseeCode", a.INSEECode, b.INSEECode}, {"identity", a.Identity, b.Identity},
		{"email", a.Email, b.Email}, {"phone", a.Phone, b.Phone}, {"siret", a.SIRET, b.SIRET}, {"treasury", a.Treasury, b.Treasury},
		{"externalId", a.ExternalID, b.ExternalID}, {"tags", strings.Join(a.Tags, ", "), strings.Join(b.Tags, ", ")},
		{"latitude", degreesOf(a.Position, north), degreesOf(b.Position, north)},
		{"longitude", degreesOf(a.Position, east), degreesOf(b.Position, east)},
		{"billedUntil", written(a.BilledUntil), written(b.BilledUntil)},
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
	r.Rows, r.Errors = p.rows, p.listed().Items
	r.Sum()
}

// Sum counts the rows by what becomes of them.
func (r *ImportReport) Sum() {
	for _, row := range r.Rows {
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

// number is a number that is there; 0 = none.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func kilowatts(watts *int64) string {
	if watts == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*watts)/1000, 'f', -1, 64)
}

func north(p party.Position) float64 { return p.Latitude }

func east(p party.Position) float64 { return p.Longitude }

func degreesOf(p *party.Position, axis func(party.Position) float64) string {
	if p == nil {
		return ""
	}
	return strconv.FormatFloat(axis(*p), 'f', -1, 64)
}
