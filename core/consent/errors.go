package consent

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrPurpose is a purpose that there is not; parameter value.
	ErrPurpose = fault.New(fault.Invalid, "consent.purpose", fault.Text("value")).At("purpose")
	// ErrVersion is another text than the one in force, which alone can be agreed to; parameter current.
	ErrVersion = fault.New(fault.Conflict, "consent.version", fault.Text("current")).At("textVersion")
	// ErrDay is a day that is to come, or before the line before it.
	ErrDay = fault.New(fault.Invalid, "consent.day").At("on")
	// ErrProof is a recorded line without its proof.
	ErrProof = fault.New(fault.Invalid, "consent.proof").At("proof")
	// ErrUnchanged is what stands so already.
	ErrUnchanged = fault.New(fault.Conflict, "consent.unchanged").At("given")
	// ErrTooMany is more lines, or more requests, than a site has; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "consent.tooMany", fault.Int("max"))
	// ErrKind is a request that there is not; parameter value.
	ErrKind = fault.New(fault.Invalid, "siteRequest.kind", fault.Text("value")).At("kind")
	// ErrDayFar is a day that is a year or more from today; parameter max.
	ErrDayFar = fault.New(fault.Invalid, "siteRequest.dayFar", fault.Int("max")).At("day")
	// ErrWaiting is asking again what waits for an answer.
	ErrWaiting = fault.New(fault.Conflict, "siteRequest.waiting").At("kind")
	// ErrOutcome is an outcome that there is not; parameter value.
	ErrOutcome = fault.New(fault.Invalid, "siteRequest.outcome", fault.Text("value")).At("outcome")
	// ErrReason is a refusal without its reason.
	ErrReason = fault.New(fault.Invalid, "siteRequest.reason").At("note")
	// ErrAnswered is a request that is answered already.
	ErrAnswered = fault.New(fault.Conflict, "siteRequest.answered")
)
