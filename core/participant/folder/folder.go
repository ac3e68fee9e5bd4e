package folder

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// The operator's words that mean something here.
const (
	InForce      = "EN_VIGUEUR"   // in the perimeter
	Asked        = "EN_COURS"     // ours: asked, no answer yet
	DataError    = "NO_TRAIL_ERR" // refused, or wrong data; as status or as action
	ActionCreate = "CREATION"
	ActionChange = "MODIFICATION"
	ActionRemove = "SUPPRESSION"
)

// StatusWords are the statuses that may be given. A stored one that is none of them, of an
// operator's own answer, stays as it is.
func StatusWords() []string { return []string{InForce, Asked, DataError} }

// ActionWords are the actions that may be given.
func ActionWords() []string { return []string{ActionCreate, ActionChange, ActionRemove, DataError} }

// Status says how far a folder is.
type Status string

// The statuses of specification section 4, in their sort order.
const (
	Creating   Status = "creating"   // 'demande d'entrée en cours'
	Processing Status = "processing" // 'en cours de traitement'
	Up         Status = "up"         // 'intégré au périmètre'
	Deleting   Status = "deleting"   // 'demande de sortie en cours'
	Deleted    Status = "deleted"    // 'sortie du périmètre'
	Error      Status = "error"      // 'erreur de données'
)

// Statuses lists them in the order tables sort by.
func Statuses() []Status {
	return []Status{Creating, Processing, Up, Deleting, Deleted, Error}
}

// Folder is what is known of a site and its operator: the operator's two words, and the first
// and the last day in the perimeter.
type Folder struct {
	Status, Action string
	Entry, Exit    *civil.Date
}

// Of is the folder of a site with the days of its perimeter; nil = no day yet.
func Of(status, action string, perimeter *civil.Range) Folder {
	f := Folder{Status: status, Action: action}
	if perimeter != nil {
		f.Entry = &perimeter.From
		if !perimeter.IsOpen() {
			last := perimeter.Last()
			f.Exit = &last
		}
	}
	return f
}

// StatusOn is the table of specification section 4, in the order of domain 3.4. A day is past
// when it is earlier than today, in the operator's zone.
func (f Folder) StatusOn(today civil.Date) Status {
	switch {
	case f.Status == DataError || f.Action == DataError:
		return Error
	case f.Exit != nil && *f.Exit < today:
		return Deleted
	case f.Status == "" || f.Action == "":
		return Error
	case f.Status == InForce && f.Action == ActionRemove:
		return Deleted
	case f.Status == InForce:
		return Up
	case f.Action == ActionRemove:
		return Deleting
	case f.Action == ActionCreate && f.Entry != nil && *f.Entry < today:
		return Up
	case f.Action == ActionCreate:
		return Creating
	default:
		return Processing
	}
}

// OpenRequest is what the operator can still answer on a day; empty when all is settled.
func (f Folder) OpenRequest(today civil.Date) Request {
	status := f.StatusOn(today)
	switch {
	case status == Deleted, f.Status == InForce && status != Error:
		return ""
	case f.Action == ActionRemove:
		return Exit
	}
	return Entry
}

// MayLeave reports whether a last day can be set or moved: the site has entered, and is not
// gone on that day.
func (f Folder) MayLeave(today civil.Date) bool {
	switch f.StatusOn(today) {
	case Creating, Processing, Error:
		return false
	}
	return f.Entry != nil && (f.Exit == nil || *f.Exit >= today)
}

// Answered is the folder after an answer. A refused exit keeps the site for good. Errors:
// field.unused, folder.dayRequired.
func (f Folder) Answered(a Answer) (Folder, error) {
	switch {
	case a.Day != nil && a.Word != Accepted:
		return f, ErrUnused.At("date")
	case a.Reason != "" && a.Word != Refused:
		return f, ErrUnused.At("reason")
	case a.Word == Waiting:
		f.Status, f.Action = Asked, ActionCreate
		if a.Request == Exit {
			f.Action = ActionRemove
		}
	case a.Word == Refused && a.Request == Entry:
		f.Status = DataError
	case a.Word == Refused:
		f.Status, f.Action, f.Exit = InForce, ActionCreate, nil
	case a.Request == Entry:
		f.Status, f.Action = InForce, ActionCreate
		if a.Day != nil {
			f.Entry = a.Day
		}
		if f.Entry == nil {
			return f, ErrDayRequired
		}
	default:
		f.Status, f.Action = InForce, ActionRemove
		if a.Day != nil {
			f.Exit = a.Day
		}
		if f.Exit == nil {
			return f, ErrDayRequired
		}
	}
	return f, nil
}

var (
	// ErrUnused is a field that does not go with the answer.
	ErrUnused = fault.New(fault.Invalid, "field.unused")
	// ErrDayRequired is an acceptance without a day, of a site that has none.
	ErrDayRequired = fault.New(fault.Invalid, "folder.dayRequired").At("date")
)
