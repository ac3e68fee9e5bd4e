package allocation

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/id"
)

func (a API) ListAllocationDrafts(ctx context.Context, r allocation.ListAllocationDraftsRequestObject) (allocation.ListAllocationDraftsResponseObject, error) {
	drafts, err := a.Allocation.Key.ListDrafts(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return allocation.ListAllocationDrafts200JSONResponse{Body: toAPIAllocationConfigs(drafts)}, nil
}

func (a API) GetAllocationDraft(ctx context.Context, r allocation.GetAllocationDraftRequestObject) (allocation.GetAllocationDraftResponseObject, error) {
	c, err := a.Allocation.Key.GetDraft(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DraftId))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(c.Revision)
	return allocation.GetAllocationDraft200JSONResponse{Body: toAPIAllocationConfig(c), Headers: allocation.GetAllocationDraft200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) UpdateAllocationDraft(ctx context.Context, r allocation.UpdateAllocationDraftRequestObject) (allocation.UpdateAllocationDraftResponseObject, error) {
	in := fromAPIAllocationDraftUpdate(*r.Body)
	in.OperationID, in.DraftID = id.ID(r.OperationId), id.ID(r.DraftId)
	var err error
	if in.IfRevision, err = wire.IfMatch(r.Params.IfMatch); err != nil {
		return nil, err
	}
	c, err := a.Allocation.Key.UpdateDraft(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(c.Revision)
	return allocation.UpdateAllocationDraft200JSONResponse{Body: toAPIAllocationConfig(c), Headers: allocation.UpdateAllocationDraft200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) DeleteAllocationDraft(ctx context.Context, r allocation.DeleteAllocationDraftRequestObject) (allocation.DeleteAllocationDraftResponseObject, error) {
	revision, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := a.Allocation.Key.DeleteDraft(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.DraftId), revision); err != nil {
		return nil, err
	}
	return allocation.DeleteAllocationDraft204Response{}, nil
}

func (a API) PublishAllocationDraft(ctx context.Context, r allocation.PublishAllocationDraftRequestObject) (allocation.PublishAllocationDraftResponseObject, error) {
	c, err := a.Allocation.Key.PublishDraft(ctx, request.Principal(ctx), key.PublishDraftInput{OperationID: id.ID(r.OperationId), DraftID: id.ID(r.DraftId),
		EffectiveDate: wire.OptionalDay(r.Body.EffectiveDate), Reason: r.Body.Reason})
	if err != nil {
		return nil, err
	}
	return allocation.PublishAllocationDraft201JSONResponse(toAPIAllocationConfig(c)), nil
}
