// Package tx is the port through which the core changes what is stored: one
// transaction a change, its audit line inside it.
package tx

import (
	"context"

	"github.com/openpmo/pmo/core/id"
)

// Change says who does what to what. It becomes the audit line of the transaction
// (ADR 0003). No secrets and no personal data go into Details: ids, counts,
// dates, names of changed fields, and values of those that hold words of the contract.
type Change struct {
	ActorID     id.ID  // who is accountable: the signed-in user
	Agent       string // who acts for them: "" (themselves), "job", "token", "system"
	Action      string // the permission used, as in plan:create
	OperationID id.ID  // none for what belongs to no operation
	ObjectKind  string // singular noun of the glossary: plan, invoice, user
	ObjectID    id.ID
	Details     map[string]any
}

// Runner runs a change. Everything that fn does through the stores given its
// context is committed together with the audit line of change, or not at all.
//
// A Runner called inside another joins it: its audit line is written too, and
// only the outermost one commits. fn must do no I/O but the database's: files and
// mails go before it, or after it through a job enqueued inside it.
// Serialization failures are retried by the outermost Runner, so fn may run twice.
type Runner interface {
	InTx(ctx context.Context, change Change, fn func(ctx context.Context) error) error
}
