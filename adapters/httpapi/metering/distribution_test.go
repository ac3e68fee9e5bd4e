package metering

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/distribution"
)

func drawShare(t *rapid.T) (s distribution.Share) {
	if s.Name = rapid.OneOf(rapid.String(), rapid.Just("Site 1")).Draw(t, "name"); rapid.Bool().Draw(t, "one") {
		s.ParticipantID = id.New()
	} else {
		s.Others = rapid.IntRange(1, 99).Draw(t, "others")
	}
	for range rapid.IntRange(0, 3).Draw(t, "best") {
		s.Best = append(s.Best, distribution.BestProducer{ProducerID: id.New(), Name: rapid.String().Draw(t, "producer"), Shared: energy.MilliWh(rapid.Int64Range(0, 1<<50).Draw(t, "given"))})
	}
	for _, n := range []core.Nature{core.Conso, core.Prod, core.Autoconso, core.Surplus} {
		if rapid.Bool().Draw(t, "known") {
			s.Set(n, energy.MilliWh(rapid.Int64Range(0, 1<<50).Draw(t, "energy")))
		}
	}
	return s
}

// What is appended by hand is what the encoder makes of the generated types.
func TestDistributionsAreWrittenAsTheContractSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := distribution.Distribution{Days: civil.Range{From: civil.NewDate(2026, 1, 2), To: civil.NewDate(2026, 3, 1)},
			Consumers: rapid.SliceOfN(rapid.Custom(drawShare), 0, 3).Draw(t, "consumers"),
			Producers: rapid.SliceOfN(rapid.Custom(drawShare), 0, 3).Draw(t, "producers")}
		d.TotalShared = energy.MilliWh(rapid.Int64Range(0, 1<<52).Draw(t, "total"))
		d.MissingDays = rapid.IntRange(0, 366).Draw(t, "missing")
		d.Surplus = energy.MilliWh(rapid.Int64Range(0, 1<<52).Draw(t, "surplus"))
		for _, s := range d.Consumers {
			d.Flows = append(d.Flows, distribution.Flow{ConsumerID: s.ParticipantID, Shared: s.Shared})
		}
		want, err := json.Marshal(wantDistribution(d))
		require.NoError(t, err)
		got := appendDistribution(nil, d)
		require.JSONEq(t, string(want), string(got))
		var back model.Distribution
		require.NoError(t, json.Unmarshal(got, &back))
	})
}

func wantDistribution(d distribution.Distribution) model.Distribution {
	out := model.Distribution{DateFrom: wire.Date(d.Days.From), DateTo: wire.Date(d.Days.Last()), SurplusMilliWh: int64(d.Surplus), MissingDays: d.MissingDays,
		Consumers: make([]model.ConsumerShare, len(d.Consumers)), Producers: make([]model.ProducerShare, len(d.Producers)),
		Flows: make([]model.Flow, len(d.Flows))}
	percentages := d.Percentages()
	for i, s := range d.Consumers {
		out.Consumers[i] = wantConsumerShare(s, percentages[i])
	}
	for i, s := range d.Producers {
		out.Producers[i] = wantProducerShare(s)
	}
	for i, f := range d.Flows {
		out.Flows[i] = model.Flow{ConsumerId: wire.OptionalText(string(f.ConsumerID)), ProducerId: wire.OptionalText(string(f.ProducerID)), SharedMilliWh: int64(f.Shared)}
	}
	return out
}

func wantConsumerShare(s distribution.Share, percentage int64) model.ConsumerShare {
	out := model.ConsumerShare{ParticipantId: wire.OptionalText(string(s.ParticipantID)), Name: s.Name, Others: wire.OptionalCount(s.Others)}
	for _, b := range s.Best {
		if out.BestProducers == nil {
			out.BestProducers = new([]model.BestProducer)
		}
		*out.BestProducers = append(*out.BestProducers, model.BestProducer{ProducerId: model.Id(b.ProducerID), Name: b.Name, SharedMilliWh: int64(b.Shared)})
	}
	if s.Knows(core.Autoconso) {
		out.SharedMilliWh = (*int64)(&s.Shared)
	}
	if percentage >= 0 {
		percent := float64(percentage) / 1e4
		out.Percentage = &percent
	}
	if s.Knows(core.Conso) {
		out.ConsumptionMilliWh = (*int64)(&s.Consumption)
	}
	if whole, shared, ok := s.Split(); ok {
		complement := int64(whole - shared)
		out.ComplementMilliWh, out.SelfProductionRate = &complement, wantRate(s)
	}
	return out
}

func wantProducerShare(s distribution.Share) model.ProducerShare {
	out := model.ProducerShare{ParticipantId: wire.OptionalText(string(s.ParticipantID)), Name: s.Name, Others: wire.OptionalCount(s.Others)}
	if s.Knows(core.Prod) {
		out.ProductionMilliWh = (*int64)(&s.Production)
	}
	if s.Knows(core.Surplus) {
		out.SurplusMilliWh = (*int64)(&s.Surplus)
	}
	if s.Knows(core.Autoconso) {
		out.SharedMilliWh = (*int64)(&s.Shared)
		out.SelfConsumptionRate = wantRate(s)
	}
	return out
}

func wantRate(s distribution.Share) *float64 {
	r, ok := s.Rate()
	if !ok {
		return nil
	}
	r = math.Round(r*1e6) / 1e6
	return &r
}

// What is less than nothing by less than is written is nothing, without a sign.
func TestNumbersAreWrittenWithoutNeedlessDigits(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{-0.00001: "0", 0: "0", 12.5: "12.5", 0.25: "0.25", -1.5: "-1.5", 100: "100", 1e16: "10000000000000000"} {
		var o jsonObject
		o.decimal("v", v, 3)
		require.Equal(t, want, string(o.dst[strings.IndexByte(string(o.dst), ':')+1:]), "%v", v)
	}
}
