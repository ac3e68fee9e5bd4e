package httpapi

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	core "github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/id"
)

func (a allocationAPI) ListAllocationDrafts(ctx context.Context, r allocation.ListAllocationDraftsRequestObject) (allocation.ListAllocationDraftsResponseObject, error) {
	drafts, err := a.deps.Allocation.ListDrafts(ctx, principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return allocation.ListAllocationDrafts200JSONResponse{Body: toAPIAllocationConfigs(drafts)}, nil
}

func (a allocationAPI) GetAllocationDraft(ctx context.Context, r allocation.GetAllocationDraftRequestObject) (allocation.GetAllocationDraftResponseObject, error) {
	c, err := a.deps.Allocation.GetDraft(ctx, principal(ctx), id.ID(r.OperationId), id.ID(r.DraftId))
	if err != nil {
		return nil, err
	}
	tag := etag(c.Revision)
	return allocation.GetAllocationDraft200JSONResponse{Body: toAPIAllocationConfig(c), Headers: allocation.GetAllocationDraft200ResponseHeaders{ETag: &tag}}, nil
}

func (a allocationAPI) UpdateAllocationDraft(ctx context.Context, r allocation.UpdateAllocationDraftRequestObject) (allocation.UpdateAllocationDraftResponseObject, error) {
	in := fromAPIAllocationDraftUpdate(*r.Body)
	in.OperationID, in.DraftID = id.ID(r.OperationId), id.ID(r.DraftId)
	var err error
	if in.IfRevision, err = ifMatch(r.Params.IfMatch); err != nil {
		return nil, err
	}
	c, err := a.deps.Allocation.UpdateDraft(ctx, principal(ctx), in)
	if err != nil {
		return nil, err
	}
	tag := etag(c.Revision)
	return allocation.UpdateAllocationDraft200JSONResponse{Body: toAPIAllocationConfig(c), Headers: allocation.UpdateAllocationDraft200ResponseHeaders{ETag: &tag}}, nil
}

func (a allocationAPI) DeleteAllocationDraft(ctx context.Context, r allocation.DeleteAllocationDraftRequestObject) (allocation.DeleteAllocationDraftResponseObject, error) {
	revision, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := a.deps.Allocation.DeleteDraft(ctx, principal(ctx), id.ID(r.OperationId), id.ID(r.DraftId), revision); err != nil {
		return nil, err
	}
	return allocation.DeleteAllocationDraft204Response{}, nil
}

func (a allocationAPI) PublishAllocationDraft(ctx context.Context, r allocation.PublishAllocationDraftRequestObject) (allocation.PublishAllocationDraftResponseObject, error) {
	c, err := a.deps.Allocation.PublishDraft(ctx, principal(ctx), core.PublishDraftInput{OperationID: id.ID(r.OperationId), DraftID: id.ID(r.DraftId),
		EffectiveDate: optionalDay(r.Body.EffectiveDate), Reason: r.Body.Reason})
	if err != nil {
		return nil, err
	}
	return allocation.PublishAllocationDraft201JSONResponse(toAPIAllocationConfig(c)), nil
}
