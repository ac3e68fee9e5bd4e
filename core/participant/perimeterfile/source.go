package perimeterfile

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/operation"
)

// Source is a grid operator whose perimeter can be asked for; of the others a file is taken in.
// Errors: perimeter.unavailable, perimeter.refused, perimeter.operationUnknown.
type Source interface {
	// Perimeter is what the operator says of an operation on a day, as the content of a perimeter
	// file in text; nothing where no site stands there. Standing is what is known here.
	Perimeter(ctx context.Context, o operation.Operation, standing Table, today civil.Date) ([]byte, error)
}
