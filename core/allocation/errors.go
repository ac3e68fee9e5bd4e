package allocation

import "github.com/openpmo/pmo/core/fault"

// Refusals of this context.
var (
	// ErrNotFound is a version of a key that is absent or out of the caller's scope.
	ErrNotFound = fault.New(fault.NotFound, "key.notFound")
	// ErrInvalid holds several things that are wrong with a key.
	ErrInvalid = fault.New(fault.Invalid, "key.invalid")
	// ErrType is a type of key that cannot be set; parameter value.
	ErrType = fault.New(fault.Invalid, "key.type", fault.Text("value")).At("type")
	// ErrSum is percentages above 100 in sum (specification section 5); parameter sum.
	ErrSum = fault.KeySumOver100.At("params")
	// ErrConsumer is a parameter of somebody who is no consumer of the operation.
	ErrConsumer = fault.New(fault.Invalid, "key.consumerUnknown", fault.Text("consumerId"))
	// ErrDuplicate is two parameters of one consumer.
	ErrDuplicate = fault.New(fault.Invalid, "key.consumerTwice", fault.Text("consumerId"))
	// ErrPercentage is a percentage below 0, above 100 or with more than four decimals;
	// parameters min, max, decimals.
	ErrPercentage = fault.New(fault.Invalid, "key.percentage", fault.Int("min", "max", "decimals"))
	// ErrParameters is parameters for a key that has none, as by_default; parameter type.
	ErrParameters = fault.New(fault.Invalid, "key.noParameters", fault.Text("type")).At("params")
	// ErrParametersRequired is a key without the parameters it needs; parameter type.
	ErrParametersRequired = fault.New(fault.Invalid, "key.parametersRequired", fault.Text("type")).At("params")
	// ErrProducer is a producer in a key that pools all production.
	ErrProducer = fault.New(fault.Invalid, "key.producerNotAllowed")
	// ErrNotInForce is changing a parameter of another version than that in force;
	// parameter version, the one in force.
	ErrNotInForce = fault.New(fault.Conflict, "key.notInForce", fault.Int("version")).At("allocationAlgorithmId")
	// ErrInvoiced is a key that would hold on days that are invoiced; parameter date,
	// the first day it may hold.
	ErrInvoiced = fault.New(fault.Conflict, "key.invoiced", fault.Text("date")).At("effectiveDate")
	// ErrEffectiveDate is a first day before collective self-consumption was possible, or
	// years away; parameters from, to.
	ErrEffectiveDate = fault.New(fault.Invalid, "key.effectiveDate", fault.Text("from", "to")).At("effectiveDate")
	// ErrReason is a reason that is too long; parameter max.
	ErrReason = fault.FieldTooLong.At("reason")
	// ErrNumber is a priority or a number of parts that is no whole number from 1;
	// parameter min.
	ErrNumber = fault.New(fault.Invalid, "key.wholeNumber", fault.Int("min", "max"))
	// ErrSelection is a number of a selection that is neither 1 (takes part) nor 0.
	ErrSelection = fault.New(fault.Invalid, "key.selection")
	// ErrSelectionEmpty is a selection in which nobody takes part.
	ErrSelectionEmpty = fault.New(fault.Invalid, "key.selectionEmpty").At("params")
	// ErrProducerRequired is a parameter of by_ungrouped_priority without its producer.
	ErrProducerRequired = fault.New(fault.Invalid, "key.producerRequired")
	// ErrProducerUnknown is a producer that the operation does not have.
	ErrProducerUnknown = fault.New(fault.Invalid, "key.producerUnknown", fault.Text("producerId"))
	// ErrPools is pools for a key that has none; parameter type.
	ErrPools = fault.New(fault.Invalid, "key.noPools", fault.Text("type")).At("pools")
	// ErrPoolName is two pools with one name (specification section 5); parameter name.
	ErrPoolName = fault.Specified(fault.Invalid, "pool.nameTwice", fault.Text("name"))
	// ErrPoolNameReserved is a pool called Surplus, as what no pool gets is; parameter name.
	ErrPoolNameReserved = fault.New(fault.Invalid, "pool.nameReserved", fault.Text("name"))
	// ErrPoolNameRequired is a pool without a name.
	ErrPoolNameRequired = fault.New(fault.Invalid, "pool.nameRequired")
	// ErrPoolAlgorithm is a pool without an algorithm, or with one that pools do not
	// have; parameter name.
	ErrPoolAlgorithm = fault.New(fault.Invalid, "pool.algorithm", fault.Text("name"))
	// ErrPoolDestinationRequired is a pool that does not say who has what it leaves;
	// parameter name.
	ErrPoolDestinationRequired = fault.Specified(fault.Invalid, "pool.destinationRequired", fault.Text("name"))
	// ErrPoolDestination is a pool that hands on to none below; parameters name,
	// destination.
	ErrPoolDestination = fault.PoolDestination
	// ErrPoolDestinationTwice is two pools that hand on to the same; parameter
	// destination.
	ErrPoolDestinationTwice = fault.New(fault.Invalid, "pool.destinationTwice", fault.Text("destination"))
	// ErrPoolParameters is parameters in a pool that has none; parameter name.
	ErrPoolParameters = fault.New(fault.Invalid, "pool.noParameters", fault.Text("name"))
	// ErrNotInPool is a consumer of the operation that no pool has; parameters
	// consumerId, name (specification section 5).
	ErrNotInPool = fault.Specified(fault.Invalid, "pool.participantMissing", fault.Text("consumerId", "name"))
	// ErrSeason is a key for a season that the operation does not have; parameter name.
	ErrSeason = fault.New(fault.Invalid, "season.unknown", fault.Text("name")).At("season")
	// ErrSeasonRequired is a key for the whole year where every season has its own, so
	// that it would hold on no day; parameter seasons, their names.
	ErrSeasonRequired = fault.New(fault.Conflict, "season.required", fault.Text("seasons")).At("season")
	// ErrSeasonName is a season without a name or two with one; parameter name.
	ErrSeasonName = fault.New(fault.Invalid, "season.name", fault.Text("name"))
	// ErrSeasonDay is a first or last day that no year has.
	ErrSeasonDay = fault.New(fault.Invalid, "season.day")
	// ErrSeasonYear is seasons that do not make the whole year without overlap;
	// parameter date, the first day (MM-DD) in none or in two.
	ErrSeasonYear = fault.New(fault.Invalid, "season.wholeYear", fault.Text("date"), fault.Int("seasons")).At("seasons")
	// ErrPoolUnknown is a pool that the key in force does not have.
	ErrPoolUnknown = fault.New(fault.NotFound, "pool.notFound")
	// ErrDraftChanged is a draft that somebody else has changed or removed.
	ErrDraftChanged = fault.ObjectChanged
	// ErrCoefficientsNotFound is a set that is absent or out of the caller's scope.
	ErrCoefficientsNotFound = fault.New(fault.NotFound, "coefficients.notFound")
	// ErrCoefficientsNotNeeded is coefficients for a key that the operator computes
	// itself; parameter type.
	ErrCoefficientsNotNeeded = fault.New(fault.Conflict, "coefficients.notNeeded", fault.Text("type")).At("month")
	// ErrCoefficientMode is full dynamique for a key that pools production, or simple
	// for one that does not; parameter type.
	ErrCoefficientMode = fault.New(fault.Invalid, "coefficients.mode", fault.Text("type")).At("mode")
	// ErrCoefficientState is a state that does not follow; parameters status, wanted.
	ErrCoefficientState = fault.New(fault.Conflict, "coefficients.state", fault.Text("status", "wanted")).At("status")
	// ErrCoefficientsOutdated is sending a set whose inputs have changed since it was made,
	// without saying that it was sent all the same; parameter inputs.
	ErrCoefficientsOutdated = fault.New(fault.Conflict, "coefficients.outdated", fault.Texts("inputs")).At("acceptOutdated")
	// ErrWithoutCurve is a site without a curve in the month; parameters value, name.
	ErrWithoutCurve = fault.New(fault.Invalid, "coefficients.siteWithoutCurve", fault.Text("value", "name"))
	// ErrIncomplete is days without all curves; parameters days, names of the sites.
	ErrIncomplete = fault.New(fault.Invalid, "coefficients.incomplete", fault.Texts("days", "names"))
	// ErrCoefficientsInvoiced is other coefficients for a month that was shared by them
	// and is invoiced; parameter month.
	ErrCoefficientsInvoiced = fault.New(fault.Conflict, "coefficients.invoiced", fault.Text("month")).At("files")
	// ErrNoSites is a month without a consumer or without a producer; parameter month.
	ErrNoSites = fault.New(fault.Invalid, "coefficients.noSites", fault.Text("month"))
	// ErrCoefficientDays is files that do not cover one month; parameter fileName.
	ErrCoefficientDays = fault.New(fault.Invalid, "coefficients.wholeMonth", fault.Text("fileName")).At("files")
	// ErrCoefficientOperation is a file of another operation; parameters fileName, value.
	ErrCoefficientOperation = fault.New(fault.Invalid, "coefficients.otherOperation", fault.Text("fileName", "value")).At("files")
	// ErrFuture is a day after today.
	ErrFuture = fault.New(fault.Invalid, "date.future").At("date")
	// ErrNoEnergies is a question about steps without all curves.
	ErrNoEnergies = fault.New(fault.NotFound, "energies.none")
	// ErrReplayNotFound is a replay that is absent.
	ErrReplayNotFound = fault.New(fault.NotFound, "keyReplay.notFound")
	// ErrReplayAbandoned is a replay whose job is gone.
	ErrReplayAbandoned = fault.New(fault.Conflict, "keyReplay.abandoned")
)
