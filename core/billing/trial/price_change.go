package trial

import (
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// PriceChange is a price change with what it means for who pays, on the energy of one month.
type PriceChange struct {
	contract.PriceChange
	Month      civil.Month // the last one that is complete and definitive, else the last that is over
	Definitive bool
	Moves      []Move
	Before     Sum // of those that can go on at the new prices
	After      Sum
}

// Move is a subscription of a price change, with what its pair pays for the month at the old and at
// the new prices, whatever was agreed then.
type Move struct {
	contract.Move
	Compared      bool // its sites took part in the month
	Before, After Sum
	Unpriceable   *fault.Error // why the month has no price before or after
}
