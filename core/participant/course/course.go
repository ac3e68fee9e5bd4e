// Package course tells how a site came into an operation and left it: the few days that count, and
// why its folder stands where it stands.
package course

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
)

// Kind is what a step is about.
type Kind string

// The steps, in the order in which they are told.
const (
	Asked        Kind = "ASKED"         // of the operator: the entry
	Accepted     Kind = "ACCEPTED"      // by the operator, or refused
	FirstData    Kind = "FIRST_DATA"    // the first day with a value
	FirstInvoice Kind = "FIRST_INVOICE" // published
	ExitAsked    Kind = "EXIT_ASKED"    // of the operator
	Exit         Kind = "EXIT"          // the last day
)

// State is how far a step is.
type State string

// The states.
const (
	Done    State = "DONE"
	Waiting State = "WAITING" // it is what comes next, or the operator has not answered
	Refused State = "REFUSED" // by the operator
)

// Step is one of them.
type Step struct {
	Kind    Kind
	State   State
	Day     *civil.Date               // when it was, or is to be; nil = not known
	Reason  string                    // with Refused: what the operator said, for those who change sites
	Invoice *participant.FirstInvoice // with FirstInvoice, when it is Done
}

// Course is the steps of a site and why its status is what it is.
type Course struct {
	Reason folder.Reason
	Steps  []Step
}

// known is what the steps are made of.
type known struct {
	site    participant.Participant
	today   civil.Date
	zone    civil.Zone
	answers []participant.RecordedAnswer // the oldest first
	data    []civil.Range                // days of the number with values
	invoice *participant.FirstInvoice
	bills   bool // whether invoices are told of
}

// stepsOf are the steps of a site. An exit is told when there is one.
func stepsOf(k known) []Step {
	steps := []Step{k.asked(), k.entry(), k.firstData()}
	if k.bills {
		step := Step{Kind: FirstInvoice, State: Waiting}
		if k.invoice != nil {
			step.State, step.Day, step.Invoice = Done, &k.invoice.Day, k.invoice
		}
		steps = append(steps, step)
	}
	last := k.site.Exit()
	if last == nil {
		return steps
	}
	return append(steps, k.exitAsked(), k.exit(*last))
}

// asked is the day that the site was written down, unless it had entered by then: nobody knows here
// when that was asked.
func (k known) asked() Step {
	step := Step{Kind: Asked, State: Done}
	day, entry := k.zone.DateOf(k.site.CreatedAt), k.site.Entry()
	if entry == nil || day <= *entry {
		step.Day = &day
	}
	return step
}

// answer is the last one to a request; ok is false when there is none.
func (k known) answer(to folder.Request) (out participant.RecordedAnswer, ok bool) {
	for _, a := range k.answers {
		if a.Request == to {
			out, ok = a, true
		}
	}
	return out, ok
}

// entry is what the operator said to it. The first day is its day; that it was only reached without
// an answer is no acceptance.
func (k known) entry() Step {
	step := Step{Kind: Accepted, State: Waiting, Day: k.site.Entry()}
	said, ok := k.answer(folder.Entry)
	switch {
	case k.site.EntryDateKnown:
		step.State = Done
	case k.site.DsoStatus == folder.DataError || k.site.DsoAction == folder.DataError:
		step.State, step.Day = Refused, nil
		if ok && said.Word == folder.Refused {
			day := k.zone.DateOf(said.At)
			step.Day, step.Reason = &day, said.Reason
		}
	}
	return step
}

func (k known) firstData() Step {
	if k.site.Activation != nil {
		for _, days := range k.data {
			if own := days.Intersect(*k.site.Activation); !own.IsEmpty() {
				return Step{Kind: FirstData, State: Done, Day: &own.From}
			}
		}
	}
	return Step{Kind: FirstData, State: Waiting}
}

// exitAsked is done with the last day: who sets one asks. What was written down of the answer says
// when it came.
func (k known) exitAsked() Step {
	step := Step{Kind: ExitAsked, State: Done}
	if said, ok := k.answer(folder.Exit); ok && said.Word == folder.Waiting {
		day := k.zone.DateOf(said.At)
		step.Day = &day
	}
	return step
}

func (k known) exit(last civil.Date) Step {
	step := Step{Kind: Exit, State: Waiting, Day: &last}
	if last < k.today || k.site.DsoStatus == folder.InForce && k.site.DsoAction == folder.ActionRemove {
		step.State = Done
	}
	return step
}
