package enrolment

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// Files is package perimeterfile as seen from here: it reads tables.
type Files interface {
	ReadMoves(ctx context.Context, o operation.Operation, in perimeterfile.ImportInput) (perimeterfile.Moves, error)
	ReadClients(ctx context.Context, o operation.Operation, in perimeterfile.ImportInput) (perimeterfile.Clients, error)
}

// MoveRow is what becomes of a line of a file of changes of occupant, or would.
type MoveRow struct {
	Row           int
	Outcome       perimeterfile.RowOutcome // created, unchanged or rejected
	DsoID         string
	Predecessor   string // name of the site that ends
	ParticipantID id.ID  // who follows; none of a check
	Name          string
	Date          civil.Date // first day of who follows; 0 = it could not be read
	Plans         []string   // that who follows has, by name
	Touched       participant.Touched
}

// MovesReport says what a file of changes of occupant did, or would do.
type MovesReport struct {
	Created, Unchanged, Rejected int
	DryRun                       bool
	Rows                         []MoveRow      // in the order of the file
	Errors                       []*fault.Error // of a check: why lines are rejected, with row and column
	Warnings                     []*fault.Error
}

// moved is the two sites of a change that was made.
type moved struct{ before, after *participant.Participant }

// among are the sites with those two as they stand now.
func (m moved) among(sites []participant.Participant) []participant.Participant {
	if m.before == nil {
		return sites
	}
	for i := range sites {
		if sites[i].ID == m.before.ID {
			sites[i] = *m.before
		}
	}
	return append(sites, *m.after)
}

func rowOf(m perimeterfile.Move, outcome perimeterfile.RowOutcome) MoveRow {
	return MoveRow{Row: m.Row, Outcome: outcome, DsoID: m.DsoID, Name: m.Name, Date: m.Date}
}

// addRefusal lists a refusal, or its parts, at the line and the column of the file.
func addRefusal(wrong *fault.List, f *fault.Error, row int) {
	for _, one := range partsOf(f) {
		wrong.Add(one.At(perimeterfile.ColumnOfMove(one.Field)).OnRow(row))
	}
}

// partsOf is what a refusal holds, or the refusal itself.
func partsOf(f *fault.Error) []*fault.Error {
	if len(f.Items) == 0 {
		return []*fault.Error{f}
	}
	return f.Items
}

func (r *MovesReport) count() {
	for _, row := range r.Rows {
		switch row.Outcome {
		case perimeterfile.RowCreated:
			r.Created++
		case perimeterfile.RowUnchanged:
			r.Unchanged++
		case perimeterfile.RowUpdated, perimeterfile.RowRejected:
			r.Rejected++
		}
	}
}
