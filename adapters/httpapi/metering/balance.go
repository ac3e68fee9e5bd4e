package metering

import (
	"context"
	"net/http"

	"github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/balance"
)

func (c curveReply) VisitGetSiteBalanceResponse(w http.ResponseWriter) error { return c.write(w) }

func (a API) GetSiteBalance(ctx context.Context, r metering.GetSiteBalanceRequestObject) (metering.GetSiteBalanceResponseObject, error) {
	in := balance.SiteInput{ParticipantID: id.ID(r.ParticipantId), Known: knownRevisions(ctx)}
	if r.Params.Month != nil {
		m, err := civil.ParseMonth(*r.Params.Month)
		if err != nil {
			return nil, wire.FieldFault(err, "month")
		}
		in.Month = &m
	}
	b, err := a.Metering.Balance.Site(ctx, request.Principal(ctx), in)
	if err != nil {
		return nil, err
	}
	return replyOf(tagOf(b.Revision), b.Unchanged, toAPISiteBalance(b))
}

func toAPISiteBalance(b balance.SiteBalance) model.SiteBalance {
	out := model.SiteBalance{Year: make([]model.MonthBalance, len(b.Year)), MissingDays: b.MissingDays, ProvisionalFrom: wire.OptionalDate(b.ProvisionalFrom)}
	for i, m := range b.Year {
		out.Year[i] = model.MonthBalance{Month: m.Month.String(), Used: toAPIBalance(m.Used), Made: toAPIBalance(m.Made)}
	}
	if b.Days.IsEmpty() {
		return out
	}
	month, from, to := b.Month.Month.String(), wire.Date(b.Days.From), wire.Date(b.Days.Last())
	out.Month, out.DateFrom, out.DateTo = &month, &from, &to
	out.Used, out.Made = toAPIBalance(b.Month.Used), toAPIBalance(b.Month.Made)
	if n := b.Next; n != nil {
		out.Next = &model.NextData{Kind: model.NextDataKind(n.Kind), Date: wire.Date(n.Day)}
	}
	if a := b.Advice; a != nil {
		out.Advice = &model.EnergyAdvice{Kind: model.EnergyAdviceKind(a.Kind), FromHour: a.From, ToHour: a.To, EnergyMilliWh: int64(a.Energy)}
	}
	return out
}

func toAPIBalance(b *balance.Balance) *model.EnergyBalance {
	if b == nil {
		return nil
	}
	out := model.EnergyBalance{WholeMilliWh: int64(b.Whole), SharedMilliWh: int64(b.Shared), GridMilliWh: int64(b.Grid), GrainMilliWh: int64(b.Grain), Rate: b.Rate, Co2Kg: b.CO2Kg}
	if b.Unknown > 0 {
		unknown := int64(b.Unknown)
		out.UnknownMilliWh = &unknown
	}
	return &out
}
