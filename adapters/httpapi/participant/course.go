package participant

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/participant"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/course"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/removal"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

func (a API) GetParticipantTimeline(ctx context.Context, r participant.GetParticipantTimelineRequestObject) (participant.GetParticipantTimelineResponseObject, error) {
	told, err := a.Participant.Course.Tell(ctx, request.Principal(ctx), id.ID(r.ParticipantId))
	if err != nil {
		return nil, err
	}
	return participant.GetParticipantTimeline200JSONResponse(toAPITimeline(told, request.Language(ctx))), nil
}

func (a API) DeleteParticipant(ctx context.Context, r participant.DeleteParticipantRequestObject) (participant.DeleteParticipantResponseObject, error) {
	version, err := wire.IfMatch(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := a.Participant.Removal.Delete(ctx, request.Principal(ctx), id.ID(r.ParticipantId), version); err != nil {
		return nil, err
	}
	return participant.DeleteParticipant204Response{}, nil
}

func (a API) DeleteOperationParticipants(ctx context.Context, r participant.DeleteOperationParticipantsRequestObject) (participant.DeleteOperationParticipantsResponseObject, error) {
	ids := make([]id.ID, len(r.Body.Ids))
	for i, one := range r.Body.Ids {
		ids[i] = id.ID(one)
	}
	results, err := a.Participant.Removal.DeleteAll(ctx, request.Principal(ctx), id.ID(r.OperationId), ids)
	if err != nil {
		return nil, err
	}
	return participant.DeleteOperationParticipants200JSONResponse(toAPIRemovals(ctx, results)), nil
}

func toAPIRemovals(ctx context.Context, results []removal.Result) model.BulkResults {
	out := model.BulkResults{Results: make([]model.BulkResult, len(results))}
	for i, one := range results {
		out.Results[i] = model.BulkResult{Id: string(one.ParticipantID), Status: "SUCCESS"}
		if one.Refused != nil {
			refusal := problem.Of(one.Refused, request.Language(ctx), request.ID(ctx))
			out.Results[i].Status, out.Results[i].Problem = "FAILURE", &refusal
		}
	}
	return out
}

func toAPITimeline(c course.Course, lang string) model.ParticipantTimeline {
	out := model.ParticipantTimeline{Reason: toAPIFolderReason(c.Reason, lang), Steps: make([]model.TimelineStep, len(c.Steps))}
	for i, s := range c.Steps {
		step := model.TimelineStep{Kind: model.TimelineStepKind(s.Kind), State: model.TimelineStepState(s.State), Date: wire.OptionalDate(s.Day), Reason: wire.OptionalText(s.Reason)}
		if s.Invoice != nil {
			number, invoice := s.Invoice.Number, string(s.Invoice.ID)
			step.InvoiceId, step.InvoiceNumber = &invoice, &number
		}
		out.Steps[i] = step
	}
	return out
}

func toAPIFolderReason(r folder.Reason, lang string) model.FolderReason {
	text := catalogues.Text(lang, "enums", "FolderCause."+string(r.Cause), nil)
	switch {
	case r.Day != nil:
		text += " (" + r.Day.String() + ")"
	case r.Word != "":
		text += " (" + r.Word + ")"
	}
	return model.FolderReason{Status: model.FolderStatus(r.Status), Cause: model.FolderCause(r.Cause), Text: text + ".",
		Date: wire.OptionalDate(r.Day), Word: wire.OptionalText(r.Word)}
}
