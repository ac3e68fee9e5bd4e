package economy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

func micro(v int64) *money.MicroEuro { p := money.MicroEuro(v); return &p }
func hour(text string) *Clock {
	c, err := ParseClock(text)
	if err != nil {
		panic(err)
	}
	return &c
}

func keysOf(err error) map[string]string {
	out := map[string]string{}
	if f := fault.From(err); f != nil {
		for _, i := range f.Items {
			out[i.Field] = i.Key
		}
	}
	return out
}

// TestWhatEachContractTypeNeeds: prices and hours, each with its key and its field (specification section 5).
func TestWhatEachContractTypeNeeds(t *testing.T) {
	t.Parallel()
	four := Prices{SummerPeak: micro(1), SummerOffPeak: micro(2), WinterPeak: micro(3), WinterOffPeak: micro(4)}
	for name, c := range map[string]struct {
		supply Supply
		lacks  map[string]string
	}{
		"nothing told": {Supply{}, map[string]string{"consumerType": "economy.consumerType", "contractType": "economy.contractType"}},
		"base":         {Supply{ContractType: Base}, map[string]string{"consumerType": "economy.consumerType", "baseMicroEuro": "economy.basePrice"}},
		"base whole":   {Supply{ConsumerType: party.Individual, ContractType: Base, Prices: Prices{Base: micro(200000)}}, map[string]string{}},
		"base by TRV":  {Supply{ConsumerType: party.Individual, ContractType: Base, OnTRV: true}, map[string]string{}},
		"double": {Supply{ConsumerType: party.Individual, ContractType: Double}, map[string]string{"peakMicroEuro": "economy.peakPrice", "offPeakMicroEuro": "economy.offPeakPrice",
			"peakHourStart": "economy.peakHour", "offPeakHourStart": "economy.offPeakHour"}},
		"double by TRV needs hours": {Supply{ConsumerType: party.Individual, ContractType: Double, OnTRV: true}, map[string]string{"peakHourStart": "economy.peakHour", "offPeakHourStart": "economy.offPeakHour"}},
		"double whole":              {Supply{ConsumerType: party.Individual, ContractType: Double, Prices: Prices{Peak: micro(1), OffPeak: micro(1)}, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")}, map[string]string{}},
		"four": {Supply{ConsumerType: party.Professional, ContractType: Quadruple, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")},
			map[string]string{"summerPeakMicroEuro": "economy.summerPeakPrice", "summerOffPeakMicroEuro": "economy.summerOffPeakPrice", "winterPeakMicroEuro": "economy.winterPeakPrice", "winterOffPeakMicroEuro": "economy.winterOffPeakPrice"}},
		"four whole":   {Supply{ConsumerType: party.Professional, ContractType: Quadruple, Prices: four, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")}, map[string]string{}},
		"four without": {Supply{ConsumerType: party.Professional, ContractType: Quadruple, Prices: four}, map[string]string{"peakHourStart": "economy.peakHour", "offPeakHourStart": "economy.offPeakHour"}},
		"four by TRV":  {Supply{ConsumerType: party.Professional, ContractType: Quadruple, OnTRV: true, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")}, map[string]string{"isOnTRV": "economy.trvContract"}},
		"one hour":     {Supply{ConsumerType: party.Individual, ContractType: Double, OnTRV: true, PeakStart: hour("06:00"), OffPeakStart: hour("06:00")}, map[string]string{"offPeakHourStart": "economy.sameHours"}},
		"free":         {Supply{ConsumerType: party.Individual, ContractType: Base, Prices: Prices{Base: micro(0)}}, map[string]string{"baseMicroEuro": "economy.priceRange"}},
		"per MWh":      {Supply{ConsumerType: party.Individual, ContractType: Base, Prices: Prices{Base: micro(193_980_000)}}, map[string]string{"baseMicroEuro": "economy.priceRange"}},
	} {
		err := c.supply.Check()
		require.Equal(t, c.lacks, keysOf(err), name)
		require.Equal(t, len(c.lacks) > 0, fault.KeyOf(err) == "economy.invalid", name)
	}
}

func TestClocks(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "6:00", "24:00", "06:60", "06h00"} {
		_, err := ParseClock(wrong)
		require.ErrorIs(t, err, ErrHour, wrong)
	}
	require.Equal(t, "06:30", hour("06:30").String())
}

// TestMinutesOfPeakHours: of steps inside, outside and across, where peak hours begin in the day and in the night.
func TestMinutesOfPeakHours(t *testing.T) {
	t.Parallel()
	day := Supply{ContractType: Double, PeakStart: hour("06:30"), OffPeakStart: hour("22:30")}
	night := Supply{ContractType: Double, PeakStart: hour("22:30"), OffPeakStart: hour("06:30")}
	for _, c := range []struct {
		from    string
		minutes int
		day     int
	}{{"06:15", 15, 0}, {"06:30", 15, 15}, {"22:15", 15, 15}, {"22:30", 15, 0}, {"06:00", 60, 30}, {"22:00", 60, 30}, {"23:30", 60, 0}, {"12:00", 30, 30}} {
		require.Equal(t, c.day, day.peakMinutes(*hour(c.from), c.minutes), c.from)
		require.Equal(t, c.minutes-c.day, night.peakMinutes(*hour(c.from), c.minutes), c.from)
	}
}

// TestSeasons: winter is November to March, days of clock changes among them.
func TestSeasons(t *testing.T) {
	t.Parallel()
	for day, winter := range map[civil.Date]bool{civil.NewDate(2026, 3, 31): true, civil.NewDate(2026, 4, 1): false, civil.NewDate(2026, 10, 31): false, civil.NewDate(2026, 11, 1): true, civil.NewDate(2026, 3, 29): true, civil.NewDate(2026, 10, 25): false} {
		require.Equal(t, winter, isWinter(day), day)
	}
}

// TestTheTariffOfADay: the newest grid until then as a whole, by power; what it does not name is not known.
func TestTheTariffOfADay(t *testing.T) {
	t.Parallel()
	of := func(contract ContractType, from civil.Date, kva int, base int64) TRVPrice {
		p := TRVPrice{ConsumerType: party.Individual, ContractType: contract, From: from, FromKVA: kva, Source: "x"}
		if contract == Base {
			p.Base = micro(base)
		} else {
			p.Peak, p.OffPeak = micro(base), micro(base)
		}
		return p
	}
	first, second := civil.NewDate(2025, 8, 1), civil.NewDate(2026, 2, 1)
	all := Tariff{of(Base, second, 9, 192660), of(Base, first, 0, 195200), of(Double, first, 0, 200000), of(Base, second, 0, 193980)}
	base := func(day civil.Date, watts int64) money.MicroEuro {
		g, ok := all.On(party.Individual, day)
		require.True(t, ok)
		p, refused := g.Of(Base, &watts)
		require.Nil(t, refused)
		return *p.Base
	}
	require.Equal(t, money.MicroEuro(195200), base(second-1, 9000))
	require.Equal(t, money.MicroEuro(193980), base(second, 6000))
	require.Equal(t, money.MicroEuro(192660), base(second, 9000))
	_, ok := all.On(party.Individual, first-1)
	require.False(t, ok)
	_, ok = all.On(party.Professional, second)
	require.False(t, ok)
	newest, _ := all.On(party.Individual, second)
	watts, much := int64(6000), int64(36_001)
	_, refused := newest.Of(Double, &watts)
	require.Equal(t, "economy.trvMissing", refused.Key, "an older grid does not answer for a newer one")
	_, refused = newest.Of(Base, nil)
	require.Equal(t, "economy.powerUnknown", refused.Key)
	_, refused = newest.Of(Base, &much)
	require.Equal(t, "economy.trvPower", refused.Key)
	oldest, _ := all.On(party.Individual, first)
	p, refused := oldest.Of(Base, nil)
	require.Nil(t, refused)
	require.Equal(t, money.MicroEuro(195200), *p.Base, "all powers have one price")
	require.Equal(t, map[string]string{"peakMicroEuro": "economy.trvOtherPrice", "fromKVA": "economy.trvPower", "source": "field.required"},
		keysOf(TRVPrice{ContractType: Base, Base: micro(1), Peak: micro(1), FromKVA: 37, Source: " "}.Check()))
}
