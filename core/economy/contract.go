package economy

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// ContractType is how many prices a contract of supply has.
type ContractType string

// The contract types: one price, one by hour, one by hour and season.
const (
	Base      ContractType = "BASE"
	Double    ContractType = "DOUBLE_PRICE"
	Quadruple ContractType = "QUADRUPLE_PRICE"
)

// slots are those that a contract type has prices for.
func (c ContractType) slots() map[Slot]bool {
	switch c {
	case Base:
		return map[Slot]bool{AllHours: true}
	case Double:
		return map[Slot]bool{Peak: true, OffPeak: true}
	case Quadruple:
		return map[Slot]bool{SummerPeak: true, SummerOffPeak: true, WinterPeak: true, WinterOffPeak: true}
	}
	return nil
}

// Clock is a time of a civil day.
type Clock = civil.Clock

// ParseClock reads HH:MM. Error: economy.hour.
func ParseClock(text string) (Clock, error) {
	at, err := time.Parse("15:04", text)
	if err != nil || len(text) != 5 {
		return 0, ErrHour.With("value", text)
	}
	return Clock(at.Hour()*60 + at.Minute()), nil
}

// MostPrice is the highest price per kWh that is taken: 10 €.
const MostPrice money.MicroEuro = 10_000_000

// Prices are those of a kWh at the supplier's, all its taxes included for individuals and without VAT
// for professionals; nil = not told.
type Prices struct {
	Base, Peak, OffPeak                                  *money.MicroEuro
	SummerPeak, SummerOffPeak, WinterPeak, WinterOffPeak *money.MicroEuro
}

// Supply is a contract of supply: what a bill check is made with.
type Supply struct {
	ConsumerType party.ConsumerType
	ContractType ContractType
	Prices
	PeakStart, OffPeakStart *Clock // peak hours are from the one to the other, off-peak hours the rest
	OnTRV                   bool   // the supplier's prices are the regulated tariff's
}

// slotted is one price of a contract with its field and what is said where it lacks.
type slotted struct {
	slot  Slot
	price *money.MicroEuro
	field string
	lacks *fault.Error
}

// named are all prices of a contract.
func (p Prices) named() []slotted {
	return []slotted{
		{AllHours, p.Base, "baseMicroEuro", ErrBasePrice},
		{Peak, p.Peak, "peakMicroEuro", ErrPeakPrice},
		{OffPeak, p.OffPeak, "offPeakMicroEuro", ErrOffPeakPrice},
		{SummerPeak, p.SummerPeak, "summerPeakMicroEuro", ErrSummerPeakPrice},
		{SummerOffPeak, p.SummerOffPeak, "summerOffPeakMicroEuro", ErrSummerOffPeakPrice},
		{WinterPeak, p.WinterPeak, "winterPeakMicroEuro", ErrWinterPeakPrice},
		{WinterOffPeak, p.WinterOffPeak, "winterOffPeakMicroEuro", ErrWinterOffPeakPrice},
	}
}

// Of is the price of a slot that the contract type has: one that is not told is refused before
// (Supply.Check, and Grid.Of for the regulated tariff).
func (p Prices) Of(s Slot) (price money.MicroEuro) {
	for _, n := range p.named() {
		if n.slot == s && n.price != nil {
			price = *n.price
		}
	}
	return price
}

// Check says everything that a bill check lacks, as items of economy.invalid (specification section 5).
func (s Supply) Check() error {
	var wrong fault.List
	if s.ConsumerType == "" {
		wrong.Add(ErrConsumerType.At("consumerType"))
	}
	if s.ContractType == "" {
		wrong.Add(ErrContractType.At("contractType"))
	}
	if s.OnTRV && s.ContractType == Quadruple {
		wrong.Add(ErrTRVContract.At("isOnTRV"))
	}
	needed := s.ContractType.slots()
	for _, n := range s.named() {
		switch {
		case n.price == nil && needed[n.slot] && !s.OnTRV:
			wrong.Add(n.lacks.At(n.field))
		case n.price != nil && (*n.price <= 0 || *n.price > MostPrice):
			wrong.Add(ErrPriceRange.With("max", int(MostPrice/1_000_000)).At(n.field))
		}
	}
	if s.ContractType == Double || s.ContractType == Quadruple {
		if s.PeakStart == nil {
			wrong.Add(ErrPeakHour.At("peakHourStart"))
		}
		if s.OffPeakStart == nil {
			wrong.Add(ErrOffPeakHour.At("offPeakHourStart"))
		}
	}
	if s.PeakStart != nil && s.OffPeakStart != nil && *s.PeakStart == *s.OffPeakStart {
		wrong.Add(ErrSameHours.At("offPeakHourStart"))
	}
	return wrong.Err(ErrInvalid)
}

// slotsOf are the slots of peak and of off-peak hours on a day.
func (s Supply) slotsOf(d civil.Date) (peak, offPeak Slot) {
	switch {
	case s.ContractType == Base:
		return AllHours, AllHours
	case s.ContractType == Double:
		return Peak, OffPeak
	case isWinter(d):
		return WinterPeak, WinterOffPeak
	}
	return SummerPeak, SummerOffPeak
}

// registers are how many counters a bill of the contract is made of.
func (s Supply) registers() int {
	if n := len(s.ContractType.slots()); n > 0 {
		return n
	}
	return mostRegisters
}

// priceOn is the price of a contract on a day; why says that it is not known.
func (s Supply) priceOn(all Tariff, site participant.Participant, d civil.Date) (price Prices, grid civil.Date, why Reason, refused *fault.Error) {
	if !s.OnTRV {
		return s.Prices, 0, "", nil
	}
	g, ok := all.On(s.ConsumerType, d)
	if !ok {
		return Prices{}, 0, NoTariff, nil
	}
	price, refused = g.Of(s.ContractType, site.ContractPower)
	if refused != nil && refused.Key == ErrTRVMissing.Key {
		return Prices{}, 0, NoTariff, nil
	}
	return price, g.From, "", refused
}

// peakMinutes is how many minutes of a step that begins at a time of the day are of peak hours.
func (s Supply) peakMinutes(from Clock, minutes int) int {
	if s.ContractType == Base || s.PeakStart == nil || s.OffPeakStart == nil {
		return minutes
	}
	return civil.Hours{From: *s.PeakStart, To: *s.OffPeakStart}.Minutes(from, minutes)
}

// PriceConfig is the contract of supply of a site as it was told last.
type PriceConfig struct {
	OperationID, ParticipantID id.ID
	Supply
	Version   int // 1 = nobody has told it; the consumer type is then what the site says
	UpdatedAt time.Time
}
