// Package legacy is the old billing engine, of French operations that are not moved to the newer
// one (ADR 66): by what prices producers sell, and who buys of whom. Bills are in package bill.
//
// Owns: configs, contracts, when a contract holds, the periods that are billed. Does not own:
// energy (metering), invoices and plans (the newer engine, package billing).
package legacy

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Bounds.
const (
	MostProducers     = 200
	MostConsumers     = 2000
	MostContracts     = 10_000 // of an operation
	MostConfigs       = 200    // of an operation
	maxSellingPrice   = 10_000_000
	maxSubscription   = 10_000_000_000
	maxDeadline       = 120
	usualDeadlineDays = 30
)

// periods are the months that one bill may be for (specification section 3).
var periods = []int{1, 2, 3, 4, 6, 12}

// Config says by what prices some producers sell to some consumers.
type Config struct {
	OperationID, ID      id.ID
	Producers, Consumers []id.ID // sites, ascending
	Start                civil.Date
	SellingPrice         money.MicroEuro // of a kWh
	SubscriptionPrice    money.MicroEuro // of a month, for each contract
	Period               int             // months
	Anniversary          civil.Date
	Method               billing.PaymentMethod
	Deadline             int // days
	Version              int
	CreatedAt            time.Time
}

// ConfigChange is a new config, or what changes of one; nil = unchanged.
type ConfigChange struct {
	Producers, Consumers            *[]id.ID
	Start, Anniversary              *civil.Date
	SellingPrice, SubscriptionPrice *money.MicroEuro
	Period, Deadline                *int
	Method                          *billing.PaymentMethod
	IfVersion                       int
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// apply is c with the change. What is wrong is told all at once. Errors: field.required,
// field.enum, billingConfig.bounds.
func (in ConfigChange) apply(c Config) (Config, error) {
	set(&c.Producers, in.Producers)
	set(&c.Consumers, in.Consumers)
	set(&c.Start, in.Start)
	set(&c.Anniversary, in.Anniversary)
	set(&c.SellingPrice, in.SellingPrice)
	set(&c.SubscriptionPrice, in.SubscriptionPrice)
	set(&c.Period, in.Period)
	set(&c.Deadline, in.Deadline)
	set(&c.Method, in.Method)
	c.Producers, c.Consumers = once(c.Producers), once(c.Consumers)
	var wrong fault.List
	within := func(field string, v, most int64) {
		if v < 0 || v > most {
			wrong.Add(ErrBounds.With("max", most).At(field))
		}
	}
	within("sellingPriceMicroEuro", int64(c.SellingPrice), maxSellingPrice)
	within("subscriptionPriceMicroEuro", int64(c.SubscriptionPrice), maxSubscription)
	within("paymentDeadline", int64(c.Deadline), maxDeadline)
	if len(c.Producers) == 0 {
		wrong.Add(fault.FieldRequired.At("producers"))
	}
	if len(c.Consumers) == 0 {
		wrong.Add(fault.FieldRequired.At("consumers"))
	}
	within("producers", int64(len(c.Producers)), MostProducers)
	within("consumers", int64(len(c.Consumers)), MostConsumers)
	if !slices.Contains(periods, c.Period) {
		wrong.Add(fault.FieldEnum.With("allowed", "1, 2, 3, 4, 6, 12").At("period"))
	}
	if len(wrong.Items) == 0 {
		return c, nil
	}
	return c, wrong.Items[0].Of(wrong.Items...)
}

func once(ids []id.ID) []id.ID {
	out := slices.Clone(ids)
	slices.Sort(out)
	return slices.Compact(out)
}

// sameContracts reports whether the contracts of c are those of another state of it: prices, period
// and payment are read when a bill is made (specification section 4).
func (c Config) sameContracts(other Config) bool {
	return c.Start == other.Start && slices.Equal(c.Producers, other.Producers) && slices.Equal(c.Consumers, other.Consumers)
}

// pairs are who buys of whom. A site that makes and uses energy does not buy of itself.
func (c Config) pairs() []billing.Pair {
	var out []billing.Pair
	for _, producer := range c.Producers {
		for _, consumer := range c.Consumers {
			if producer != consumer {
				out = append(out, billing.Pair{ProducerID: producer, ConsumerID: consumer})
			}
		}
	}
	return out
}

// PeriodOf is the period of the config with a day: the month of the anniversary begins one, and so
// does every Period months before and after it.
func (c Config) PeriodOf(day civil.Date) civil.Range {
	y, m, _ := day.YearMonthDay()
	ay, am, _ := c.Anniversary.YearMonthDay()
	month := civil.NewMonth(y, m)
	off := (int(month) - int(civil.NewMonth(ay, am))) % c.Period
	if off < 0 {
		off += c.Period
	}
	first := month.Add(-off)
	return civil.Range{From: first.First(), To: first.Add(c.Period).First()}
}
