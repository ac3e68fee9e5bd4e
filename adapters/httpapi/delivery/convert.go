package delivery

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing"
	core "github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/id"
)

func toAPIDelivery(d core.Delivery) model.InvoiceDelivery {
	var channel *model.InvoiceChannel
	if d.Channel != "" {
		channel = (*model.InvoiceChannel)(&d.Channel)
	}
	return model.InvoiceDelivery{Id: string(d.ID), InvoiceId: string(d.InvoiceID), Channel: channel, State: model.DeliveryState(d.State), Current: d.Current,
		Address: wire.OptionalText(d.Address), Attempts: d.Attempts, StartedByName: wire.OptionalText(d.Author), StartedAt: wire.InParis(d.StartedAt), At: wire.InParis(d.At),
		Day: wire.OptionalDate(d.Day), Reference: wire.OptionalText(d.Reference), Problem: wire.OptionalText(d.Problem)}
}

func channelOf(c *model.InvoiceChannel) billing.Channel {
	if c == nil {
		return ""
	}
	return billing.Channel(*c)
}

func fromAPIOrder(b model.DeliveryOrder) core.Order {
	return core.Order{IDs: wire.IDs(b.Ids), RunID: id.ID(wire.Text(b.RunId)), Channel: channelOf(b.Channel)}
}

func fromAPIMark(b model.DeliveryMark) core.Mark {
	return core.Mark{InvoiceIDs: wire.IDs(&b.Ids), Day: wire.OptionalDay(b.Day), Reference: wire.Text(b.Reference)}
}

func toAPIResults(ctx context.Context, results []billing.Result) model.BulkResults {
	out := model.BulkResults{Results: make([]model.BulkResult, len(results))}
	for n, r := range results {
		one := model.BulkResult{Id: string(r.ID), Status: "SUCCESS"}
		if r.Refused != nil {
			p := problem.Of(r.Refused, request.Language(ctx), request.ID(ctx))
			one.Status, one.Problem = "FAILURE", &p
		}
		out.Results[n] = one
	}
	return out
}
