package participant

import (
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
)

// Refusals of this context.
var (
	// ErrNotFound is a participant that is absent or out of the caller's scope.
	ErrNotFound = fault.New(fault.NotFound, "participant.notFound")
	// ErrPRMUsed and ErrEANUsed are a number that another participant or operation
	// has on one of the same days (domain 3.4); parameter dsoId.
	ErrPRMUsed = fault.New(fault.Conflict, "prm.alreadyUsed").At("dsoId")
	ErrEANUsed = fault.New(fault.Conflict, "ean.alreadyUsed").At("dsoId")
	// ErrDaysInvoiced is dates that would share days again which published invoices bill;
	// parameter date, the last of these days.
	ErrDaysInvoiced = fault.New(fault.Conflict, "participant.daysInvoiced")
	// ErrChanged is another version than the caller has seen.
	ErrChanged = fault.New(fault.Changed, "object.changed")
	// ErrInvitationNotFound is an invitation that is answered, taken back, or another's.
	ErrInvitationNotFound = fault.New(fault.NotFound, "invitation.notFound")
	// ErrNoMail is a site that waits for nobody's answer to a mail.
	ErrNoMail = fault.New(fault.Conflict, "participant.noMail")
	// ErrEmailNotFound is an e-mail that no participant account has; parameter email.
	ErrEmailNotFound = fault.New(fault.Invalid, "user.email_not_found_for_organizer").At("userEmail")

	// ErrInvalid holds several things that are wrong with a participant.
	ErrInvalid              = fault.New(fault.Invalid, "participant.invalid")
	ErrFieldRequired        = fault.New(fault.Invalid, "field.required")
	ErrFieldTooLong         = fault.New(fault.Invalid, "field.tooLong") // parameter max
	ErrEnergyType           = fault.New(fault.Invalid, "energyType.unknown").At("energyType")
	ErrSegment              = fault.New(fault.Invalid, "segment.unknown").At("segment")         // parameter value
	ErrDsoStatus            = fault.New(fault.Invalid, "dsoStatus.unknown").At("dsoStatus")     // parameters value, known
	ErrDsoAction            = fault.New(fault.Invalid, "dsoAction.unknown").At("dsoAction")     // parameters value, known
	ErrSegmentSide          = fault.New(fault.Invalid, "segment.otherEnergyType").At("segment") // parameter value
	ErrProductionType       = fault.New(fault.Invalid, "productionType.unknown").At("productionTypeId")
	ErrProductionOfConsumer = fault.New(fault.Invalid, "productionType.consumer").At("productionTypeId")
	ErrContractPower        = fault.New(fault.Invalid, "contractPower.invalid").At("contractPower")
	// ErrEntryRequired is an exit date without an entry date.
	ErrEntryRequired = fault.New(fault.Invalid, "activation.entryRequired").At("entry")
	// ErrReversed is an exit date before the entry date; parameters entry, exit.
	ErrReversed = fault.New(fault.Invalid, "activation.reversed").At("exit")
	// ErrNotCommissioned is a producer without an entry date: it must be commissioned
	// or scheduled for it (specification section 5).
	ErrNotCommissioned = fault.New(fault.Invalid, "producer.notCommissioned").At("entry")
)

// Refusals of a perimeter file.
var (
	// ErrImportRejected holds what is wrong, row by row; nothing was changed.
	ErrImportRejected  = fault.New(fault.Invalid, "import.rejected")   // parameter fileName
	ErrMore            = fault.New(fault.Invalid, "import.moreErrors") // parameter count: refusals that are not listed
	ErrFileRequired    = fault.New(fault.Invalid, "import.fileRequired").At("file")
	ErrFileType        = fault.New(fault.Invalid, "import.fileType").At("file")         // parameter fileName
	ErrFileName        = fault.New(fault.Invalid, "import.fileName").At("file")         // parameter fileName
	ErrOtherOperation  = fault.New(fault.Invalid, "import.otherOperation").At("file")   // parameters fileName, operation
	ErrTooLarge        = fault.New(fault.TooLarge, "import.tooLarge").At("file")        // parameters fileName, limitBytes
	ErrTooManyRows     = fault.New(fault.Invalid, "import.tooManyRows").At("file")      // parameter max
	ErrUnpacksTooLarge = fault.New(fault.TooLarge, "import.unpacksTooLarge").At("file") // parameter max: MB
	ErrNotSpreadsheet  = fault.New(fault.Invalid, "import.notSpreadsheet").At("file")
	ErrNotText         = fault.New(fault.Invalid, "import.notText").At("file")
	ErrTruncated       = fault.New(fault.Invalid, "import.truncated").At("file")
	ErrEmpty           = fault.New(fault.Invalid, "import.empty").At("file")
	ErrColumnsMissing  = fault.New(fault.Invalid, "import.columnsMissing").At("file") // parameter columns
	ErrColumnTwice     = fault.New(fault.Invalid, "import.columnTwice").At("file")    // parameter column
	ErrType            = fault.New(fault.Invalid, "import.type").At("type")           // parameter value
	ErrDuplicate       = fault.New(fault.Invalid, "import.duplicate")                 // parameters dsoId, row
	ErrTypeChanged     = fault.New(fault.Invalid, "import.typeChanged").At("type")
	ErrRowShort        = fault.New(fault.Invalid, "row.fields")         // parameters expected, received
	ErrZeroMissing     = fault.New(fault.Invalid, "import.zeroMissing") // parameters from, to: a question
	ErrNumberCut       = fault.New(fault.Invalid, "import.numberCut")   // a number cell that lost digits

	// Warnings: the import goes on.
	WarnColumnIgnored = fault.New(fault.Invalid, "import.columnIgnored") // parameter column
	WarnPadded        = fault.New(fault.Invalid, "import.zeroAdded")     // parameters from, to
	WarnCheckDigit    = fault.New(fault.Invalid, "ean.checkDigit")
)

// used is the refusal of a number that is taken, by the operator's kind of number.
func used(o dso.Operator, dsoID string) *fault.Error {
	if o.IdentifierKind() == dso.KindEAN {
		return ErrEANUsed.With("dsoId", dsoID)
	}
	return ErrPRMUsed.With("dsoId", dsoID)
}
