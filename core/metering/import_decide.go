package metering

import (
	"context"
	"errors"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// importOf reads an import of an operation. Errors: forbidden, notFound, import.notFound.
func (s *Service) importOf(ctx context.Context, p policy.Principal, operationID, importID id.ID) (Import, error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return Import{}, err
	}
	i, err := s.imports.Get(ctx, importID)
	if err == nil && i.OperationID != operationID {
		return Import{}, ErrImportNotFound
	}
	return i, err
}

// ConfirmImport agrees to the months of a held import that look like a mistake, and starts
// it again; its job is the same. If what would change is not what was shown any more, it
// is held once more. An import that was confirmed before is left alone.
// Errors: forbidden, notFound, import.notFound, import.notHeld, import.inProgress.
func (s *Service) ConfirmImport(ctx context.Context, p policy.Principal, operationID, importID id.ID) (Import, error) {
	i, err := s.importOf(ctx, p, operationID, importID)
	if err != nil {
		return Import{}, err
	}
	change := p.Change(permImport, operationID, "curveImport", importID)
	change.Details = map[string]any{"confirmed": true}
	if i.Status == ImportSuspected {
		err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
			ok, err := s.imports.Reopen(ctx, i, p.UserID, s.now())
			if err != nil || !ok {
				return err
			}
			return s.queue.CurveImport(ctx, importID)
		})
		if err != nil {
			return Import{}, err
		}
		i, err = s.imports.Get(ctx, importID)
	}
	if err == nil && (!i.Confirmed || i.Status == ImportUndone) {
		return Import{}, ErrNotHeld.With("status", string(i.Status))
	}
	return i, err
}

// UndoImport takes back what an import stored: the months, lines of a monthly file and
// readings that it replaced come back as they were, definitive where they were definitive,
// and all that is summed of them is summed again. A held import is given up; an undone one
// is left alone. Declarations of definitive months stay.
//
// Errors: forbidden, notFound, import.notFound, import.notUndoable, import.laterImport,
// import.undoInvoiced.
func (s *Service) UndoImport(ctx context.Context, p policy.Principal, operationID, importID id.ID) (Import, error) {
	i, err := s.importOf(ctx, p, operationID, importID)
	if err != nil || i.Status == ImportUndone {
		return i, err
	}
	if i.DryRun || i.Status != ImportSucceeded && i.Status != ImportSuspected {
		return Import{}, ErrNotUndoable.With("status", string(i.Status))
	}
	change := p.Change(permImport, operationID, "curveImport", importID)
	change.Details = map[string]any{"undone": true}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error { return s.undo(ctx, p, i) })
	if err != nil && !errors.Is(err, errUndone) {
		return Import{}, err
	}
	return s.imports.Get(ctx, importID)
}

// errUndone ends the transaction of somebody who undoes what somebody else has just undone.
var errUndone = errors.New("metering: the import was undone meanwhile")

func (s *Service) undo(ctx context.Context, p policy.Principal, i Import) error {
	if err := s.perimeter.Lock(ctx, i.OperationID); err != nil {
		return err
	}
	months, _, err := s.curves.Written(ctx, i.OperationID, i.ID)
	if err != nil {
		return err
	}
	if err := s.curves.Lock(ctx, i.OperationID, months); err != nil {
		return err
	}
	_, later, err := s.curves.Written(ctx, i.OperationID, i.ID) // now that nobody else writes
	if err != nil {
		return err
	}
	summed := months
	if s.registers != nil {
		of, after, err := s.registers.Written(ctx, i.OperationID, i.ID)
		if err != nil {
			return err
		}
		if months = append(slices.Clone(months), of...); later.IsZero() {
			later = after
		}
	}
	if s.readings != nil && later.IsZero() {
		if later, err = s.readings.Written(ctx, i.OperationID, i.ID); err != nil {
			return err
		}
	}
	if !later.IsZero() {
		return ErrUndoLater.With("id", string(later))
	}
	slices.Sort(months)
	if err := s.refuseInvoiced(ctx, i.OperationID, slices.Compact(months)); err != nil {
		return err
	}
	if ok, err := s.imports.Undo(ctx, i.ID, p.UserID, s.now()); err != nil || !ok {
		return errors.Join(err, errUndone)
	}
	if err := s.restore(ctx, i); err != nil {
		return err
	}
	if err := s.sumAgain(ctx, i.OperationID, summed); err != nil {
		return err
	}
	return s.tellChanges(ctx, i.OperationID, summed)
}

// refuseInvoiced refuses to change months that published invoices bill.
func (s *Service) refuseInvoiced(ctx context.Context, operationID id.ID, months []civil.Month) error {
	if s.invoices == nil {
		return nil
	}
	for _, m := range months {
		invoiced, err := s.invoices.Invoiced(ctx, operationID, m)
		if err != nil {
			return err
		}
		if invoiced {
			return ErrUndoInvoiced.With("month", m.String())
		}
	}
	return nil
}

// restore brings back what an import replaced.
func (s *Service) restore(ctx context.Context, i Import) error {
	if err := s.curves.Restore(ctx, i.OperationID, i.ID); err != nil {
		return err
	}
	if s.registers != nil {
		if err := s.registers.Restore(ctx, i.OperationID, i.ID); err != nil {
			return err
		}
	}
	if s.readings == nil {
		return nil
	}
	return s.readings.Restore(ctx, i.OperationID, i.ID)
}

// sumAgain sums months from their curves as they are now.
func (s *Service) sumAgain(ctx context.Context, operationID id.ID, months []civil.Month) error {
	if len(months) == 0 {
		return nil
	}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return err
	}
	c := &commit{s: s, op: op, sites: sites, write: true}
	for _, m := range months {
		rows, err := c.rows(ctx, m)
		if err != nil {
			return err
		}
		if err := c.sum(ctx, m, rows, nil); err != nil {
			return err
		}
	}
	return nil
}
