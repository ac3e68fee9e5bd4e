package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	"github.com/openpmo/pmo/core/id"
)

func (a allocationAPI) GetParticipantSharing(ctx context.Context, r allocation.GetParticipantSharingRequestObject) (allocation.GetParticipantSharingResponseObject, error) {
	sharing, err := a.deps.Allocation.SharingOf(ctx, principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return allocation.GetParticipantSharing200JSONResponse(toAPISharing(sharing, callerLanguage(ctx))), nil
}
