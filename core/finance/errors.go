package finance

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrInvalid holds everything that is wrong with an assigned amount, or with a price of surplus.
	ErrInvalid = fault.New(fault.Invalid, "finance.invalid")
	// ErrAmount is an amount of nothing, or above what is taken; parameter max, in euros.
	ErrAmount = fault.New(fault.Invalid, "finance.amount", fault.Int("max"))
	// ErrSide is a site that cannot bear the amount: an expense is a consumer's, an income a producer's.
	ErrSide = fault.New(fault.Invalid, "finance.side", fault.Text("name"))
	// ErrTooMany is one assigned amount more than an operation keeps; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "finance.tooMany", fault.Int("max"))
	// ErrPrice is a price of surplus of nothing, or above what is taken; parameter max, in euros per kWh.
	ErrPrice = fault.New(fault.Invalid, "finance.price", fault.Int("max"))
	// ErrFirstOfMonth is a price that does not begin with a month.
	ErrFirstOfMonth = fault.New(fault.Invalid, "finance.firstOfMonth")
	// ErrProducerOnly is a price of surplus of a site that makes none.
	ErrProducerOnly = fault.New(fault.Invalid, "finance.producerOnly", fault.Text("name"))
	// ErrPriceTaken is a second price of a producer from the same day on.
	ErrPriceTaken = fault.New(fault.Conflict, "finance.priceTaken")
	// ErrTooManyPrices is one price of surplus more than an operation keeps; parameter max.
	ErrTooManyPrices = fault.New(fault.Conflict, "finance.tooManyPrices", fault.Int("max"))
)
