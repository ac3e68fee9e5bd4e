package admin

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
)

// adminSite is a row of the list: the contract's, with the words that its folder
// status is made of, and the operator whose day it is.
type adminSite struct {
	model.AdminParticipant
	Dso       string `json:"dso"`
	DsoStatus string `json:"dsoStatus"`
	DsoAction string `json:"dsoAction"`
}

// participant fills the folder status, which no table holds: it changes by the day.
func (a API) participant(s adminSite) model.AdminParticipant {
	out := s.AdminParticipant
	var days *civil.Range
	if entry := wire.OptionalDay(out.Entry); entry != nil {
		days = &civil.Range{From: *entry, To: civil.Forever}
		if exit := wire.OptionalDay(out.Exit); exit != nil {
			days.To = exit.AddDays(1)
		}
	}
	out.Status = model.FolderStatus(a.Participant.Site.FolderStatusNow(dso.Operator(s.Dso), s.DsoStatus, s.DsoAction, days))
	return out
}

func (a API) ListAdminParticipants(ctx context.Context, r admin.ListAdminParticipantsRequestObject) (admin.ListAdminParticipantsResponseObject, error) {
	rows, page, err := adminList[adminSite](ctx, a, backoffice.Participants, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	body := make([]model.AdminParticipant, len(rows))
	for i, row := range rows {
		body[i] = a.participant(row)
	}
	return admin.ListAdminParticipants200JSONResponse{Body: body, Headers: admin.ListAdminParticipants200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminParticipant(ctx context.Context, r admin.GetAdminParticipantRequestObject) (admin.GetAdminParticipantResponseObject, error) {
	row, err := adminRow[adminSite](ctx, a, backoffice.Participants, r.ParticipantId)
	if err != nil {
		return nil, err
	}
	return admin.GetAdminParticipant200JSONResponse(a.participant(row)), nil
}
