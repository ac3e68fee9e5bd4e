package ingest

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
	"github.com/openpmo/pmo/core/metering/ingest/received"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// ImportKind says how an import came about.
type ImportKind string

// The two calls with files, which do the same; files asked of the operator's service;
// files laid down in a drop.
const (
	KindImport ImportKind = "import"
	KindUpload ImportKind = "upload"
	KindPull   ImportKind = "pull"
	KindFolder ImportKind = "folder"
)

// JobKind is the kind of the job that an import is. One that stores something is alone in its
// operation.
const JobKind job.Kind = "curveImport"

// ImportStatus is where an import is. The words are the contract's.
type ImportStatus string

// The states. A started import is one whose job goes on. A suspected one has stored nothing and
// waits for a yes; one that was undone has taken back what it stored.
const (
	ImportStarted   ImportStatus = "STARTED"
	ImportSucceeded ImportStatus = "SUCCEEDED"
	ImportFailed    ImportStatus = "FAILED"
	ImportSuspected ImportStatus = "SUSPECTED"
	ImportUndone    ImportStatus = "UNDONE"
)

// Import is one set of files that is stored whole or not at all.
type Import struct {
	ID          id.ID
	OperationID id.ID
	Kind        ImportKind
	Status      ImportStatus
	CreatedBy   id.ID  // none for the server itself
	Author      string // name of CreatedBy, for lists
	Agent       string // how it was asked for: "", "token", "system"
	CreatedAt   time.Time
	FinishedAt  *time.Time
	DryRun      bool
	Definitive  bool // files without a status of their own are definitive
	Confirmed   bool // months that look like a mistake are none
	Answers     []curvefile.FileAnswers
	Files       []received.File
	Days        civil.Range // asked for; pulls only
	Done, Total int         // sites
	Result      *ImportResult
	Errors      []*fault.Error
}

// AgentServer is the agent of what nobody asked for.
const AgentServer = "system"

// Server is who acts for an operation when nobody asked: its organizer's rights, nobody's
// account.
func Server(operationID id.ID) policy.Principal {
	return policy.Principal{Role: policy.RoleOrganizer, Agent: AgentServer, Operations: []id.ID{operationID}}
}

// Replaces reports whether the import changed curves or registers of one of some months.
func (i Import) Replaces(months []civil.Month) bool {
	if i.Status != ImportSucceeded || i.Result == nil || i.DryRun || i.Result.Unchanged {
		return false
	}
	return slices.ContainsFunc(i.Result.Months(), func(m civil.Month) bool { return slices.Contains(months, m) })
}

// agreedTo reports whether what looks like a mistake was agreed to: all of it, or what an
// import that was held has shown.
func (i Import) agreedTo(now intake.Suspicions) bool {
	return i.Confirmed && (i.Result == nil || intake.Suspicions{First: i.Result.Suspected, Count: i.Result.SuspectedCount}.Covers(now))
}

// Actor is on whose behalf the work of the import is done.
func (i Import) Actor() policy.Principal {
	return policy.Principal{UserID: i.CreatedBy, Agent: "job", Role: policy.RoleOrganizer}
}

// change is a change that the import makes, for the audit.
func (i Import) change(details map[string]any) tx.Change {
	change := i.Actor().Change(metering.PermImport, i.OperationID, "curveImport", i.ID)
	change.Details = details
	return change
}

// outcome is how its job ends.
func (i Import) outcome() job.Outcome {
	if i.Status == ImportSucceeded {
		return job.Outcome{Status: job.Success}
	}
	return job.Failed(i.Errors...)
}

// asked is its job.
func (i Import) asked() job.Asked {
	a := job.Asked{ID: i.ID, OperationID: i.OperationID, Kind: JobKind, AskedBy: i.CreatedBy, Agent: i.Agent, CreatedAt: i.CreatedAt}
	if !i.DryRun {
		a.AloneOn = i.OperationID
	}
	return a
}

// CloseAs closes the import with its outcome, or as failed with all that is wrong.
func (i *Import) CloseAs(now time.Time, result *ImportResult, refused *fault.Error) {
	i.Status, i.Result, i.FinishedAt = ImportSucceeded, result, &now
	if refused == nil {
		return
	}
	i.Status, i.Result = ImportFailed, nil
	i.Errors = refused.Items
	if len(i.Errors) == 0 {
		i.Errors = []*fault.Error{refused}
	}
}
