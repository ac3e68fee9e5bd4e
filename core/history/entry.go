package history

import (
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Kind is of a thing that has a history; the words are those of tx.Change.ObjectKind.
type Kind string

// The kinds.
const (
	Site   Kind = "participant"
	Client Kind = "billableEntity"
	Issuer Kind = "billingEntity"
	Plan   Kind = "plan"
	Bill   Kind = "invoice"
	Import Kind = "curveImport"
	Run    Kind = "run"
)

// How is the way in which a change came about.
type How string

// The ways. A job goes on with what its author asked for; the server acts by itself.
const (
	ByHand   How = "HAND"
	ByToken  How = "TOKEN"
	ByJob    How = "JOB"
	ByServer How = "SERVER"
)

var ways = map[string]How{"": ByHand, "token": ByToken, "job": ByJob, "system": ByServer}

// Actor is who is accountable for a change. The zero actor is the server, or somebody whose
// account is gone.
type Actor struct {
	Role policy.Role
	ID   id.ID  // only for those who may read the audit
	You  bool   // who asks
	Name string // only for those who may read the audit: the person's, else the address of the account
}

// Entry is one change.
type Entry struct {
	ID         id.ID
	At         time.Time
	Act        Act
	How        How
	By         Actor
	ObjectKind string // of the change itself, which may be about more than one thing
	ObjectID   id.ID
	Details    Details // only for those who may read the audit
}

// Details are what a change says of itself, all of it optional. The names are those under
// which changes write them.
type Details struct {
	Fields          []string   `json:"fields"` // names of what was changed, as the contract spells them
	Values          []tx.Value `json:"values"` // from what to what, where that is nothing personal
	Created         *int       `json:"created"`
	Updated         *int       `json:"updated"`
	Invoices        *int       `json:"invoices"`
	Pairs           *int       `json:"pairs"`
	Files           *int       `json:"files"`
	Suspected       *int       `json:"suspected"`
	Purged          *int       `json:"purged"` // folders and documents that were removed for good
	Version         *int       `json:"version"`
	UnpricedMilliWh *int64     `json:"unpricedMilliWh"`
	StartDate       string     `json:"startDate"` // days as YYYY-MM-DD, months as YYYY-MM
	EffectiveDate   string     `json:"effectiveDate"`
	BillUpTo        string     `json:"billUpTo"`
	Entry           string     `json:"entry"`
	Exit            string     `json:"exit"`
	Month           string     `json:"month"`
	Request         string     `json:"request"`
	Answer          string     `json:"answer"`
	Reason          string     `json:"reason"`
	Status          string     `json:"status"`
	Confirmed       bool       `json:"confirmed"`
	Undone          bool       `json:"undone"`
	Revoked         bool       `json:"revoked"`
	DryRun          bool       `json:"dryRun"`
	Definitive      bool       `json:"definitive"`

	Documents []Document `json:"documents"` // folders and documents that it is about
}

// Document is a folder or document that a change is about. The trail holds its id and the version
// that was in force; its name, which may be a person's, is read from where it stands today (ADR 104).
type Document struct {
	ID      id.ID  `json:"id"`
	Version int    `json:"version"` // 0 of a folder
	Path    string `json:"-"`       // from the top, with slashes, which no name holds; "" = it is gone
}

// folderID is the field of a folder or document that says in which folder it is.
const folderID = "folderId"

// completeDocuments names the folder or document that an entry of before they were noted is about.
func (e *Entry) completeDocuments() {
	if len(e.Details.Documents) == 0 && e.ObjectKind == library && !e.ObjectID.IsZero() {
		e.Details.Documents = []Document{{ID: e.ObjectID}}
	}
}

// documents are the ids of folders and documents that an entry is about, and of those it was moved between.
func (e Entry) documents() (ids []id.ID) {
	for _, d := range e.Details.Documents {
		ids = append(ids, d.ID)
	}
	for _, v := range e.Details.Values {
		for _, one := range []string{v.From, v.To} {
			if v.Field == folderID && one != "" {
				ids = append(ids, id.ID(one))
			}
		}
	}
	return ids
}

// library is the kind of folders and documents.
const library = "document"

// Line is a line of the audit trail with its author, as it is stored.
type Line struct {
	ID         id.ID
	At         time.Time
	Agent      string
	Action     string
	ObjectKind string
	ObjectID   id.ID
	Details    []byte // JSON
	ActorID    id.ID
	Author     Author
}

// Author is the account of who did it; zero when there is none any more.
type Author struct {
	Role                       policy.Role
	Firstname, Lastname, Email string
}
