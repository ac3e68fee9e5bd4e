package httpapi

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/openpmo/pmo/core/energy"
	core "github.com/openpmo/pmo/core/metering"
)

// jsonObject appends the fields of an object, in the order they are given. Names need
// no escaping.
type jsonObject struct {
	dst   []byte
	begun bool
}

func (o *jsonObject) field(name string) {
	sep := byte(',')
	if !o.begun {
		sep, o.begun = '{', true
	}
	o.dst = append(o.dst, sep, '"')
	o.dst = append(o.dst, name...)
	o.dst = append(o.dst, '"', ':')
}

func (o *jsonObject) integer(name string, v int64) {
	o.field(name)
	o.dst = strconv.AppendInt(o.dst, v, 10)
}

func (o *jsonObject) number(name string, v float64) {
	o.field(name)
	o.dst = strconv.AppendFloat(o.dst, v, 'f', -1, 64)
}

// optional writes what is not empty.
func (o *jsonObject) optional(name, v string) {
	if v != "" {
		o.text(name, v)
	}
}

func (o *jsonObject) text(name, v string) {
	o.field(name)
	for i := range len(v) {
		if c := v[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			escaped, _ := json.Marshal(v) // a string cannot fail
			o.dst = append(o.dst, escaped...)
			return
		}
	}
	o.dst = append(o.dst, '"')
	o.dst = append(o.dst, v...)
	o.dst = append(o.dst, '"')
}

// end closes the object; it has a field.
func (o *jsonObject) end() []byte { return append(o.dst, '}') }

// list appends an array.
func list[T any](dst []byte, all []T, each func(dst []byte, one T) []byte) []byte {
	dst = append(dst, '[')
	for i, one := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = each(dst, one)
	}
	return append(dst, ']')
}

// appendDistribution writes a model.Distribution: as a table it has a line a site, and
// the encoder would take longer than all the rest.
func appendDistribution(dst []byte, d core.Distribution) []byte {
	if size := 128 + 320*(len(d.Consumers)+len(d.Producers)) + 160*len(d.Flows); cap(dst) < size {
		dst = make([]byte, 0, size)
	}
	o := jsonObject{dst: dst}
	o.field("consumers")
	o.dst = list(o.dst, d.Consumers, func(dst []byte, s core.Share) []byte { return appendConsumer(dst, s, d.TotalShared) })
	o.text("dateFrom", d.Days.From.String())
	o.text("dateTo", d.Days.Last().String())
	o.field("flows")
	o.dst = list(o.dst, d.Flows, appendFlow)
	o.field("producers")
	o.dst = list(o.dst, d.Producers, appendProducer)
	o.integer("surplusMilliWh", int64(d.Surplus))
	return append(o.end(), '\n')
}

// who begins a line: the name, and how many sites it sums or which one it is.
func (o *jsonObject) who(s core.Share) {
	o.text("name", s.Name)
	if s.Others != 0 {
		o.integer("others", int64(s.Others))
	}
	o.optional("participantId", string(s.ParticipantID))
}

// percent has four decimals (decisions 9.4).
func percent(rate float64) float64 { return math.Round(rate*1e6) / 1e4 }

// appendConsumer writes a model.ConsumerShare.
func appendConsumer(dst []byte, s core.Share, total energy.MilliWh) []byte {
	o := jsonObject{dst: dst}
	if len(s.Best) > 0 {
		o.field("bestProducers")
		o.dst = list(o.dst, s.Best, appendBest)
	}
	used, split := s.Knows(core.Conso), s.Knows(core.Conso) && s.Knows(core.Autoconso)
	if split {
		o.integer("complementMilliWh", int64(s.Consumption-s.Shared))
	}
	if used {
		o.integer("consumptionMilliWh", int64(s.Consumption))
	}
	o.who(s)
	if r, ok := energy.Rate(s.Shared, total); ok {
		o.number("percentage", percent(r))
	}
	if r, ok := energy.Rate(s.Shared, s.Consumption); ok && split {
		o.number("selfProductionRate", r)
	}
	o.integer("sharedMilliWh", int64(s.Shared))
	return o.end()
}

// appendBest writes a model.BestProducer.
func appendBest(dst []byte, b core.BestProducer) []byte {
	o := jsonObject{dst: dst}
	o.text("name", b.Name)
	o.text("producerId", string(b.ProducerID))
	o.integer("sharedMilliWh", int64(b.Shared))
	return o.end()
}

// appendProducer writes a model.ProducerShare.
func appendProducer(dst []byte, s core.Share) []byte {
	o := jsonObject{dst: dst}
	o.who(s)
	o.integer("productionMilliWh", int64(s.Production))
	if s.Knows(core.Autoconso) {
		if r, ok := energy.Rate(s.Shared, s.Production); ok && s.Knows(core.Prod) {
			o.number("selfConsumptionRate", r)
		}
		o.integer("sharedMilliWh", int64(s.Shared))
	}
	if s.Knows(core.Surplus) {
		o.integer("surplusMilliWh", int64(s.Surplus))
	}
	return o.end()
}

// appendFlow writes a model.Flow.
func appendFlow(dst []byte, f core.Flow) []byte {
	o := jsonObject{dst: dst}
	o.optional("consumerId", string(f.ConsumerID))
	o.optional("producerId", string(f.ProducerID))
	o.integer("sharedMilliWh", int64(f.Shared))
	return o.end()
}
