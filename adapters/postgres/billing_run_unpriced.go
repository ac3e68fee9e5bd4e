package postgres

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
	stored := storedUnpriced{Energy: int64(u.Energy), Number: u.Number, Pairs: make([]storedUnpair, len(u.Pairs))}
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
	u := billing.Unpriced{Energy: energy.MilliWh(stored.Energy), Number: stored.Number, Pairs: make([]billing.UnpricedPair, len(stored.Pairs))}
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
	return u, nil
}
