package legacy

import (
	"context"

	"github.com/openpmo/pmo/adapters/httpapi/gen/legacy"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/legacy/migration"
	"github.com/openpmo/pmo/core/id"
)

func (a API) MigrateBillingEngine(ctx context.Context, r legacy.MigrateBillingEngineRequestObject) (legacy.MigrateBillingEngineResponseObject, error) {
	in := fromAPIMigration(*r.Body)
	made, err := a.Migration.Migrate(ctx, request.Principal(ctx), id.ID(r.OperationId), in)
	if err != nil {
		return nil, err
	}
	return legacy.MigrateBillingEngine200JSONResponse(toAPIMigration(ctx, in.DryRun, made)), nil
}

func fromAPIMigration(b model.EngineMigrationRequest) migration.Input {
	in := migration.Input{DryRun: wire.IsTrue(b.DryRun)}
	if b.Prices != nil {
		in.Basis = migration.Basis(*b.Prices)
	}
	return in
}

func toAPIMigration(ctx context.Context, dryRun bool, o migration.Outcome) model.EngineMigration {
	out := model.EngineMigration{DryRun: dryRun, PlanCount: len(o.Plans), SubscriptionCount: o.Count, FinishedCount: o.Finished, Plans: make([]model.MigratedPlan, len(o.Plans)),
		Subscriptions: make([]model.MigratedSubscription, len(o.Subscriptions)), Blocks: toAPILacks(ctx, o.Blocks), Warnings: toAPILacks(ctx, o.Warnings)}
	if d := o.Done; d != nil {
		at := wire.InParis(d.At)
		out.Migrated, out.MigratedAt, out.PlanCount, out.SubscriptionCount, out.FinishedCount = true, &at, d.Plans, d.Subscriptions, d.Finished
	}
	for n, p := range o.Plans {
		out.Plans[n] = toAPIMigratedPlan(p)
	}
	for n, s := range o.Subscriptions {
		out.Subscriptions[n] = model.MigratedSubscription{ProducerId: string(s.ProducerID), ProducerName: s.ProducerName, ConsumerId: string(s.ConsumerID), ConsumerName: s.ConsumerName,
			PlanName: s.PlanName, StartDate: wire.Date(s.Days.From), BilledUntil: wire.OptionalDate(s.BilledUntil)}
		if !s.Days.IsOpen() {
			last := s.Days.Last()
			out.Subscriptions[n].EndDate = wire.OptionalDate(&last)
		}
	}
	return out
}

func toAPIMigratedPlan(p migration.Plan) model.MigratedPlan {
	out := model.MigratedPlan{ConfigId: string(p.ConfigID), Name: p.Name, Period: model.PlanPeriod(p.Period), PaymentMethod: model.PaymentMethod(p.Method), PaymentTerm: p.TermDays,
		SubscriptionCount: p.Subscriptions}
	for _, c := range p.Charges {
		if c.Type == billing.PerUnit {
			out.PriceMicroEuro = int64(c.Price)
		} else {
			out.SubscriptionPriceMicroEuro = int64(c.Price)
		}
	}
	return out
}

func toAPILacks(ctx context.Context, lacks []migration.Lack) []model.MigrationLack {
	out := make([]model.MigrationLack, len(lacks))
	for n, l := range lacks {
		out[n] = model.MigrationLack{Problem: problem.Of(l.Error, request.Language(ctx), request.ID(ctx)), Kind: model.MigrationLackKind(l.Kind), ObjectId: wire.OptionalText(string(l.Object))}
	}
	return out
}
