package enrolment

import "github.com/openpmo/pmo/core/fault"

// Refusals of this context. What is wrong with a part is the refusal of its own use case, at the
// field of that part: "site.dsoId", "client.iban", "plan.startDate".
var (
	// ErrPlanRequired is a newcomer without a plan, in an operation that bills by plans
	// (specification section 5).
	ErrPlanRequired = fault.New(fault.Invalid, "plan.required").At("plan.planId")
	// ErrEntityRequired is a part that names no client or issuer to attach or to modify.
	ErrEntityRequired = fault.FieldRequired
	// ErrNotConsumer and ErrNotProducer are a client of a site that receives no energy, and an
	// issuer of one that gives none.
	ErrNotConsumer = fault.New(fault.Invalid, "enrolment.clientOfProducer").At("client")
	ErrNotProducer = fault.New(fault.Invalid, "enrolment.issuerOfConsumer").At("issuer")
	// ErrNotInside is a change of occupant on a day on which nobody leaves: the site is not in
	// the perimeter the day before; parameters entry, exit (empty = open).
	ErrNotInside = fault.New(fault.Conflict, "succession.notInside", fault.Text("entry", "exit")).At("date")
	// ErrDraftTooLarge is a draft that no form makes; parameter kilobytes.
	ErrDraftTooLarge = fault.New(fault.Invalid, "draft.tooLarge", fault.Int("kilobytes"))
)
