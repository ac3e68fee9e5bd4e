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
	ErrPRMUsed = fault.New(fault.Conflict, "prm.alreadyUsed", fault.Text("dsoId")).At("dsoId")
	ErrEANUsed = fault.New(fault.Conflict, "ean.alreadyUsed", fault.Text("dsoId")).At("dsoId")
	// ErrDaysInvoiced is dates that would share days again which published invoices bill;
	// parameter date, the last of these days.
	ErrDaysInvoiced = fault.New(fault.Conflict, "participant.daysInvoiced", fault.Text("date"))
	// ErrTookPart is the deletion of a site that is neither waiting for its entry nor wrong
	// (its folder is not creating and not error): it leaves by its last day; parameter status.
	ErrTookPart = fault.New(fault.Conflict, "participant.tookPart", fault.Text("status"))
	// ErrHasCurves is the deletion of a site that has measurements; parameter date, their first day.
	ErrHasCurves = fault.New(fault.Conflict, "participant.hasCurves", fault.Text("date"))
	// ErrHasInvoices is the deletion of a site that an invoice is about, or a draft of one.
	ErrHasInvoices = fault.New(fault.Conflict, "participant.hasInvoices")
	// ErrHasBills is the deletion of a site that a bill of the old engine is about.
	ErrHasBills = fault.New(fault.Conflict, "participant.hasBills")
	// ErrInKey is the deletion of a site that a version of the key names.
	ErrInKey = fault.New(fault.Conflict, "participant.inKey")
	// ErrStartedRuns is the deletion of a producer that bill runs were started for.
	ErrStartedRuns = fault.New(fault.Conflict, "participant.startedRuns")
	// ErrChanged is another version than the caller has seen.
	ErrChanged = fault.ObjectChanged

	// ErrInvalid holds several things that are wrong with a participant.
	ErrInvalid       = fault.New(fault.Invalid, "participant.invalid")
	ErrFieldRequired = fault.FieldRequired
	ErrFieldTooLong  = fault.FieldTooLong // parameter max
	ErrEnergyType    = fault.New(fault.Invalid, "energyType.unknown", fault.Text("value")).At("energyType")
	ErrSegment       = fault.New(fault.Invalid, "segment.unknown", fault.Text("value")).At("segment")
	ErrDsoStatus     = fault.New(fault.Invalid, "dsoStatus.unknown", fault.Text("value", "known")).At("dsoStatus")
	ErrDsoAction     = fault.New(fault.Invalid, "dsoAction.unknown", fault.Text("value", "known")).At("dsoAction")
	// ErrRecordedApart is a change of the operator's words that is none of its answers.
	ErrRecordedApart        = fault.New(fault.Invalid, "participant.answerRecordedApart")
	ErrSegmentSide          = fault.New(fault.Invalid, "segment.otherEnergyType", fault.Text("value")).At("segment")
	ErrProductionType       = fault.New(fault.Invalid, "productionType.unknown", fault.Text("value")).At("productionTypeId")
	ErrProductionOfConsumer = fault.New(fault.Invalid, "productionType.consumer").At("productionTypeId")
	// ErrLogoOfConsumer is a billing logo of a site that issues no bill.
	ErrLogoOfConsumer = fault.New(fault.Invalid, "logo.notOfConsumer")
	ErrContractPower  = fault.New(fault.Invalid, "contractPower.invalid").At("contractPower")
	// ErrEntryRequired is an exit date without an entry date.
	ErrEntryRequired = fault.New(fault.Invalid, "activation.entryRequired").At("entry")
	// ErrBilledHere is another last day that another tool billed, where an invoice of ours bills days between.
	ErrBilledHere = fault.New(fault.Conflict, "participant.billedHere", fault.Text("number")).At("billedUntil")
	// ErrReversed is an exit date before the entry date; parameters entry, exit.
	ErrReversed = fault.New(fault.Invalid, "activation.reversed", fault.Text("entry", "exit")).At("exit")
	// ErrNotCommissioned is a producer without an entry date: it must be commissioned
	// or scheduled for it (specification section 5).
	ErrNotCommissioned = fault.New(fault.Invalid, "producer.notCommissioned").At("entry")
)

// NumberUsed is the refusal of a number that is taken, by the operator's kind of number.
func NumberUsed(o dso.Operator, dsoID string) *fault.Error {
	if o.IdentifierKind() == dso.KindEAN {
		return ErrEANUsed.With("dsoId", dsoID)
	}
	return ErrPRMUsed.With("dsoId", dsoID)
}
