package coefficient

import "github.com/openpmo/pmo/core/fault"

// Refusals. Instants are RFC 3339 with the zone's offset. Those of a check stand once
// for each site, with the first step (parameter at) and how many there are (count).
var (
	// ErrInvalid holds, in its items, all that is wrong with a set.
	ErrInvalid = fault.New(fault.Invalid, "coefficients.invalid")
	// ErrDecimals is a number of decimals out of range; parameters min, max.
	ErrDecimals = fault.New(fault.Invalid, "coefficients.decimals", fault.Int("min", "max")).At("decimals")
	// ErrRounding is an unknown way of rounding; parameter value.
	ErrRounding = fault.New(fault.Invalid, "coefficients.rounding", fault.Text("value")).At("rounding")
	// ErrShared is shares that are negative or above the production in sum; parameter step.
	ErrShared = fault.New(fault.Internal, "coefficients.aboveProduction", fault.Int("step"))
	// ErrShape is columns that do not fit each other.
	ErrShape = fault.New(fault.Internal, "coefficients.shape")

	// ErrSiteTwice is two columns of one site; parameter value, its number.
	ErrSiteTwice = fault.New(fault.Invalid, "coefficients.siteTwice", fault.Text("value", "producer", "fileName"))
	// ErrSiteMissing is a site that takes part and has no column; parameter value.
	ErrSiteMissing = fault.New(fault.Invalid, "coefficients.siteMissing", fault.Text("value", "producer"))
	// ErrSiteUnknown is a column of a site that takes part on no day; parameter value.
	ErrSiteUnknown = fault.New(fault.Invalid, "coefficients.siteUnknown", fault.Text("value", "producer"))
	// ErrSiteAbsent is a part of the production for a site on a day it does not take
	// part; parameters value, at, count.
	ErrSiteAbsent = fault.New(fault.Invalid, "coefficients.siteAbsent", fault.Text("value", "at", "producer"), fault.Int("count"))
	// ErrStepMissing is a site without a value at a step; parameters value, at, count.
	ErrStepMissing = fault.New(fault.Invalid, "coefficients.stepMissing", fault.Text("value", "at", "producer"), fault.Int("count"))
	// ErrSteps is a column with another number of steps than the days have; parameters
	// value, expected, received.
	ErrSteps = fault.New(fault.Invalid, "coefficients.steps", fault.Text("value", "producer"), fault.Int("expected", "received"))
	// ErrRange is a coefficient below 0 or above 100; parameters value, at, count.
	ErrRange = fault.New(fault.Invalid, "coefficients.range", fault.Text("value", "at", "producer"), fault.Int("count"))
	// ErrSum is coefficients above 100 in sum; parameters at, sum (the highest, in
	// percent), count.
	ErrSum = fault.New(fault.Invalid, "coefficients.sumOver100", fault.Text("at", "sum", "producer"), fault.Int("count"))

	// ErrValue is a text that is no percentage from 0 to 100 with four decimals at most;
	// parameter value, the text.
	ErrValue = fault.New(fault.Invalid, "coefficients.value", fault.Text("value", "fileName"))
	// ErrStepTwice is two lines of one step; parameter value, the time as it stands there.
	ErrStepTwice = fault.New(fault.Invalid, "coefficients.stepTwice", fault.Text("value", "fileName"))
	// ErrOutOfPeriod is a line out of the days that the file's name says; parameter value,
	// its time.
	ErrOutOfPeriod = fault.New(fault.Invalid, "coefficients.outOfPeriod", fault.Text("value", "fileName"))

	// ErrProducerMissing is a producer without a file, ErrProducerTwice one with two,
	// ErrProducerUnknown a file of somebody else; parameter value, the number.
	ErrProducerMissing = fault.New(fault.Invalid, "coefficients.producerMissing", fault.Text("value"))
	ErrProducerTwice   = fault.New(fault.Invalid, "coefficients.producerTwice", fault.Text("value", "fileName"))
	ErrProducerUnknown = fault.New(fault.Invalid, "coefficients.producerUnknown", fault.Text("value", "fileName"))

	// ErrCompare is sets of other days, steps or producers.
	ErrCompare = fault.New(fault.Invalid, "coefficients.notComparable")
)
