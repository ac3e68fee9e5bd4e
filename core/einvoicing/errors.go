package einvoicing

import "github.com/openpmo/pmo/core/fault"

// Refusals of connections.
var (
	ErrConnectionInvalid = fault.New(fault.Invalid, "connection.invalid")
	// ErrAddress is a text that is no address of a service.
	ErrAddress = fault.New(fault.Invalid, "connection.address")
	// ErrFolder is a name that no folder has, ErrTemplate a body that is no JSON.
	ErrFolder   = fault.New(fault.Invalid, "connection.folder").At("folder")
	ErrTemplate = fault.New(fault.Invalid, "connection.template").At("body")
	// ErrSellerNumber is an issuer without a legal number: nobody knows it at a platform.
	ErrSellerNumber = fault.New(fault.Conflict, "connection.sellerNumber", fault.Text("name")).At("billingEntityId")
	// ErrConnectionTaken is a second connection of a legal person in an operation.
	ErrConnectionTaken = fault.New(fault.Conflict, "connection.taken").At("billingEntityId")
	// ErrConnectionUsed is one by which something was sent: it is kept, and may be stopped.
	ErrConnectionUsed = fault.New(fault.Conflict, "connection.used")
	// ErrNoDirectory is a connection without an address of the directory.
	ErrNoDirectory = fault.New(fault.Conflict, "connection.noDirectory")
	// ErrClientNumber is a client without a legal number: nobody finds it in a directory.
	ErrClientNumber = fault.New(fault.Conflict, "connection.clientNumber", fault.Text("name")).At("billableEntityId")
	// ErrLineUnknown is an address that the directory does not have.
	ErrLineUnknown = fault.New(fault.Conflict, "connection.lineUnknown", fault.Text("address")).At("address")
	// ErrLineClosed is an address to which nothing can be sent today.
	ErrLineClosed = fault.New(fault.Conflict, "connection.lineClosed", fault.Text("address")).At("address")
	// ErrLineOther is an address of somebody else.
	ErrLineOther = fault.New(fault.Conflict, "connection.lineOther", fault.Text("address", "name")).At("address")
	// ErrSiren is a text that is none.
	ErrSiren = fault.New(fault.Invalid, "connection.siren").At("siren")
	// ErrCarrier is a carrier that does not answer as it should now; parameters kind, reason.
	ErrCarrier = fault.New(fault.Unavailable, "connection.carrier", fault.Text("kind", "reason"), fault.Int("retryAfterSeconds"))
	// ErrHook is a call of a platform that is not known to be of it.
	ErrHook = fault.New(fault.Forbidden, "hook.refused")
)

// Refusals of transmissions.
var (
	ErrNotIssued = fault.New(fault.Conflict, "transmission.notIssued")
	// ErrPrivate is an invoice to a private person, whom no platform reaches.
	ErrPrivate = fault.New(fault.Conflict, "transmission.privateClient", fault.Text("number"))
	// ErrUnconnected is an invoice of a seller without a connection that is on.
	ErrUnconnected = fault.New(fault.Conflict, "transmission.unconnected", fault.Text("number"))
	// ErrLive is one that is on its way already, or has arrived.
	ErrLive = fault.New(fault.Conflict, "transmission.live", fault.Text("number"))
	// ErrEnded is one that was refused for good: it is cancelled and issued anew.
	ErrEnded = fault.New(fault.Conflict, "transmission.ended", fault.Text("number"))
	// ErrCreditsUnsent is a credit note of an invoice that its buyer does not have.
	ErrCreditsUnsent = fault.New(fault.Conflict, "transmission.creditsUnsent", fault.Text("number"))
	// ErrUnderWay is one that was begun: it cannot be taken back.
	ErrUnderWay = fault.New(fault.Conflict, "transmission.underWay")
)

// Why something is refused before it is sent; they stand among the reasons.
const (
	ReasonUnlisted = "directory.unlisted" // the address is not in the directory
	ReasonPortal   = "directory.portal"   // the buyer has chosen no platform yet
	ReasonDisabled = "directory.disabled"
	ReasonUpcoming = "directory.upcoming"
	// A public body wants the number of its order, its service, or one of both, and has a SIRET.
	ReasonCommitment = "publicBody.commitment"
	ReasonService    = "publicBody.service"
	ReasonEither     = "publicBody.either"
	ReasonSiret      = "publicBody.siret"
)
