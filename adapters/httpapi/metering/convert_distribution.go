package metering

import (
	"encoding/json"
	"math"
	"strconv"

	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/distribution"
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

// decimal writes v with so many decimals at most. Digits that nobody reads cost a
// distribution a tenth of what it takes to compress and to send.
func (o *jsonObject) decimal(name string, v float64, places int) {
	o.field(name)
	unit := math.Pow10(places)
	n := math.Round(v * unit)
	if n < 0 || n >= 1e15 {
		o.dst = strconv.AppendFloat(o.dst, n/unit, 'f', -1, 64)
		return
	}
	whole, part := int64(n)/int64(unit), int64(n)%int64(unit)
	o.dst = strconv.AppendInt(o.dst, whole, 10)
	if part == 0 {
		return
	}
	o.dst = append(o.dst, '.')
	for ; part > 0; part %= int64(unit) {
		part *= 10
		o.dst = append(o.dst, '0'+byte(part/int64(unit)))
	}
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
func appendDistribution(dst []byte, d distribution.Distribution) []byte {
	if size := 128 + 320*(len(d.Consumers)+len(d.Producers)) + 160*len(d.Flows); cap(dst) < size {
		dst = make([]byte, 0, size)
	}
	o := jsonObject{dst: dst}
	o.field("consumers")
	percentages := d.Percentages()
	at := -1
	o.dst = list(o.dst, d.Consumers, func(dst []byte, s distribution.Share) []byte {
		at++
		return appendConsumer(dst, s, percentages[at])
	})
	o.text("dateFrom", d.Days.From.String())
	o.text("dateTo", d.Days.Last().String())
	o.field("flows")
	o.dst = list(o.dst, d.Flows, appendFlow)
	o.integer("missingDays", int64(d.MissingDays))
	o.field("producers")
	o.dst = list(o.dst, d.Producers, appendProducer)
	o.integer("surplusMilliWh", int64(d.Surplus))
	return append(o.end(), '\n')
}

// who begins a line: the name, and how many sites it sums or which one it is.
func (o *jsonObject) who(s distribution.Share) {
	o.text("name", s.Name)
	if s.Others != 0 {
		o.integer("others", int64(s.Others))
	}
	o.optional("participantId", string(s.ParticipantID))
}

// A percentage has four decimals (specification section 9), and a rate of a line those that make
// the same of it.
const (
	percentUnit = 1e4 // of core.Percentages
	ratePlaces  = 6
)

// appendConsumer writes a model.ConsumerShare. percentage is of all that was shared, in
// ten-thousandths; below zero = of nothing.
func appendConsumer(dst []byte, s distribution.Share, percentage int64) []byte {
	o := jsonObject{dst: dst}
	if len(s.Best) > 0 {
		o.field("bestProducers")
		o.dst = list(o.dst, s.Best, appendBest)
	}
	if whole, shared, ok := s.Split(); ok {
		o.integer("complementMilliWh", int64(whole-shared))
	}
	if s.Knows(core.Conso) {
		o.integer("consumptionMilliWh", int64(s.Consumption))
	}
	o.who(s)
	if percentage >= 0 {
		o.decimal("percentage", float64(percentage)/percentUnit, 4)
	}
	if r, ok := s.Rate(); ok {
		o.decimal("selfProductionRate", r, ratePlaces)
	}
	if s.Knows(core.Autoconso) {
		o.integer("sharedMilliWh", int64(s.Shared))
	}
	return o.end()
}

// appendBest writes a model.BestProducer.
func appendBest(dst []byte, b distribution.BestProducer) []byte {
	o := jsonObject{dst: dst}
	o.text("name", b.Name)
	o.text("producerId", string(b.ProducerID))
	o.integer("sharedMilliWh", int64(b.Shared))
	return o.end()
}

// appendProducer writes a model.ProducerShare.
func appendProducer(dst []byte, s distribution.Share) []byte {
	o := jsonObject{dst: dst}
	o.who(s)
	if s.Knows(core.Prod) {
		o.integer("productionMilliWh", int64(s.Production))
	}
	if s.Knows(core.Autoconso) {
		if r, ok := s.Rate(); ok {
			o.decimal("selfConsumptionRate", r, ratePlaces)
		}
		o.integer("sharedMilliWh", int64(s.Shared))
	}
	if s.Knows(core.Surplus) {
		o.integer("surplusMilliWh", int64(s.Surplus))
	}
	return o.end()
}

// appendFlow writes a model.Flow.
func appendFlow(dst []byte, f distribution.Flow) []byte {
	o := jsonObject{dst: dst}
	o.optional("consumerId", string(f.ConsumerID))
	o.optional("producerId", string(f.ProducerID))
	o.integer("sharedMilliWh", int64(f.Shared))
	return o.end()
}
