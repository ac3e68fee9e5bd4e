package metering

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/distribution"
)

// tableOf is an answer with a line for each of 980 consumers and 20 producers.
func tableOf() distribution.Distribution {
	rng := rand.New(rand.NewPCG(1, 2))
	line := func(i int) distribution.Share {
		return distribution.Share{ParticipantID: id.New(), Name: fmt.Sprintf("Site %04d", i)}
	}
	d := distribution.Distribution{Days: civil.Range{From: civil.NewDate(2025, 1, 5), To: civil.NewDate(2025, 12, 20)}, Surplus: 12_345_678_000}
	for i := range 980 {
		s := line(i)
		s.Set(core.Conso, energy.MilliWh(2_000_000_000+rng.Int64N(1_500_000)*1000))
		s.Set(core.Autoconso, s.Consumption/energy.MilliWh(5+rng.IntN(5))/250*250)
		d.TotalShared += s.Shared
		d.Consumers = append(d.Consumers, s)
	}
	for i := range 20 {
		s := line(980 + i)
		s.Set(core.Prod, energy.MilliWh(20_000_000_000+rng.Int64N(15_000_000)*1000))
		s.Set(core.Autoconso, s.Production/3)
		s.Set(core.Surplus, s.Production-s.Shared)
		d.Producers = append(d.Producers, s)
	}
	return d
}

func BenchmarkDistribution(b *testing.B) {
	d := tableOf()
	text := appendDistribution(nil, d)
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			text = appendDistribution(text[:0], d)
		}
	})
	b.Run("pack", func(b *testing.B) {
		handler := transport.Compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(text)
		}))
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			handler.ServeHTTP(httptest.NewRecorder(), r)
		}
	})
}
