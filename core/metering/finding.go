package metering

import (
	"cmp"
	"fmt"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
)

// FindingKind says what an import noticed. The numbers are stored.
type FindingKind int16

// The laws of the balance that the operator's curves may break (domain 1.4), and more
// power than the contract allows. None refuses a file: the operator's figures are the
// truth.
const (
	ReceivedAboveConsumed FindingKind = 1 // of a consumer: Autoconso ≤ Conso
	GivenAboveProduced    FindingKind = 2 // of a producer: Autoconso ≤ Prod
	SurplusAboveProduced  FindingKind = 3 // Surplus ≤ Prod
	ProductionSplit       FindingKind = 4 // Prod = Autoconso + Surplus
	ConsumptionSplit      FindingKind = 5 // Conso = Autoconso + Complement
	SharedSides           FindingKind = 6 // of the operation: received = given
	SharedAboveProduced   FindingKind = 7 // of the operation: received ≤ Prod, where producers' parts are not sent
	ExternalConsumption   FindingKind = 8 // of a site with ACI: ConsExt = Conso + ACI, within 2 %
	PairsContradict       FindingKind = 9 // of a consumer: what it received, by whom it may be from, and what producers gave
	AboveContractPower    FindingKind = 10
)

var ruleNames = map[FindingKind]string{ReceivedAboveConsumed: "RECEIVED_ABOVE_CONSUMED", GivenAboveProduced: "GIVEN_ABOVE_PRODUCED",
	SurplusAboveProduced: "SURPLUS_ABOVE_PRODUCED", ProductionSplit: "PRODUCTION_SPLIT", ConsumptionSplit: "CONSUMPTION_SPLIT",
	SharedSides: "SHARED_SIDES", SharedAboveProduced: "SHARED_ABOVE_PRODUCED", ExternalConsumption: "EXTERNAL_CONSUMPTION",
	PairsContradict: "PAIRS_CONTRADICT"}

// OfBuild reports whether the law is looked at in each build, whatever curves changed.
func (k FindingKind) OfBuild() bool {
	return k == SharedSides || k == SharedAboveProduced || k == ExternalConsumption || k == PairsContradict
}

// Rule is the name of the law in the contract; "" for what is none.
func (k FindingKind) Rule() string { return ruleNames[k] }

// Nature is the curve that a person looks at first.
func (k FindingKind) Nature(side Side) Nature {
	switch k {
	case SurplusAboveProduced:
		return Surplus
	case ProductionSplit:
		return Prod
	case ConsumptionSplit:
		return Conso
	case ExternalConsumption:
		return ConsExt
	case AboveContractPower:
		if side == Producer {
			return Prod
		}
		return Conso
	}
	return Autoconso
}

// Finding is one civil day of a site on which the operator's curves do not fit together,
// or are more than the site can have.
type Finding struct {
	DsoID  string // "" = the operation as a whole
	Side   Side
	Kind   FindingKind
	Day    civil.Date
	Steps  int            // on which it is so
	Energy energy.MilliWh // by how much, added up over these steps
}

func (f Finding) Compare(o Finding) int {
	return cmp.Or(cmp.Compare(f.DsoID, o.DsoID), cmp.Compare(f.Side, o.Side), cmp.Compare(f.Kind, o.Kind), cmp.Compare(f.Day, o.Day))
}

// Warnings about findings; parameters value (the number of the site), from, to, days,
// kilowattHours.
var (
	WarnReceived    = fault.New(fault.Invalid, "balance.receivedAboveConsumed", fault.Text("value", "from", "to", "kilowattHours"), fault.Int("days"))
	WarnGiven       = fault.New(fault.Invalid, "balance.givenAboveProduced", fault.Text("value", "from", "to", "kilowattHours"), fault.Int("days"))
	WarnSurplus     = fault.New(fault.Invalid, "balance.surplusAboveProduced", fault.Text("value", "from", "to", "kilowattHours"), fault.Int("days"))
	WarnProduction  = fault.New(fault.Invalid, "balance.productionSplit", fault.Text("value", "from", "to", "kilowattHours"), fault.Int("days"))
	WarnConsumption = fault.New(fault.Invalid, "balance.consumptionSplit", fault.Text("value", "from", "to", "kilowattHours"), fault.Int("days"))
	WarnShared      = fault.New(fault.Invalid, "balance.sharedSides", fault.Text("value", "from", "to", "kilowattHours"), fault.Int("days"))
	WarnExtUse      = fault.New(fault.Invalid, "balance.externalConsumption", fault.Text("value", "from", "to", "kilowattHours"), fault.Int("days"))
	WarnPairs       = fault.New(fault.Invalid, "balance.pairsContradict", fault.Text("value", "from", "to", "kilowattHours"), fault.Int("days"))
)

var findingWarnings = map[FindingKind]*fault.Error{ReceivedAboveConsumed: WarnReceived, GivenAboveProduced: WarnGiven,
	SurplusAboveProduced: WarnSurplus, ProductionSplit: WarnProduction, ConsumptionSplit: WarnConsumption, SharedSides: WarnShared, ExternalConsumption: WarnExtUse,
	PairsContradict: WarnPairs}

// FindingFaults tells of findings that are in order of compare, one warning a site and
// law. Too much power is told of where the file is read, with its line.
func FindingFaults(all []Finding) (out []*fault.Error) {
	for i := 0; i < len(all); {
		first, last, size := all[i], i, energy.MilliWh(0)
		for ; last < len(all) && all[last].DsoID == first.DsoID && all[last].Side == first.Side && all[last].Kind == first.Kind; last++ {
			size += all[last].Energy
		}
		if warning, ok := findingWarnings[first.Kind]; ok {
			out = append(out, warning.With("value", first.DsoID).With("from", first.Day.String()).With("to", all[last-1].Day.String()).
				With("days", last-i).With("kilowattHours", KilowattHours(size)))
		}
		i = last
	}
	return out
}

// KilowattHours are read by people.
func KilowattHours(e energy.MilliWh) string {
	return fmt.Sprintf("%d.%03d", e/energy.KilowattHour, e%energy.KilowattHour/energy.WattHour)
}
