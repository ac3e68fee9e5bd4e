package perimeterfile

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
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
	fileName      string
	sheet         Sheet
	columns       map[string]int
}

// Annotated is the file as it was sent, with what is wrong beside each row.
func (m Moves) Annotated(wrong fault.List) Annotation {
	return annotated(m.fileName, m.sheet, m.columns, wrong)
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
