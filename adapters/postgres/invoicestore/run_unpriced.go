package invoicestore

import (
	"encoding/json"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// storedUnpriced is how bill_runs.unpriced keeps the energy that nobody is billed for.
type storedUnpriced struct {
	Energy int64          `json:"milliWh"`
	Number int            `json:"number"`
	Pairs  []storedUnpair `json:"pairs"`
	// ByProducer counts all pairs, also those that are not kept one by one.
	ByProducer map[id.ID]storedUnsum `json:"byProducer"`
}

type storedUnsum struct {
	Energy int64 `json:"milliWh"`
	Number int   `json:"number"`
}

type storedUnpair struct {
	ConsumerID   id.ID  `json:"consumerId"`
	ProducerID   id.ID  `json:"producerId"`
	ConsumerName string `json:"consumerName"`
	ProducerName string `json:"producerName"`
	From         string `json:"from"`
	Last         string `json:"last"` // included
	Energy       int64  `json:"milliWh"`
	Reason       string `json:"reason"`
}

func toDBUnpriced(u billing.Unpriced) ([]byte, error) {
	if u.Number == 0 {
		return nil, nil
	}
	stored := storedUnpriced{Energy: int64(u.Energy), Number: u.Number, Pairs: make([]storedUnpair, len(u.Pairs)), ByProducer: map[id.ID]storedUnsum{}}
	for producer, sum := range u.ByProducer {
		stored.ByProducer[producer] = storedUnsum{int64(sum.Energy), sum.Number}
	}
	for i, p := range u.Pairs {
		stored.Pairs[i] = storedUnpair{p.ConsumerID, p.ProducerID, p.ConsumerName, p.ProducerName, p.Days.From.String(), p.Days.Last().String(), int64(p.Energy), string(p.Reason)}
	}
	return json.Marshal(stored)
}

func fromDBUnpriced(data []byte) (billing.Unpriced, error) {
	var stored storedUnpriced
	if data == nil {
		return billing.Unpriced{}, nil
	}
	if err := json.Unmarshal(data, &stored); err != nil {
		return billing.Unpriced{}, err
	}
	u := billing.Unpriced{Energy: energy.MilliWh(stored.Energy), Number: stored.Number, Pairs: make([]billing.UnpricedPair, len(stored.Pairs)), ByProducer: map[id.ID]billing.UnpricedSum{}}
	for i, p := range stored.Pairs {
		from, err := civil.ParseDate(p.From)
		if err != nil {
			return u, err
		}
		last, err := civil.ParseDate(p.Last)
		if err != nil {
			return u, err
		}
		u.Pairs[i] = billing.UnpricedPair{Pair: billing.Pair{ConsumerID: p.ConsumerID, ProducerID: p.ProducerID}, ConsumerName: p.ConsumerName,
			ProducerName: p.ProducerName, Days: civil.Range{From: from, To: last + 1}, Energy: energy.MilliWh(p.Energy), Reason: billing.UnpricedReason(p.Reason)}
	}
	for producer, sum := range stored.ByProducer {
		u.ByProducer[producer] = billing.UnpricedSum{Energy: energy.MilliWh(sum.Energy), Number: sum.Number}
	}
	if stored.ByProducer == nil { // stored before all pairs were counted: those that were kept
		for _, p := range u.Pairs {
			sum := u.ByProducer[p.ProducerID]
			u.ByProducer[p.ProducerID] = billing.UnpricedSum{Energy: sum.Energy + p.Energy, Number: sum.Number + 1}
		}
	}
	return u, nil
}
