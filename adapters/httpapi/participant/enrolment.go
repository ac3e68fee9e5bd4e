package participant

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/participant"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/enrolment"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/party"
)

func (a API) CreateEnrolment(ctx context.Context, r participant.CreateEnrolmentRequestObject) (participant.CreateEnrolmentResponseObject, error) {
	if err := checkPower(r.Body.Site.ContractPower); err != nil {
		return nil, err
	}
	made, err := a.Enrolment.Enrol(ctx, request.Principal(ctx), fromAPIEnrolment(id.ID(r.OperationId), false, *r.Body))
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/participants/" + string(made.Site.ID)
	return participant.CreateEnrolment201JSONResponse{Body: toAPIEnrolment(made), Headers: participant.CreateEnrolment201ResponseHeaders{Location: &location}}, nil
}

func (a API) CheckEnrolment(ctx context.Context, r participant.CheckEnrolmentRequestObject) (participant.CheckEnrolmentResponseObject, error) {
	if err := checkPower(r.Body.Site.ContractPower); err != nil {
		return nil, err
	}
	checked, err := a.Enrolment.Enrol(ctx, request.Principal(ctx), fromAPIEnrolment(id.ID(r.OperationId), true, *r.Body))
	if err != nil {
		return nil, err
	}
	return participant.CheckEnrolment200JSONResponse(toAPIEnrolment(checked)), nil
}

