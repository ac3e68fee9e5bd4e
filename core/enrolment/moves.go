package enrolment

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/policy"
)

// Files is package perimeterfile as seen from here: it reads tables.
type Files interface {
	ReadMoves(ctx context.Context, o operation.Operation, in perimeterfile.ImportInput) (perimeterfile.Moves, error)
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

// SucceedAll makes the changes of occupant of a file: all lines or none, in the order of their
// days, each as Succeed makes it. A line whose successor stands already changes nothing, so that
// the same file again changes nothing. A check does everything and takes it back: what it lets
// pass passes. Errors: forbidden, notFound, import.… of the whole file; import.rejected holds what
// is wrong, line by line.
func (s *Service) SucceedAll(ctx context.Context, p policy.Principal, in perimeterfile.ImportInput) (MovesReport, error) {
	const update policy.Permission = "participant:update"
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return MovesReport{}, err
	}
	if err := s.Guard.Operation(ctx, p, "participant:create", in.OperationID); err != nil {
		return MovesReport{}, err
	}
	o, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return MovesReport{}, err
	}
	file, err := s.Files.ReadMoves(ctx, o, in)
	if err != nil {
		return MovesReport{}, err
	}
	// Two changes at one meter follow each other, wherever they stand in the file.
	slices.SortStableFunc(file.Lines, func(a, b perimeterfile.Move) int { return int(a.Date) - int(b.Date) })
	var out MovesReport
	change := p.Change(update, in.OperationID, "participant", "")
	change.Details = map[string]any{}
	err = s.whole(ctx, change, in.DryRun, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, in.OperationID); err != nil {
			return err
		}
		wrong := fault.List{Items: slices.Clone(file.Wrong.Items)}
		out = MovesReport{DryRun: in.DryRun, Warnings: file.Warnings}
		for _, m := range file.Unread {
			out.Rows = append(out.Rows, rowOf(m, perimeterfile.RowRejected))
		}
		sites, err := s.Sites.Roster(ctx, in.OperationID)
		if err != nil {
			return err
		}
		for _, m := range file.Lines {
			row, made, err := s.move(ctx, p, sites, m)
			if f := fault.From(err); f != nil && f.Kind != fault.Internal && f.Kind != fault.Forbidden {
				addRefusal(&wrong, f, m.Row)
			} else if err != nil {
				return err
			}
			if in.DryRun {
				row.ParticipantID = "" // nobody has it
			}
			out.Rows = append(out.Rows, row)
			sites = made.among(sites)
		}
		slices.SortStableFunc(out.Rows, func(a, b MoveRow) int { return a.Row - b.Row })
		slices.SortStableFunc(wrong.Items, func(a, b *fault.Error) int { return a.Row - b.Row })
		out.count()
		if in.DryRun {
			out.Errors = wrong.Items
			return nil
		}
		change.Details["created"] = out.Created
		return wrong.Err(perimeterfile.ErrImportRejected.With("fileName", in.FileName))
	})
	if err != nil {
		return MovesReport{}, err
	}
	return out, nil
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

// move makes one line. When it is refused nothing of it is stored, and the others are looked at.
func (s *Service) move(ctx context.Context, p policy.Principal, sites []participant.Participant, m perimeterfile.Move) (MoveRow, moved, error) {
	row := rowOf(m, perimeterfile.RowRejected)
	var before *participant.Participant
	for i, one := range sites {
		if one.DsoID != m.DsoID {
			continue
		}
		if entry := one.Entry(); entry != nil && *entry == m.Date && one.Name == m.Name {
			row.Outcome = perimeterfile.RowUnchanged
			return row, moved{}, nil
		}
		if one.ActiveOn(m.Date - 1) {
			before = &sites[i]
		}
	}
	if before == nil {
		return row, moved{}, m.NoPredecessor()
	}
	row.Predecessor = before.Name
	made, err := s.Succeed(ctx, p, SuccessionInput{ParticipantID: before.ID, Date: m.Date, Name: m.Name, EntityType: m.EntityType, ExternalID: m.ExternalID,
		Identity: m.Identity, Email: m.Email, Phone: m.Phone, SIRET: m.SIRET, Treasury: m.Treasury, Tags: m.Tags, UserEmail: m.UserEmail, WithoutPlans: m.WithoutPlans})
	if err != nil {
		return row, moved{}, err
	}
	row.Outcome, row.ParticipantID, row.Touched = perimeterfile.RowCreated, made.Site.ID, made.Predecessor.Touched
	for _, v := range made.Subscriptions {
		if !slices.Contains(row.Plans, v.PlanName) {
			row.Plans = append(row.Plans, v.PlanName)
		}
	}
	return row, moved{&made.Predecessor.Participant, &made.Site.Participant}, nil
}

func rowOf(m perimeterfile.Move, outcome perimeterfile.RowOutcome) MoveRow {
	return MoveRow{Row: m.Row, Outcome: outcome, DsoID: m.DsoID, Name: m.Name, Date: m.Date}
}

// addRefusal lists a refusal, or its parts, at the line and the column of the file.
func addRefusal(wrong *fault.List, f *fault.Error, row int) {
	parts := f.Items
	if len(parts) == 0 {
		parts = []*fault.Error{f}
	}
	for _, one := range parts {
		wrong.Add(one.At(perimeterfile.ColumnOfMove(one.Field)).OnRow(row))
	}
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
