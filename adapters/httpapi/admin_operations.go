package httpapi

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	coreoperation "github.com/openpmo/pmo/core/operation"
)

func (a adminAPI) ListAdminOperations(ctx context.Context, r admin.ListAdminOperationsRequestObject) (admin.ListAdminOperationsResponseObject, error) {
	rows, page, err := adminList[model.AdminOperation](ctx, a, backoffice.Operations, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	if err := a.complete(ctx, rows); err != nil {
		return nil, err
	}
	return admin.ListAdminOperations200JSONResponse{Body: rows, Headers: admin.ListAdminOperations200ResponseHeaders{ContentRange: page}}, nil
}

func (a adminAPI) GetAdminOperation(ctx context.Context, r admin.GetAdminOperationRequestObject) (admin.GetAdminOperationResponseObject, error) {
	row, err := adminRow[model.AdminOperation](ctx, a, backoffice.Operations, r.OperationId)
	if err != nil {
		return nil, err
	}
	rows := []model.AdminOperation{row}
	if err := a.complete(ctx, rows); err != nil {
		return nil, err
	}
	tag := etag(row.Version)
	return admin.GetAdminOperation200JSONResponse{Body: rows[0], Headers: admin.GetAdminOperation200ResponseHeaders{ETag: &tag}}, nil
}

// complete fills what no table of operations knows, and gives instants their offset.
func (a adminAPI) complete(ctx context.Context, rows []model.AdminOperation) error {
	ids := make([]id.ID, len(rows))
	for i, row := range rows {
		ids[i] = id.ID(row.Id)
	}
	days, err := a.deps.Operation.LatestDays(ctx, ids)
	for i := range rows {
		rows[i].CreatedAt = inParis(rows[i].CreatedAt)
		if day, ok := days[ids[i]]; ok {
			rows[i].LatestData = optionalWireDate(&day)
		}
	}
	return err
}

func (a adminAPI) CreateAdminOperation(ctx context.Context, r admin.CreateAdminOperationRequestObject) (admin.CreateAdminOperationResponseObject, error) {
	d, err := a.deps.Operation.Create(ctx, principal(ctx), fromAPIAdminOperationCreation(*r.Body))
	if err != nil {
		return nil, err
	}
	location, tag := apiBase+"/admin/operations/"+string(d.ID), etag(d.Version)
	return admin.CreateAdminOperation201JSONResponse{Body: toAPIAdminOperation(d), Headers: admin.CreateAdminOperation201ResponseHeaders{Location: &location, ETag: &tag}}, nil
}

func (a adminAPI) UpdateAdminOperation(ctx context.Context, r admin.UpdateAdminOperationRequestObject) (admin.UpdateAdminOperationResponseObject, error) {
	version, err := ifMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	d, err := a.deps.Operation.AdminUpdate(ctx, principal(ctx), fromAPIAdminOperationUpdate(id.ID(r.OperationId), version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := etag(d.Version)
	return admin.UpdateAdminOperation200JSONResponse{Body: toAPIAdminOperation(d), Headers: admin.UpdateAdminOperation200ResponseHeaders{ETag: &tag}}, nil
}

func toAPIAdminOperation(d coreoperation.Detail) model.AdminOperation {
	functionalities := toAPIFunctionalities(d.Functionalities)
	observers := make([]id.ID, len(d.Observers))
	for i, o := range d.Observers {
		observers[i] = o.ID
	}
	out := model.AdminOperation{
		Id: string(d.ID), Version: d.Version, Name: d.Name, ExternalId: d.ExternalID, Dso: model.Dso(d.DSO), Type: model.OperationType(d.Type),
		BillingEngine: toAPIEngine(d.Engine), JdbToggle: d.JdbToggle, Functionalities: &functionalities,
		ConsumersNumber: d.ConsumersNumber, ProducersNumber: d.ProducersNumber, LatestData: optionalWireDate(d.LatestDay),
		CreatedAt: inParis(d.CreatedAt), OrganizerIds: wireIDs(d.OrganizerIDs), ObserverIds: wireIDs(observers),
	}
	out.Latitude, out.Longitude = toAPIPosition(d.Position)
	return out
}

func fromAPIAdminOperationCreation(b model.AdminOperationCreation) coreoperation.CreateInput {
	in := coreoperation.CreateInput{
		Name: b.Name, ExternalID: b.ExternalId, DSO: dso.Operator(b.Dso), JdbToggle: isTrue(b.JdbToggle),
		Organizers: idsOf(b.OrganizerIds), Observers: idsOf(b.ObserverIds),
		Position: positionChange(b.Latitude, b.Longitude),
	}
	if b.Type != nil {
		in.Type = coreoperation.Type(*b.Type)
	}
	if engine := adminEngine(b.BillingEngine); engine != nil {
		in.Engine = *engine
	}
	if fs := fromAPIFunctionalities(b.Functionalities); fs != nil {
		in.Functionalities = *fs
	}
	return in
}

func fromAPIAdminOperationUpdate(operationID id.ID, version int, b model.AdminOperationUpdate) coreoperation.AdminUpdateInput {
	in := coreoperation.AdminUpdateInput{
		UpdateInput: coreoperation.UpdateInput{OperationID: operationID, IfVersion: version, Name: b.Name, Type: (*coreoperation.Type)(b.Type),
			JdbToggle: b.JdbToggle, Functionalities: fromAPIFunctionalities(b.Functionalities), Position: positionChange(b.Latitude, b.Longitude)},
		Engine: adminEngine(b.BillingEngine),
	}
	if b.OrganizerIds != nil {
		ids := idsOf(b.OrganizerIds)
		in.Organizers = &ids
	}
	if b.ObserverIds != nil {
		ids := idsOf(b.ObserverIds)
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