func (a API) CheckEnrolmentUpdate(ctx context.Context, r participant.CheckEnrolmentUpdateRequestObject) (participant.CheckEnrolmentUpdateResponseObject, error) {
	if r.Body.Site != nil {
		if err := checkPower(patch(r.Body.Site.ContractPower).Value); err != nil {
			return nil, err
		}
	}
	in := fromAPIEnrolmentUpdate(id.ID(r.ParticipantId), 0, *r.Body)
	in.DryRun = true
	checked, err := a.Enrolment.Change(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return participant.CheckEnrolmentUpdate200JSONResponse(toAPIEnrolment(checked)), nil
}

func (a API) UpdateEnrolment(ctx context.Context, r participant.UpdateEnrolmentRequestObject) (participant.UpdateEnrolmentResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if r.Body.Site != nil {
		if err := checkPower(patch(r.Body.Site.ContractPower).Value); err != nil {
			return nil, err
		}
	}
	changed, err := a.Enrolment.Change(ctx, request.Principal(ctx), fromAPIEnrolmentUpdate(id.ID(r.ParticipantId), version, *r.Body))
	if err != nil {
		return nil, err
	}
	tag := wire.ETag(changed.Site.Version)
	return participant.UpdateEnrolment200JSONResponse{Body: toAPIEnrolment(changed), Headers: participant.UpdateEnrolment200ResponseHeaders{ETag: &tag}}, nil
}

func (a API) GetEnrolmentDraft(ctx context.Context, r participant.GetEnrolmentDraftRequestObject) (participant.GetEnrolmentDraftResponseObject, error) {
	d, _, err := a.Enrolment.Draft(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return participant.GetEnrolmentDraft200JSONResponse(toAPIDraft(d)), nil
}

func (a API) SaveEnrolmentDraft(ctx context.Context, r participant.SaveEnrolmentDraftRequestObject) (participant.SaveEnrolmentDraftResponseObject, error) {
	d, err := a.Enrolment.SaveDraft(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.Text(r.Body.Step), r.Body.Fields)
	if err != nil {
		return nil, err
	}
	return participant.SaveEnrolmentDraft200JSONResponse(toAPIDraft(d)), nil
}

func (a API) DeleteEnrolmentDraft(ctx context.Context, r participant.DeleteEnrolmentDraftRequestObject) (participant.DeleteEnrolmentDraftResponseObject, error) {
	if err := a.Enrolment.DropDraft(ctx, request.Principal(ctx), id.ID(r.OperationId)); err != nil {
		return nil, err
	}
	return participant.DeleteEnrolmentDraft204Response{}, nil
}

func (a API) CreateSuccession(ctx context.Context, r participant.CreateSuccessionRequestObject) (participant.CreateSuccessionResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	in := fromAPISuccession(id.ID(r.ParticipantId), false, *r.Body)
	in.IfVersion = version
	made, err := a.Enrolment.Succeed(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	location := contract.Base + "/participants/" + string(made.Site.ID)
	return participant.CreateSuccession201JSONResponse{Body: toAPISuccession(made), Headers: participant.CreateSuccession201ResponseHeaders{Location: &location}}, nil
}

func (a API) CheckSuccession(ctx context.Context, r participant.CheckSuccessionRequestObject) (participant.CheckSuccessionResponseObject, error) {
	checked, err := a.Enrolment.Succeed(ctx, request.Principal(ctx), fromAPISuccession(id.ID(r.ParticipantId), true, *r.Body))
	if err != nil {
		return nil, err
	}
	return participant.CheckSuccession200JSONResponse(toAPISuccession(checked)), nil
}

func (a API) ImportSuccessions(ctx context.Context, r participant.ImportSuccessionsRequestObject) (participant.ImportSuccessionsResponseObject, error) {
	in := perimeterfile.ImportInput{OperationID: id.ID(r.OperationId), DryRun: wire.IsTrue(r.Params.DryRun), AddZeros: wire.IsTrue(r.Params.AddZeros)}
	if err := perimeterParts(r.Body, &in); err != nil {
		return nil, err
	}
	report, err := a.Enrolment.SucceedAll(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return participant.ImportSuccessions200JSONResponse(toAPISuccessions(report, request.Language(ctx))), nil
}

func (a API) ImportClients(ctx context.Context, r participant.ImportClientsRequestObject) (participant.ImportClientsResponseObject, error) {
	in := perimeterfile.ImportInput{OperationID: id.ID(r.OperationId), DryRun: wire.IsTrue(r.Params.DryRun), AddZeros: wire.IsTrue(r.Params.AddZeros)}
	if err := perimeterParts(r.Body, &in); err != nil {
		return nil, err
	}
	report, err := a.Enrolment.ImportClients(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return participant.ImportClients200JSONResponse(toAPIImportReport(report, request.Language(ctx))), nil
}

func (a API) AnnotateSuccessionsImport(ctx context.Context, r participant.AnnotateSuccessionsImportRequestObject) (participant.AnnotateSuccessionsImportResponseObject, error) {
	in := perimeterfile.ImportInput{OperationID: id.ID(r.OperationId), DryRun: true, AddZeros: wire.IsTrue(r.Params.AddZeros)}
	if err := perimeterParts(r.Body, &in); err != nil {
		return nil, err
	}
	annotation, err := a.Enrolment.AnnotateAll(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	file, disposition, err := a.annotatedBook(ctx, annotation)
	return participant.AnnotateSuccessionsImport200ApplicationvndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: file, ContentLength: int64(file.Len()),
		Headers: participant.AnnotateSuccessionsImport200ResponseHeaders{ContentDisposition: &disposition}}, err
}

func toAPIEnrolment(r enrolment.Result) model.Enrolment {
	out := model.Enrolment{Participant: toAPIParticipant(r.Site), Subscriptions: billing.ToAPISubscriptions(r.Subscriptions)}
	if r.Client != nil {
		client := billing.ToAPIBillableEntity(*r.Client)
		out.Client = &client
	}
	if r.Issuer != nil {
		issuer := billing.ToAPIBillingEntity(*r.Issuer, true)
		out.Issuer = &issuer
	}
	return out
}

func toAPISuccession(s enrolment.Succession) model.Succession {
	one := toAPIEnrolment(s.Result)
	return model.Succession{Predecessor: toAPIParticipant(s.Predecessor), Participant: one.Participant, Client: one.Client, Issuer: one.Issuer,
		Subscriptions: one.Subscriptions}
}

func toAPISuccessions(r enrolment.MovesReport, lang string) model.SuccessionsReport {
	out := model.SuccessionsReport{Created: r.Created, Unchanged: r.Unchanged, Rejected: r.Rejected, DryRun: r.DryRun, Rows: make([]model.SuccessionsRow, len(r.Rows))}
	for i, row := range r.Rows {
		one := model.SuccessionsRow{Row: row.Row, Outcome: model.ImportRowOutcome(row.Outcome), DsoId: row.DsoID, Predecessor: wire.OptionalText(row.Predecessor),
			ParticipantId: wire.OptionalText(string(row.ParticipantID)), Name: row.Name, Plans: append([]string{}, row.Plans...), TouchedInvoices: toAPITouched(row.Touched)}
		if row.Date != 0 {
			one.StartDate = wire.OptionalDate(&row.Date)
		}
		out.Rows[i] = one
	}
	if items := problem.Items(r.Errors, lang); len(items) > 0 {
		out.Errors = &items
	}
	if items := problem.Items(r.Warnings, lang); len(items) > 0 {
		out.Warnings = &items
	}
	return out
}

func toAPIDraft(d enrolment.Draft) model.EnrolmentDraft {
	out := model.EnrolmentDraft{Step: wire.OptionalText(d.Step), Fields: d.Fields}
	if out.Fields == nil {
		out.Fields = map[string]string{}
	}
	if !d.SavedAt.IsZero() {
		saved := wire.InParis(d.SavedAt)
		out.SavedAt = &saved
	}
	return out
}

func fromAPIEnrolment(operationID id.ID, dryRun bool, b model.EnrolmentCreation) enrolment.Input {
	return enrolment.Input{Site: fromAPIParticipantCreation(operationID, b.Site), Client: fromAPIClient(b.Client), Issuer: fromAPIIssuer(b.Issuer),
		Plan: fromAPIPlan(b.Plan), DryRun: dryRun, EndsDraft: wire.IsTrue(b.EndsDraft)}
}

func fromAPIEnrolmentUpdate(participantID id.ID, version int, b model.EnrolmentUpdate) enrolment.ChangeInput {
	var site model.ParticipantUpdate
	if b.Site != nil {
		site = *b.Site
	}
	return enrolment.ChangeInput{Site: fromAPIParticipantUpdate(participantID, version, site), Client: fromAPIClient(b.Client), Issuer: fromAPIIssuer(b.Issuer),
		Plan: fromAPIPlan(b.Plan)}
}

func fromAPIClient(c *model.EnrolmentClient) enrolment.Client {
	if c == nil {
		return enrolment.Client{}
	}
	out := enrolment.Client{Action: enrolment.Action(c.Action), ID: id.ID(wire.Text(c.BillableEntityId))}
	switch {
	case out.Action == enrolment.Create && c.Creation != nil:
		out.Change = billing.FromAPIBillableEntityCreation(*c.Creation)
	case out.Action == enrolment.Modify && c.Change != nil:
		out.Change = billing.FromAPIBillableEntityUpdate(0, *c.Change)
	}
	return out
}

func fromAPIIssuer(i *model.EnrolmentIssuer) enrolment.Issuer {
	if i == nil {
		return enrolment.Issuer{}
	}
	out := enrolment.Issuer{Action: enrolment.Action(i.Action), ID: id.ID(wire.Text(i.BillingEntityId))}
	switch {
	case out.Action == enrolment.Create && i.Creation != nil:
		out.Change = billing.FromAPIBillingEntityCreation(*i.Creation)
	case out.Action == enrolment.Modify && i.Change != nil:
		out.Change = billing.FromAPIBillingEntityUpdate(0, *i.Change)
	}
	return out
}

func fromAPIPlan(p *model.EnrolmentPlan) *enrolment.Plan {
	if p == nil {
		return nil
	}
	return &enrolment.Plan{PlanID: id.ID(p.PlanId), Start: wire.Day(p.StartDate), With: wire.IDs(p.WithIds), EndOthers: wire.IsTrue(p.EndOthers)}
}

func fromAPISuccession(participantID id.ID, dryRun bool, b model.SuccessionCreation) enrolment.SuccessionInput {
	out := enrolment.SuccessionInput{ParticipantID: participantID, Date: wire.Day(b.Date), Name: b.Name, EntityType: party.EntityType(b.EntityType),
		ExternalID: wire.Text(b.ExternalId), Identity: wire.Text(b.Identity), Email: wire.Text(b.Email), Phone: wire.Text(b.Phone),
		SIRET: wire.Text(b.Siret), Treasury: wire.Text(b.Treasury), UserEmail: wire.Text(b.UserEmail), Client: fromAPIClient(b.Client),
		Issuer: fromAPIIssuer(b.Issuer), WithoutPlans: wire.IsTrue(b.WithoutPlans), DryRun: dryRun}
	if b.Tags != nil {
		out.Tags = *b.Tags
	}
	return out
}
