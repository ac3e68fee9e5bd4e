package admin

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant"
)

// adminSite is a row of the list: the contract's, with the words that its folder
// status is made of.
type adminSite struct {
	model.AdminParticipant
	DsoStatus string `json:"dsoStatus"`
	DsoAction string `json:"dsoAction"`
}

// participant fills the folder status, which no table holds: it changes by the day.
func (s adminSite) participant() model.AdminParticipant {
	out := s.AdminParticipant
	var days *civil.Range
	if entry := wire.OptionalDay(out.Entry); entry != nil {
		days = &civil.Range{From: *entry, To: civil.Forever}
		if exit := wire.OptionalDay(out.Exit); exit != nil {
			days.To = exit.AddDays(1)
		}
	}
	today := civil.Paris.DateOf(time.Now()) // Brussels has the same days
	out.Status = model.FolderStatus(participant.FolderStatusOf(s.DsoStatus, s.DsoAction, days, today))
	return out
}

func (a API) ListAdminParticipants(ctx context.Context, r admin.ListAdminParticipantsRequestObject) (admin.ListAdminParticipantsResponseObject, error) {
	rows, page, err := adminList[adminSite](ctx, a, backoffice.Participants, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	body := make([]model.AdminParticipant, len(rows))
	for i, row := range rows {
		body[i] = row.participant()
	}
	return admin.ListAdminParticipants200JSONResponse{Body: body, Headers: admin.ListAdminParticipants200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetAdminParticipant(ctx context.Context, r admin.GetAdminParticipantRequestObject) (admin.GetAdminParticipantResponseObject, error) {
	row, err := adminRow[adminSite](ctx, a, backoffice.Participants, r.ParticipantId)
	if err != nil {
		return nil, err
	}
	return admin.GetAdminParticipant200JSONResponse(row.participant()), nil
}
