package economy

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// suppliers are contracts, a tariff and curves of hours, for what their suppliers delivered.
type suppliers struct {
	told   map[id.ID]Supply
	tariff Tariff
	rest   func(at time.Time) int64 // of each hour, beside nothing shared; drawing.Gap = not known
	asked  []civil.Range            // curves
}

func (s *suppliers) Of(_ context.Context, sites []id.ID) (out []PriceConfig, _ error) {
	for _, one := range sites {
		if of, ok := s.told[one]; ok {
			out = append(out, PriceConfig{ParticipantID: one, Supply: of})
		}
	}
	return out, nil
}

func (s *suppliers) Put(context.Context, PriceConfig, int) (bool, error) { return false, nil }

type tariffs struct {
	Tariffs
	all Tariff
}

func (t tariffs) All(context.Context, int) (Tariff, error) { return t.all, nil }

func (s *suppliers) ParticipantCurve(_ context.Context, _ policy.Principal, in drawing.CurveInput) (drawing.LoadCurve, error) {
	s.asked = append(s.asked, in.Days)
	c := drawing.LoadCurve{Zone: civil.Paris, Days: in.Days, Start: civil.Paris.Start(in.Days.From), Step: "PT1H"}
	var used, shared []int64
	for at := c.Start; at.Before(civil.Paris.Start(in.Days.To)); at = at.Add(time.Hour) {
		used, shared = append(used, s.rest(at)), append(shared, 0)
	}
	c.Series = []drawing.CurveSeries{{Nature: metering.Conso, Values: used}, {Nature: metering.Autoconso, Values: shared}}
	return c, nil
}

// supplied prices what one site had of some days: so many kWh of each month, where its contract is of one price.
func (s *suppliers) supplied(t *testing.T, assume bool, days civil.Range, perMonth map[civil.Month]energy.MilliWh, sites ...participant.Participant) map[id.ID]Supplied {
	t.Helper()
	out, err := New(Deps{Stores: Stores{Configs: s, Tariffs: tariffs{all: s.tariff}}, Curves: s}).Supplied(t.Context(), policy.Principal{}, Suppliers{Sites: sites, Days: days, Assume: assume,
		Rest: func(_ id.ID, m civil.Month) (energy.MilliWh, bool) { e, ok := perMonth[m]; return e, ok }})
	require.NoError(t, err)
	return out
}

var (
	september = civil.MonthOf(civil.NewDate(2026, 9, 1))
	october   = civil.MonthOf(civil.NewDate(2026, 10, 1))
	november  = civil.MonthOf(civil.NewDate(2026, 11, 1))
	autumn    = civil.Range{From: september.First(), To: november.Next().First()}
	watts     = int64(6_000)
	site      = participant.Participant{ID: "c", ContractPower: &watts, Activation: &always}
)

// TestWhatASupplierDeliveredByOnePrice: by the contract, month by month; a month of which the rest is not known,
// and a site of which nobody told a contract, have no price.
func TestWhatASupplierDeliveredByOnePrice(t *testing.T) {
	t.Parallel()
	s := &suppliers{told: map[id.ID]Supply{"c": {ConsumerType: party.Individual, ContractType: Base, Prices: Prices{Base: micro(200_000)}}}}
	rest := map[civil.Month]energy.MilliWh{september: 100 * energy.KilowattHour, november: energy.KilowattHour / 2}
	other := site
	other.ID = "nobody"
	out := s.supplied(t, false, autumn, rest, site, other)
	require.Equal(t, Supplied{ByContract, map[civil.Month]Cost{september: {Energy: 100 * energy.KilowattHour, Amount: 2_000}, october: {Why: NoData}, november: {Energy: energy.KilowattHour / 2, Amount: 10}}}, out["c"])
	require.Equal(t, Supplied{"", map[civil.Month]Cost{september: {Why: NoContract}, october: {Why: NoContract}, november: {Why: NoContract}}}, out["nobody"])
	require.Empty(t, s.asked, "no curve is needed")
	half := s.told["c"]
	half.Base = nil
	s.told["c"] = half
	require.Equal(t, Basis(""), s.supplied(t, true, autumn, rest, site)["c"].Basis, "half a contract is none, and is not replaced by another")
}

// TestTheRegulatedTariffStandsInWhereAsked: by its price of the day; a month within which it changes, or before
// it is known, has no price, and neither has a site whose power is not told.
func TestTheRegulatedTariffStandsInWhereAsked(t *testing.T) {
	t.Parallel()
	grid := func(from civil.Date, price int64) TRVPrice {
		return TRVPrice{ConsumerType: party.Individual, ContractType: Base, From: from, Base: micro(price)}
	}
	s := &suppliers{tariff: Tariff{grid(october.First(), 200_000), grid(civil.NewDate(2026, 11, 15), 210_000)}}
	december := november.Next()
	year := civil.Range{From: autumn.From, To: december.Next().First()}
	rest := map[civil.Month]energy.MilliWh{september: 10 * energy.KilowattHour, october: 10 * energy.KilowattHour, november: 10 * energy.KilowattHour, december: 10 * energy.KilowattHour}
	person := site
	person.EntityType = party.PartIndiv
	want := map[civil.Month]Cost{september: {Why: NoTariff}, october: {Energy: 10 * energy.KilowattHour, Amount: 200}, november: {Why: NoTariff}, december: {Energy: 10 * energy.KilowattHour, Amount: 210}}
	require.Equal(t, Supplied{ByRegulation, want}, s.supplied(t, true, year, rest, person)["c"])
	require.Equal(t, Basis(""), s.supplied(t, false, year, rest, person)["c"].Basis, "nobody asked for it")
	within := civil.Range{From: civil.NewDate(2026, 11, 15), To: december.First()}
	require.Equal(t, map[civil.Month]Cost{november: {Energy: 10 * energy.KilowattHour, Amount: 210}}, s.supplied(t, true, within, rest, person)["c"].Months, "the days asked for have one price")
	s.tariff[0].FromKVA, s.tariff[1].FromKVA, person.ContractPower = 3, 3, nil
	for m, cost := range s.supplied(t, true, year, rest, person)["c"].Months {
		require.Equal(t, Cost{Why: NoTariff}, cost, m)
	}
}

