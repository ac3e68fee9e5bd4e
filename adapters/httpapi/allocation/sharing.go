package allocation

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/id"
)

func (a API) GetParticipantSharing(ctx context.Context, r allocation.GetParticipantSharingRequestObject) (allocation.GetParticipantSharingResponseObject, error) {
	sharing, err := a.Allocation.Analysis.SharingOf(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return allocation.GetParticipantSharing200JSONResponse(toAPISharing(sharing, request.Language(ctx))), nil
}
