package perimeterfile

import (
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// MaxMoves is how many changes of occupant one file may tell: each is a change of its own in the
// one transaction that holds them all.
const MaxMoves = 200

// Columns of a file of changes of occupant beside those of a perimeter file. Its entry day is the
// first one of who follows.
const (
	colAccount      = "compte"
	colWithoutPlans = "sans_plans"
)

var requiredOfMoves = []string{colNumber, colEntry, colName, colEntity}

var knownOfMoves = append(slices.Clone(requiredOfMoves), colIdentity, colEmail, colPhone, colSIRET, colTreasury, colReference, colTags, colAccount, colWithoutPlans)

// Move is a line of a file of changes of occupant: who takes which meter over, and when. What
// belongs to the place is the predecessor's.
type Move struct {
	Row        int
	DsoID      string
	Date       civil.Date // first day of who follows
	Name       string
	EntityType party.EntityType
	Identity   string
	Email      string
	Phone      string
	SIRET      string
	Treasury   string
	ExternalID string
	Tags       []string
	UserEmail  string
	// WithoutPlans leaves the predecessor's plans to it.
	WithoutPlans bool
}

// Moves is a file of changes of occupant, read: the lines that can be read, and what is wrong with
// the others. Unread are those, as far as they say who and where.
type Moves struct {
	Lines, Unread []Move
	Wrong         fault.List
	Warnings      []*fault.Error
}

// ReadMoves reads a file of changes of occupant, for other contexts after their own permission
// check. Errors: those of Import about the whole file.
func (s *Service) ReadMoves(ctx context.Context, o operation.Operation, in ImportInput) (Moves, error) {
	sheet, err := s.readSheet(ctx, in, MaxMoves, func(string, string) error { return nil })
	if err != nil {
		return Moves{}, named(in.FileName, err)
	}
	columns, ignored, err := readHeader(sheet, requiredOfMoves, knownOfMoves)
	if err == nil && len(sheet.Rows) == 0 {
		err = ErrEmpty
	}
	if err != nil {
		return Moves{}, named(in.FileName, err)
	}
	r := lineReader{operator: o.DSO, columns: columns, dayZero: sheet.DayZero, addZeros: in.AddZeros, table: table{warnings: ignored}}
	var out Moves
	for _, row := range sheet.Rows {
		before := len(r.wrong.Items)
		if m := r.move(row); len(r.wrong.Items) == before {
			out.Lines = append(out.Lines, m)
		} else {
			out.Unread = append(out.Unread, m)
		}
	}
	out.Wrong, out.Warnings = r.wrong, r.warnings
	return out, nil
}

// move reads a line. Without day, name and kind of who follows nothing can be made of it.
func (r *lineReader) move(row Row) Move {
	text := func(column string) string { return r.cell(row, column).Text }
	m := Move{Row: row.Line, DsoID: r.number(row), Name: text(colName), EntityType: party.EntityType(text(colEntity)), Identity: text(colIdentity),
		Email: text(colEmail), Phone: text(colPhone), SIRET: text(colSIRET), Treasury: text(colTreasury), ExternalID: text(colReference), UserEmail: text(colAccount)}
	if tags := text(colTags); tags != "" {
		m.Tags = strings.Split(tags, ",")
	}
	for _, column := range []string{colEntry, colName, colEntity} {
		if text(column) == "" {
			r.add(participant.ErrFieldRequired, column, row)
		}
	}
	if day := r.date(row, colEntry); day != nil {
		m.Date = *day
	}
	if yes := r.yesNo(row, colWithoutPlans); yes != nil {
		m.WithoutPlans = *yes
	}
	return m
}

// ColumnOfMove says where a field of a change of occupant stands in its file; others keep their name.
func ColumnOfMove(field string) string {
	plain := strings.TrimPrefix(field, "site.")
	switch plain {
	case "date":
		return colEntry
	case "userEmail":
		return colAccount
	}
	if column, ok := columnOf[plain]; ok && slices.Contains(knownOfMoves, column) {
		return column
	}
	return field
}

// NoPredecessor is a line whose meter nobody has on the day before.
func (m Move) NoPredecessor() error {
	return ErrNoPredecessor.With("dsoId", m.DsoID).At(colNumber)
}
