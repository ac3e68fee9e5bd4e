package operation

import "github.com/openpmo/pmo/core/fault"

// Refusals of this context.
var (
	// ErrNotFound is an operation that is absent or out of the caller's scope.
	ErrNotFound = fault.New(fault.NotFound, "operation.notFound")
	// ErrOrganizerNotFound answers a caller who is no organizer.
	ErrOrganizerNotFound = fault.New(fault.NotFound, "organizer.notFound")
	// ErrExternalIDUsed is an external id that another operation has.
	ErrExternalIDUsed = fault.New(fault.Conflict, "operation.externalIdUsed").At("externalId")
	// ErrExternalIDForm is an external id that files, folders and sheets cannot be named by;
	// parameter value.
	ErrExternalIDForm = fault.New(fault.Invalid, "operation.externalIdForm").At("externalId")
	// ErrFeature is a call for something that this operator, engine or toggle does
	// not have (specification section 2); parameters feature, dso.
	ErrFeature = fault.New(fault.Conflict, "featureNotAvailable")
	// ErrChanged is another version than the caller has seen.
	ErrChanged = fault.New(fault.Changed, "object.changed")
	// ErrMember is an account that does not exist or has another role; parameter role.
	ErrMember = fault.New(fault.Invalid, "member.notFound")
	// ErrEmailNotFound is an e-mail that no account of the needed role has; parameter email.
	ErrEmailNotFound = fault.New(fault.Invalid, "user.email_not_found_for_organizer")

	// ErrInvalid holds several things that are wrong with an operation.
	ErrInvalid = fault.New(fault.Invalid, "operation.invalid")
	ErrType    = fault.New(fault.Invalid, "operationType.unknown").At("type")
	ErrEngine  = fault.New(fault.Invalid, "billingEngine.unknown").At("billingEngine")
	// ErrEngineInUse is taking the engine from an operation that has plans or invoices.
	ErrEngineInUse   = fault.New(fault.Conflict, "billingEngine.inUse").At("billingEngine")
	ErrFunctionality = fault.New(fault.Invalid, "functionality.unknown").At("functionalities")
	ErrCountry       = fault.New(fault.Invalid, "country.unknown").At("country")
	ErrFieldRequired = fault.New(fault.Invalid, "field.required")
	ErrFieldTooLong  = fault.New(fault.Invalid, "field.tooLong") // parameter max
)