// TestWhatASupplierDeliveredByHours: peak hours from 06:00 to 22:00; the night of the clock change has nine
// others; seasons change with November. Days that are not known are not in a sum, and months of none have none.
func TestWhatASupplierDeliveredByHours(t *testing.T) {
	t.Parallel()
	s := &suppliers{told: map[id.ID]Supply{
		"two":  {ConsumerType: party.Professional, ContractType: Double, Prices: Prices{Peak: micro(250_000), OffPeak: micro(150_000)}, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")},
		"four": {ConsumerType: party.Professional, ContractType: Quadruple, Prices: Prices{SummerPeak: micro(160_000), SummerOffPeak: micro(120_000), WinterPeak: micro(300_000), WinterOffPeak: micro(200_000)}, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")},
		"trv":  {ConsumerType: party.Individual, ContractType: Double, OnTRV: true, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")},
	}, rest: func(time.Time) int64 { return kWh }}
	at := func(name id.ID) participant.Participant { one := site; one.ID = name; return one }
	days := civil.Range{From: october.First(), To: november.Next().First()}
	out := s.supplied(t, false, days, nil, at("two"), at("four"))
	// October: 31 × 16 = 496 peak hours of 745; November: 30 × 16 = 480 of 720.
	require.Equal(t, map[civil.Month]Cost{october: {Energy: 745 * energy.KilowattHour, Amount: 12_400 + 3_735}, november: {Energy: 720 * energy.KilowattHour, Amount: 12_000 + 3_600}}, out["two"].Months)
	require.Equal(t, map[civil.Month]Cost{october: {Energy: 745 * energy.KilowattHour, Amount: 7_936 + 2_988}, november: {Energy: 720 * energy.KilowattHour, Amount: 14_400 + 4_800}}, out["four"].Months)

	s.rest = func(at time.Time) int64 {
		if d := civil.Paris.DateOf(at); d >= november.First() || d == october.First() && at.Hour() == 10 {
			return drawing.Gap
		}
		return kWh
	}
	out = s.supplied(t, false, days, nil, at("two"))
	require.Equal(t, map[civil.Month]Cost{october: {Energy: 721 * energy.KilowattHour, Amount: 12_000 + 3_615}, november: {Why: NoData}}, out["two"].Months,
		"of the day that lacks an hour nothing counts, not what stands before it either")

	s.rest = func(time.Time) int64 { return kWh }
	s.tariff = Tariff{{ConsumerType: party.Individual, ContractType: Double, From: civil.NewDate(2026, 10, 31), Peak: micro(200_000), OffPeak: micro(100_000)}}
	out = s.supplied(t, false, days, nil, at("trv"))
	require.Equal(t, map[civil.Month]Cost{october: {Why: NoTariff}, november: {Energy: 720 * energy.KilowattHour, Amount: 9_600 + 2_400}}, out["trv"].Months, "a month of which a day has no tariff has no price")
}

// TestHourlyPricesHaveABound: of that many sites curves are read, of one more not, and it is said.
func TestHourlyPricesHaveABound(t *testing.T) {
	t.Parallel()
	s := &suppliers{told: map[id.ID]Supply{}, rest: func(time.Time) int64 { return kWh }}
	var sites []participant.Participant
	for n := range MostHourly + 1 {
		one := site
		one.ID = id.ID(fmt.Sprint(n))
		s.told[one.ID] = Supply{ConsumerType: party.Professional, ContractType: Double, Prices: Prices{Peak: micro(1), OffPeak: micro(1)}, PeakStart: hour("06:00"), OffPeakStart: hour("22:00")}
		sites = append(sites, one)
	}
	day := civil.Range{From: october.First(), To: october.First() + 1}
	out := s.supplied(t, false, day, nil, sites...)
	require.Len(t, s.asked, MostHourly)
	require.Equal(t, Cost{Energy: 24 * energy.KilowattHour, Amount: 0}, out[sites[MostHourly-1].ID].Months[october])
	require.Equal(t, Cost{Why: TooManyRead}, out[sites[MostHourly].ID].Months[october])
	s.asked = nil
	year := civil.Range{From: civil.NewDate(2025, 1, 1), To: civil.NewDate(2026, 3, 1)}
	s.supplied(t, false, year, nil, sites[0])
	require.Equal(t, []civil.Range{{From: year.From, To: civil.NewDate(2026, 1, 1)}, {From: civil.NewDate(2026, 1, 1), To: year.To}}, s.asked, "a year of a curve at once")
}
