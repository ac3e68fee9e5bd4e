package legacy

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing"
	core "github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

func texts(ids []id.ID) []string {
	out := make([]string, len(ids))
	for n, one := range ids {
		out[n] = string(one)
	}
	return out
}

func toAPIConfigs(found []core.Config) []model.BillingConfig {
	out := make([]model.BillingConfig, len(found))
	for n, c := range found {
		out[n] = toAPIConfig(c)
	}
	return out
}

func toAPIConfig(c core.Config) model.BillingConfig {
	return model.BillingConfig{Id: string(c.ID), OperationId: string(c.OperationID), Producers: texts(c.Producers), Consumers: texts(c.Consumers), StartDate: wire.Date(c.Start),
		SellingPriceMicroEuro: int64(c.SellingPrice), SubscriptionPriceMicroEuro: int64(c.SubscriptionPrice), Period: model.BillingPeriodicity(c.Period),
		Anniversary: wire.Date(c.Anniversary), PaymentMethod: model.PaymentMethod(c.Method), PaymentDeadline: c.Deadline}
}

func fromAPIConfigCreation(b model.BillingConfigCreation) core.ConfigChange {
	producers, consumers, start, period := wire.IDs(&b.Producers), wire.IDs(&b.Consumers), wire.Day(b.StartDate), int(b.Period)
	return core.ConfigChange{Producers: &producers, Consumers: &consumers, Start: &start, Anniversary: wire.OptionalDay(b.Anniversary),
		SellingPrice: (*money.MicroEuro)(&b.SellingPriceMicroEuro), SubscriptionPrice: (*money.MicroEuro)(b.SubscriptionPriceMicroEuro), Period: &period,
		Method: (*billing.PaymentMethod)(b.PaymentMethod), Deadline: b.PaymentDeadline}
}

func fromAPIConfigUpdate(version int, b model.BillingConfigUpdate) core.ConfigChange {
	in := core.ConfigChange{Start: wire.OptionalDay(b.StartDate), Anniversary: wire.OptionalDay(b.Anniversary), SellingPrice: (*money.MicroEuro)(b.SellingPriceMicroEuro),
		SubscriptionPrice: (*money.MicroEuro)(b.SubscriptionPriceMicroEuro), Period: (*int)(b.Period), Method: (*billing.PaymentMethod)(b.PaymentMethod),
		Deadline: b.PaymentDeadline, IfVersion: version}
	if b.Producers != nil {
		producers := wire.IDs(b.Producers)
		in.Producers = &producers
	}
	if b.Consumers != nil {
		consumers := wire.IDs(b.Consumers)
		in.Consumers = &consumers
	}
	return in
}

func toAPIContracts(found []core.Contract) []model.BillingContract {
	out := make([]model.BillingContract, len(found))
	for n, c := range found {
		out[n] = toAPIContract(c)
	}
	return out
}

func toAPIContract(c core.Contract) model.BillingContract {
	return model.BillingContract{Id: string(c.ID), OperationId: string(c.OperationID), ProducerId: string(c.ProducerID), ProducerName: c.ProducerName, ConsumerId: string(c.ConsumerID),
		ConsumerName: c.ConsumerName, ConfigId: string(c.ConfigID), StartDate: wire.Date(c.Start)}
}
