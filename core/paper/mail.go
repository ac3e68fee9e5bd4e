package paper

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// MailKind is why somebody is written to about a paper, in the words of the contract.
type MailKind string

// The kinds.
const (
	MailFirst    MailKind = "FIRST"    // the paper was made
	MailAgain    MailKind = "AGAIN"    // the organizer asked for it
	MailReminder MailKind = "REMINDER" // it has waited for long
)

// Mail is one to the account that a paper waits for.
type Mail struct {
	ID          id.ID
	OperationID id.ID
	PaperID     id.ID
	Kind        MailKind
	Email       party.Email
	AskedBy     id.ID  // none = the installation itself
	AskedByName string // filled when it is read
	AskedAt     time.Time
	Status      invitationmail.Status
	Reason      string // key of what keeps it from arriving; "" = nothing
	EndedAt     *time.Time
}

// Notices has people written to whom new papers wait for, in the transaction of ctx.
type Notices interface {
	Ask(ctx context.Context, p policy.Principal, papers []Paper) error
}
