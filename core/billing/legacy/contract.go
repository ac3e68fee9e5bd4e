package legacy

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Contract says that a consumer buys of a producer from a day on. Of two contracts of a pair the
// later one holds from its start.
type Contract struct {
	OperationID, ID            id.ID
	ConfigID                   id.ID
	ProducerID, ConsumerID     id.ID
	ProducerName, ConsumerName string // filled when it is read
	Start                      civil.Date
	Version                    int
	CreatedAt                  time.Time
}

// ContractChange is what changes of a contract; nil = unchanged.
type ContractChange struct {
	ConfigID  *id.ID
	Start     *civil.Date
	IfVersion int
}

// Pair is between whom it is.
func (c Contract) Pair() billing.Pair {
	return billing.Pair{ProducerID: c.ProducerID, ConsumerID: c.ConsumerID}
}

// Holding is a contract with the days on which it holds.
type Holding struct {
	Contract
	Days civil.Range
}

// Holdings are contracts with their days: each ends where the next one of its pair begins.
func Holdings(contracts []Contract) []Holding {
	ordered := slices.Clone(contracts)
	slices.SortStableFunc(ordered, func(a, b Contract) int { return int(b.Start) - int(a.Start) })
	next := map[billing.Pair]civil.Date{}
	out := make([]Holding, len(ordered))
	for n, c := range ordered {
		end, ok := next[c.Pair()]
		if !ok {
			end = civil.Forever
		}
		next[c.Pair()] = c.Start
		out[len(ordered)-1-n] = Holding{c, civil.Range{From: c.Start, To: end}}
	}
	return out
}
