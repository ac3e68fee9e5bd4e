package admin

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/operation"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	coreoperation "github.com/openpmo/pmo/core/operation"
)

func (a API) ListAdminOperations(ctx context.Context, r admin.ListAdminOperationsRequestObject) (admin.ListAdminOperationsResponseObject, error) {
	rows, page, err := adminList[model.AdminOperation](ctx, a, backoffice.Operations, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	if err := a.complete(ctx, rows); err != nil {
		return nil, err
	}
	return admin.ListAdminOperations200JSONResponse{Body: rows, Headers: admin.ListAdminOperations200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminOperation(ctx context.Context, r admin.GetAdminOperationRequestObject) (admin.GetAdminOperationResponseObject, error) {
	row, err := adminRow[model.AdminOperation](ctx, a, backoffice.Operations, r.OperationId)
	if err != nil {
		return nil, err
	}
	rows := []model.AdminOperation{row}
	if err := a.complete(ctx, rows); err != nil {
		return nil, err
	}
	tag := wire.ETag(row.Version)
	return admin.GetAdminOperation200JSONResponse{Body: rows[0], Headers: admin.GetAdminOperation200ResponseHeaders{ETag: &tag}}, nil
}

// complete fills what no table of operations knows, and gives instants their offset.
func (a API) complete(ctx context.Context, rows []model.AdminOperation) error {
	ids := make([]id.ID, len(rows))
	for i, row := range rows {
		ids[i] = id.ID(row.Id)
	}
	days, err := a.Operation.LatestDays(ctx, ids)
	for i := range rows {
		rows[i].CreatedAt = wire.InParis(rows[i].CreatedAt)
		if day, ok := days[ids[i]]; ok {
			rows[i].LatestData = wire.OptionalDate(&day)
		}
	}
	return err
}

func (a API) CreateAdminOperation(ctx context.Context, r admin.CreateAdminOperationRequestObject) (admin.CreateAdminOperationResponseObject, error) {
	d, err := a.Operation.Create(ctx, request.Principal(ctx), fromAPIAdminOperationCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := contract.Base+"/admin/operations/"+string(d.ID), wire.ETag(d.Version)
	return admin.CreateAdminOperation201JSONResponse{Body: toAPIAdminOperation(d), Headers: admin.CreateAdminOperation201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a API) UpdateAdminOperation(ctx context.Context, r admin.UpdateAdminOperationRequestObject) (admin.UpdateAdminOperationResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	d, err := a.Operation.AdminUpdate(ctx, request.Principal(ctx), fromAPIAdminOperationUpdate(id.ID(r.OperationId), version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(d.Version)
	return admin.UpdateAdminOperation200JSONResponse{Body: toAPIAdminOperation(d), Headers: admin.UpdateAdminOperation200ResponseHeaders{ETag: &tag}}, nil
}

func toAPIAdminOperation(d coreoperation.Detail) model.AdminOperation {
	functionalities := operation.ToAPIFunctionalities(d.Functionalities)
	observers := make([]id.ID, len(d.Observers))
	for i, o := range d.Observers {
		observers[i] = o.ID
	}
	out := model.AdminOperation{
		Id: string(d.ID), Version: d.Version, Name: d.Name, ExternalId: d.ExternalID, Dso: model.Dso(d.DSO), Type: model.OperationType(d.Type),
		BillingEngine: operation.ToAPIEngine(d.Engine), JdbToggle: d.JdbToggle, Functionalities: &functionalities,
		ConsumersNumber: d.ConsumersNumber, ProducersNumber: d.ProducersNumber, LatestData: wire.OptionalDate(d.LatestDay),
		CreatedAt: wire.InParis(d.CreatedAt), OrganizerIds: wire.IDTexts(d.OrganizerIDs), ObserverIds: wire.IDTexts(observers),
	}
	out.Latitude, out.Longitude = wire.ToAPIPosition(d.Position)
	return out
}

func fromAPIAdminOperationCreation(b model.AdminOperationCreation) coreoperation.CreateInput {
	in := coreoperation.CreateInput{
		Name: b.Name, ExternalID: b.ExternalId, DSO: dso.Operator(b.Dso), JdbToggle: wire.IsTrue(b.JdbToggle),
		Organizers: wire.IDs(b.OrganizerIds), Observers: wire.IDs(b.ObserverIds),
		Position: wire.PositionChange(b.Latitude, b.Longitude),
	}
	if b.Type != nil {
		in.Type = coreoperation.Type(*b.Type)
	}
	if engine := adminEngine(b.BillingEngine); engine != nil {
		in.Engine = *engine
	}
	if fs := operation.FromAPIFunctionalities(b.Functionalities); fs != nil {
		in.Functionalities = *fs
	}
	return in
}

func fromAPIAdminOperationUpdate(operationID id.ID, version int, b model.AdminOperationUpdate) coreoperation.AdminUpdateInput {
	in := coreoperation.AdminUpdateInput{
		UpdateInput: coreoperation.UpdateInput{OperationID: operationID, IfVersion: version, Name: b.Name, Type: (*coreoperation.Type)(b.Type),
			JdbToggle: b.JdbToggle, Functionalities: operation.FromAPIFunctionalities(b.Functionalities), Position: wire.PositionChange(b.Latitude, b.Longitude)},
		Engine: adminEngine(b.BillingEngine),
	}
	if b.OrganizerIds != nil {
		ids := wire.IDs(b.OrganizerIds)
		in.Organizers = &ids
	}
	if b.ObserverIds != nil {
		ids := wire.IDs(b.ObserverIds)
		in.Observers = &ids
	}
	return in
}

// adminEngine is nil for absent; null is the old engine.
func adminEngine[T ~string](n nullable.Nullable[T]) *coreoperation.Engine {
	if !n.IsSpecified() {
		return nil
	}
	value, _ := n.Get() // "" for null
	engine := coreoperation.Engine(value)
	return &engine
}
