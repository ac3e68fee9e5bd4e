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
	ErrExternalIDForm = fault.New(fault.Invalid, "operation.externalIdForm", fault.Text("value")).At("externalId")
	// ErrFeature is a call for something that this operator, engine or toggle does
	// not have (specification section 2); parameters feature, dso.
	ErrFeature = fault.FeatureNotAvailable
	// ErrChanged is another version than the caller has seen.
	ErrChanged = fault.ObjectChanged
	// ErrMember is an account that does not exist or has another role; parameter role.
	ErrMember = fault.New(fault.Invalid, "member.notFound", fault.Text("role", "id"))
	// ErrLastOrganizer would leave an operation with accountants and readers only.
	ErrLastOrganizer = fault.New(fault.Conflict, "teamMember.lastOrganizer")
	// ErrEmailNotFound is an e-mail that no account of the needed role has; parameter email.
	ErrEmailNotFound = fault.UserEmailNotFoundForOrganizer

	// ErrInvalid holds several things that are wrong with an operation.
	ErrInvalid = fault.New(fault.Invalid, "operation.invalid")
	ErrType    = fault.New(fault.Invalid, "operationType.unknown", fault.Text("value")).At("type")
	ErrEngine  = fault.New(fault.Invalid, "billingEngine.unknown", fault.Text("value")).At("billingEngine")
	// ErrEngineContracts is giving the engine to an operation with contracts of the old one, which has to be moved.
	ErrEngineContracts = fault.New(fault.Conflict, "billingEngine.contracts").At("billingEngine")
	// ErrEngineInUse is taking the engine from an operation that has plans or invoices.
	ErrEngineInUse   = fault.New(fault.Conflict, "billingEngine.inUse").At("billingEngine")
	ErrFunctionality = fault.New(fault.Invalid, "functionality.unknown", fault.Text("value")).At("functionalities")
	ErrCountry       = fault.CountryUnknown.At("country")
	// ErrThemeInvalid holds several things that are wrong with colours.
	ErrThemeInvalid = fault.New(fault.Invalid, "theme.invalid")
	// ErrColour is no #rrggbb; parameter value.
	ErrColour = fault.New(fault.Invalid, "theme.noColour", fault.Text("value"))
	// ErrTooLight is a primary colour that words on white cannot be read in (specification section 5);
	// parameters colour, contrast (of 4.5 at least) and nearest, the nearest colour that is taken.
	ErrTooLight      = fault.New(fault.Invalid, "theme.tooLight", fault.Text("colour", "nearest"), fault.Number("contrast")).At("primary")
	ErrFieldRequired = fault.FieldRequired
	ErrFieldTooLong  = fault.FieldTooLong // parameter max
)
