package allocation

import "github.com/openpmo/pmo/core/fault"

// Refusals of this context.
var (
	// ErrNotFound is a version of a key that is absent or out of the caller's scope.
	ErrNotFound = fault.New(fault.NotFound, "key.notFound")
	// ErrInvalid holds several things that are wrong with a key.
	ErrInvalid = fault.New(fault.Invalid, "key.invalid")
	// ErrType is a type of key that cannot be set; parameter value.
	ErrType = fault.New(fault.Invalid, "key.type").At("type")
	// ErrSum is percentages above 100 in sum (specification section 5); parameter sum.
	ErrSum = fault.New(fault.Invalid, "key.sumOver100").At("params")
	// ErrConsumer is a parameter of somebody who is no consumer of the operation.
	ErrConsumer = fault.New(fault.Invalid, "key.consumerUnknown")
	// ErrDuplicate is two parameters of one consumer.
	ErrDuplicate = fault.New(fault.Invalid, "key.consumerTwice")
	// ErrPercentage is a percentage below 0, above 100 or with more than four decimals;
	// parameters min, max, decimals.
	ErrPercentage = fault.New(fault.Invalid, "key.percentage")
	// ErrParameters is parameters for a key that has none, as by_default; parameter type.
	ErrParameters = fault.New(fault.Invalid, "key.noParameters").At("params")
	// ErrParametersRequired is a key without the parameters it needs; parameter type.
	ErrParametersRequired = fault.New(fault.Invalid, "key.parametersRequired").At("params")
	// ErrProducer is a producer in a key that pools all production.
	ErrProducer = fault.New(fault.Invalid, "key.producerNotAllowed")
	// ErrNotInForce is changing a parameter of another version than that in force;
	// parameter version, the one in force.
	ErrNotInForce = fault.New(fault.Conflict, "key.notInForce").At("allocationAlgorithmId")
	// ErrInvoiced is a key that would hold on days that are invoiced; parameter date,
	// the first day it may hold.
	ErrInvoiced = fault.New(fault.Conflict, "key.invoiced").At("effectiveDate")
	// ErrReason is a reason that is too long; parameter max.
	ErrReason = fault.New(fault.Invalid, "field.tooLong").At("reason")
)
