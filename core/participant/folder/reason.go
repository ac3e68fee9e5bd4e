package folder

import "github.com/openpmo/pmo/core/civil"

// Cause is why a folder has the status that it has: which rule of StatusOn decided.
type Cause string

// The causes, in the order in which they are looked for.
const (
	SaidWrong     Cause = "SAID_WRONG"     // the operator's status says an error
	ActionWrong   Cause = "ACTION_WRONG"   // what was asked came back as an error
	LastDayPast   Cause = "LAST_DAY_PAST"  // the last day is over
	NothingSaid   Cause = "NOTHING_SAID"   // no status, or nothing was asked
	ExitConfirmed Cause = "EXIT_CONFIRMED" // the operator has let it go
	EntryAccepted Cause = "ENTRY_ACCEPTED" // the operator has taken it in
	ExitAsked     Cause = "EXIT_ASKED"     // asked, and not answered yet
	EntryPast     Cause = "ENTRY_PAST"     // not answered, and the day of entry is over
	EntryAsked    Cause = "ENTRY_ASKED"    // asked for a day that is not over
	EntryUndated  Cause = "ENTRY_UNDATED"  // asked, and no day is known
	ActionOpen    Cause = "ACTION_OPEN"    // something else was asked, and not answered yet
)

// Causes lists them.
func Causes() []Cause {
	return []Cause{SaidWrong, ActionWrong, LastDayPast, NothingSaid, ExitConfirmed, EntryAccepted, ExitAsked, EntryPast, EntryAsked,
		EntryUndated, ActionOpen}
}

// Reason is a status with its cause, and what the sentence about it names.
type Reason struct {
	Status Status
	Cause  Cause
	Day    *civil.Date // of LastDayPast, ExitConfirmed and ExitAsked the last day, of EntryAccepted, EntryPast and EntryAsked the first; nil = not known
	Word   string      // of ActionOpen: what was asked, in the operator's word
}

// Why is why a folder has its status on a day.
func Why(f Folder, today civil.Date) Reason {
	r := Reason{Status: f.StatusOn(today)}
	switch {
	case f.Status == DataError:
		r.Cause = SaidWrong
	case f.Action == DataError:
		r.Cause = ActionWrong
	case f.Exit != nil && *f.Exit < today:
		r.Cause, r.Day = LastDayPast, f.Exit
	case f.Status == "" || f.Action == "":
		r.Cause = NothingSaid
	case f.Status == InForce && f.Action == ActionRemove:
		r.Cause, r.Day = ExitConfirmed, f.Exit
	case f.Status == InForce:
		r.Cause, r.Day = EntryAccepted, f.Entry
	case f.Action == ActionRemove:
		r.Cause, r.Day = ExitAsked, f.Exit
	case f.Action != ActionCreate:
		r.Cause, r.Word = ActionOpen, f.Action
	case f.Entry == nil:
		r.Cause = EntryUndated
	case *f.Entry < today:
		r.Cause, r.Day = EntryPast, f.Entry
	default:
		r.Cause, r.Day = EntryAsked, f.Entry
	}
	return r
}
