package perimeterfile

import (
	"context"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Source is a grid operator whose perimeter can be asked for; of the others a file is taken in.
// Errors: perimeter.unavailable, perimeter.refused, perimeter.operationUnknown.
type Source interface {
	// Perimeter is what the operator says of an operation on a day, as the content of a perimeter
	// file in text; nothing where no site stands there. Standing is what is known here.
	Perimeter(ctx context.Context, o operation.Operation, standing Table, today civil.Date) ([]byte, error)
}

// Synchronize asks the operator for the perimeter of an operation and takes it in as a file of it:
// all rows or none, sites that it does not name stay as they are, the same answer again changes
// nothing. A check says what it would do. Errors: forbidden, notFound, perimeter.noConnection,
// perimeter.…, and those of Import.
func (s *Service) Synchronize(ctx context.Context, p policy.Principal, in ImportInput) (ImportReport, error) {
	if err := s.Guard.Operation(ctx, p, importPermission, in.OperationID); err != nil {
		return ImportReport{}, err
	}
	o, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return ImportReport{}, err
	}
	source := s.Sources[o.DSO]
	if source == nil {
		return ImportReport{}, ErrNoConnection.With("operator", string(o.DSO))
	}
	standing, err := s.standing(ctx, o)
	if err != nil {
		return ImportReport{}, err
	}
	in.FileName = strings.TrimSuffix(standing.Name, workbookEnd) + textEnd
	if in.Content, err = source.Perimeter(ctx, o, standing, o.Zone().DateOf(s.Now())); err != nil {
		return ImportReport{}, err
	}
	if len(in.Content) == 0 {
		return ImportReport{DryRun: in.DryRun}, nil
	}
	return s.take(ctx, p, o, in)
}
