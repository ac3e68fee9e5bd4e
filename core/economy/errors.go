package economy

import "github.com/openpmo/pmo/core/fault"

// Contracts of supply.
var (
	// ErrInvalid holds everything that a bill check lacks.
	ErrInvalid = fault.New(fault.Invalid, "economy.invalid")
	// ErrConsumerType is a contract that does not say whose it is.
	ErrConsumerType = fault.New(fault.Invalid, "economy.consumerType")
	// ErrContractType is one that does not say how many prices it has.
	ErrContractType = fault.New(fault.Invalid, "economy.contractType")
	// ErrBasePrice and those that follow are a price that the contract type needs.
	ErrBasePrice          = fault.New(fault.Invalid, "economy.basePrice")
	ErrPeakPrice          = fault.New(fault.Invalid, "economy.peakPrice")
	ErrOffPeakPrice       = fault.New(fault.Invalid, "economy.offPeakPrice")
	ErrSummerPeakPrice    = fault.New(fault.Invalid, "economy.summerPeakPrice")
	ErrSummerOffPeakPrice = fault.New(fault.Invalid, "economy.summerOffPeakPrice")
	ErrWinterPeakPrice    = fault.New(fault.Invalid, "economy.winterPeakPrice")
	ErrWinterOffPeakPrice = fault.New(fault.Invalid, "economy.winterOffPeakPrice")
	// ErrPriceRange is a price of nothing, or above what is taken; parameter max, in euros per kWh.
	ErrPriceRange = fault.New(fault.Invalid, "economy.priceRange", fault.Int("max"))
	// ErrPeakHour and ErrOffPeakHour are an hour that the contract type needs.
	ErrPeakHour    = fault.New(fault.Invalid, "economy.peakHour")
	ErrOffPeakHour = fault.New(fault.Invalid, "economy.offPeakHour")
	// ErrSameHours are peak hours that begin when off-peak hours do.
	ErrSameHours = fault.New(fault.Invalid, "economy.sameHours")
	// ErrHour is no time of a day; parameter value.
	ErrHour = fault.New(fault.Invalid, "economy.hour", fault.Text("value"))
	// ErrConsumerOnly is a site that receives no energy.
	ErrConsumerOnly = fault.New(fault.Conflict, "economy.consumerOnly")
	// ErrBilled is energy that no bill names; parameter max, in kWh.
	ErrBilled = fault.New(fault.Invalid, "economy.billed", fault.Int("max"))
)

// The regulated tariff.
var (
	// ErrTRVInvalid holds everything that is wrong with a price.
	ErrTRVInvalid = fault.New(fault.Invalid, "economy.trvInvalid")
	// ErrTRVContract is a contract type that the tariff does not have.
	ErrTRVContract = fault.New(fault.Invalid, "economy.trvContract")
	// ErrTRVOtherPrice is a price that the contract type does not have.
	ErrTRVOtherPrice = fault.New(fault.Invalid, "economy.trvOtherPrice")
	// ErrTRVPower is a power that the tariff is not for; parameter max, in kVA.
	ErrTRVPower = fault.New(fault.Invalid, "economy.trvPower", fault.Int("max"))
	// ErrTRVTaken is a second price of the same consumers, contract, day and power.
	ErrTRVTaken = fault.New(fault.Conflict, "economy.trvTaken")
	// ErrTRVTooMany is one price more than are kept; parameter max.
	ErrTRVTooMany = fault.New(fault.Conflict, "economy.trvTooMany", fault.Int("max"))
	// ErrTRVMissing is a tariff that is not known from a day on; parameter from, where there is one.
	ErrTRVMissing = fault.New(fault.Invalid, "economy.trvMissing", fault.Text("from"))
	// ErrPowerUnknown is a site whose power is not told, while the tariff depends on it.
	ErrPowerUnknown = fault.New(fault.Invalid, "economy.powerUnknown")
)
