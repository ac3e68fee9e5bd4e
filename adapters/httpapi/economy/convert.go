package economy

import (
	"github.com/oapi-codegen/nullable"
	openapi_types "github.com/oapi-codegen/runtime/types"

	geneconomy "github.com/openpmo/pmo/adapters/httpapi/gen/economy"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

func toAPIHour(c *core.Clock) *model.Hour {
	if c == nil {
		return nil
	}
	text := c.String()
	return &text
}

func toAPIPriceConfig(c core.PriceConfig) model.PriceConfig {
	out := model.PriceConfig{ParticipantId: string(c.ParticipantID), ConsumerType: model.ConsumerType(c.ConsumerType), IsOnTRV: c.OnTRV, Version: c.Version,
		BaseMicroEuro: (*int64)(c.Base), PeakMicroEuro: (*int64)(c.Peak), OffPeakMicroEuro: (*int64)(c.OffPeak), SummerPeakMicroEuro: (*int64)(c.SummerPeak),
		SummerOffPeakMicroEuro: (*int64)(c.SummerOffPeak), WinterPeakMicroEuro: (*int64)(c.WinterPeak), WinterOffPeakMicroEuro: (*int64)(c.WinterOffPeak),
		PeakHourStart: toAPIHour(c.PeakStart), OffPeakHourStart: toAPIHour(c.OffPeakStart)}
	if c.ContractType != "" {
		contract := model.ContractType(c.ContractType)
		out.ContractType = &contract
		at := wire.InParis(c.UpdatedAt)
		out.UpdatedAt = &at
	}
	return out
}

// change lays a field of a request over a price: absent leaves it, null takes it away.
func change(n nullable.Nullable[int64], price **money.MicroEuro) {
	switch {
	case !n.IsSpecified():
	case n.IsNull():
		*price = nil
	default:
		v := money.MicroEuro(n.MustGet())
		*price = &v
	}
}

// hourOf reads an hour of a request. Error: economy.hour.
func hourOf(n nullable.Nullable[string], field string) (told bool, at *core.Clock, err error) {
	if !n.IsSpecified() || n.IsNull() {
		return n.IsSpecified(), nil, nil
	}
	c, err := core.ParseClock(n.MustGet())
	if err != nil {
		return false, nil, core.ErrInvalid.Of(fault.From(err).At(field))
	}
	return true, &c, nil
}

func fromAPIPriceConfigUpdate(b model.PriceConfigUpdate) (func(core.Supply) core.Supply, error) {
	peakTold, peak, err := hourOf(b.PeakHourStart, "peakHourStart")
	if err != nil {
		return nil, err
	}
	offPeakTold, offPeak, err := hourOf(b.OffPeakHourStart, "offPeakHourStart")
	if err != nil {
		return nil, err
	}
	return func(s core.Supply) core.Supply {
		if b.ConsumerType != nil {
			s.ConsumerType = party.ConsumerType(*b.ConsumerType)
		}
		if b.ContractType != nil {
			s.ContractType = core.ContractType(*b.ContractType)
		}
		if b.IsOnTRV != nil {
			s.OnTRV = *b.IsOnTRV
		}
		change(b.BaseMicroEuro, &s.Base)
		change(b.PeakMicroEuro, &s.Peak)
		change(b.OffPeakMicroEuro, &s.OffPeak)
		change(b.SummerPeakMicroEuro, &s.SummerPeak)
		change(b.SummerOffPeakMicroEuro, &s.SummerOffPeak)
		change(b.WinterPeakMicroEuro, &s.WinterPeak)
		change(b.WinterOffPeakMicroEuro, &s.WinterOffPeak)
		if peakTold {
			s.PeakStart = peak
		}
		if offPeakTold {
			s.OffPeakStart = offPeak
		}
		return s
	}, nil
}

// parameters are how fields of a contract are called in the question of a bill check.
var parameters = map[string]string{"peakHourStart": "peakStart", "offPeakHourStart": "offPeakStart", "isOnTRV": "TRV", "dateFrom": "startDate", "dateTo": "endDate"}

// asParameters names the parameters that a refusal is about.
func asParameters(err error) error {
	f := fault.From(err)
	if f == nil {
		return err
	}
	renamed := func(e *fault.Error) *fault.Error {
		if name, ok := parameters[e.Field]; ok {
			return e.At(name)
		}
		return e
	}
	f = renamed(f)
	if len(f.Items) > 0 {
		items := make([]*fault.Error, len(f.Items))
		for n, i := range f.Items {
			items[n] = renamed(i)
		}
		f = f.Of(items...)
	}
	return f
}

func supplyOf(p geneconomy.GetEconomyParams) (core.Supply, error) {
	s := core.Supply{OnTRV: wire.IsTrue(p.TRV), Prices: core.Prices{Base: (*money.MicroEuro)(p.BaseMicroEuro), Peak: (*money.MicroEuro)(p.PeakMicroEuro),
		OffPeak: (*money.MicroEuro)(p.OffPeakMicroEuro), SummerPeak: (*money.MicroEuro)(p.SummerPeakMicroEuro), SummerOffPeak: (*money.MicroEuro)(p.SummerOffPeakMicroEuro),
		WinterPeak: (*money.MicroEuro)(p.WinterPeakMicroEuro), WinterOffPeak: (*money.MicroEuro)(p.WinterOffPeakMicroEuro)}}
	if p.ConsumerType != nil {
		s.ConsumerType = party.ConsumerType(*p.ConsumerType)
	}
	if p.ContractType != nil {
		s.ContractType = core.ContractType(*p.ContractType)
	}
	for _, h := range []struct {
		text  *string
		at    **core.Clock
		field string
	}{{p.PeakStart, &s.PeakStart, "peakStart"}, {p.OffPeakStart, &s.OffPeakStart, "offPeakStart"}} {
		if h.text == nil {
			continue
		}
		c, err := core.ParseClock(*h.text)
		if err != nil {
			return s, core.ErrInvalid.Of(fault.From(err).At(h.field))
		}
		*h.at = &c
	}
	return s, nil
}

func toAPIEconomy(e core.Estimate) model.Economy {
	out := model.Economy{StartDate: wire.Date(e.Days.From), EndDate: wire.Date(e.Days.Last()), ConsumerType: model.ConsumerType(e.ConsumerType), ContractType: model.ContractType(e.ContractType),
		TaxIncluded: e.ConsumerType == party.Individual, CountedDays: e.Counted, Provisional: e.Provisional, Gaps: toAPIGaps(e.Gaps),
		Slots: make([]model.EconomySlotSum, len(e.Slots)), TrvStartDates: make([]openapi_types.Date, len(e.Grids))}
	for n, s := range e.Slots {
		out.Slots[n] = model.EconomySlotSum{Slot: model.EconomySlot(s.Slot), PriceMicroEuro: int64(s.Price), SharedMilliWh: int64(s.Shared), SupplierMilliWh: int64(s.Supplier)}
	}
	for n, d := range e.Grids {
		out.TrvStartDates[n] = wire.Date(d)
	}
	if e.Counted > 0 {
		out.ConsumerAutoConsumptionMilliWh, out.ConsumerSupplierConsumptionMilliWh = (*int64)(&e.Shared), (*int64)(&e.Supplier)
		out.WithoutCents, out.WithCents, out.LocalCents = (*int64)(&e.Without), (*int64)(&e.With), (*int64)(&e.Local)
		out.FixedCents, out.EconomyCents, out.EconomyRate = (*int64)(&e.Fixed), (*int64)(&e.Economy), e.Rate
	}
	return out
}

func toAPIGaps(gaps []core.Gap) []model.EconomyGap {
	out := make([]model.EconomyGap, len(gaps))
	for n, g := range gaps {
		out[n] = model.EconomyGap{Reason: model.EconomyGapReason(g.Reason), StartDate: wire.Date(g.Days.From), EndDate: wire.Date(g.Days.Last())}
	}
	return out
}

func toAPISupplierBill(b core.SupplierBill) model.SupplierBill {
	out := model.SupplierBill{StartDate: wire.Date(b.Days.From), EndDate: wire.Date(b.Days.Last()), Gaps: toAPIGaps(b.Gaps), Provisional: b.Provisional, Registers: b.Registers,
		BilledMilliWh: (*int64)(b.Billed)}
	if b.Whole() {
		out.UsedMilliWh, out.SharedMilliWh = (*int64)(&b.Used), (*int64)(&b.Shared)
		out.ExpectedMilliWh, out.ToleranceMilliWh = (*int64)(&b.Expected), (*int64)(&b.Tolerance)
	}
	if b.Verdict != "" {
		verdict := model.SupplierBillVerdict(b.Verdict)
		out.Verdict, out.ExcessMilliWh = &verdict, (*int64)(&b.Excess)
	}
	return out
}

// ToAPITRVPrice writes a price of the regulated tariff; the back-office writes it too.
func ToAPITRVPrice(t core.TRVPrice) model.TRVPrice {
	return model.TRVPrice{Id: string(t.ID), ConsumerType: model.ConsumerType(t.ConsumerType), ContractType: model.ContractType(t.ContractType), StartDate: wire.Date(t.From),
		FromKVA: t.FromKVA, BaseMicroEuro: (*int64)(t.Base), PeakMicroEuro: (*int64)(t.Peak), OffPeakMicroEuro: (*int64)(t.OffPeak), Source: t.Source, Version: t.Version}
}

// FromAPITRVPriceCreation reads a price of the regulated tariff.
func FromAPITRVPriceCreation(b model.TRVPriceCreation) core.TRVPrice {
	t := core.TRVPrice{ConsumerType: party.ConsumerType(b.ConsumerType), ContractType: core.ContractType(b.ContractType), From: wire.Day(b.StartDate),
		Base: (*money.MicroEuro)(b.BaseMicroEuro), Peak: (*money.MicroEuro)(b.PeakMicroEuro), OffPeak: (*money.MicroEuro)(b.OffPeakMicroEuro), Source: b.Source}
	if b.FromKVA != nil {
		t.FromKVA = *b.FromKVA
	}
	return t
}

// FromAPITRVPriceUpdate reads what changes of one.
func FromAPITRVPriceUpdate(b model.TRVPriceUpdate) func(core.TRVPrice) core.TRVPrice {
	return func(t core.TRVPrice) core.TRVPrice {
		if b.ConsumerType != nil {
			t.ConsumerType = party.ConsumerType(*b.ConsumerType)
		}
		if b.ContractType != nil {
			t.ContractType = core.ContractType(*b.ContractType)
		}
		if b.StartDate != nil {
			t.From = wire.Day(*b.StartDate)
		}
		if b.FromKVA != nil {
			t.FromKVA = *b.FromKVA
		}
		if b.Source != nil {
			t.Source = *b.Source
		}
		change(b.BaseMicroEuro, &t.Base)
		change(b.PeakMicroEuro, &t.Peak)
		change(b.OffPeakMicroEuro, &t.OffPeak)
		return t
	}
}
