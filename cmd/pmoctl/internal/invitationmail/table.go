// Package invitationmail shows the journal of the mails that invite people.
package invitationmail

import (
	"time"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// Table is the mails, one a line.
func Table(list []pmo.InvitationMail) *output.Table {
	t := output.NewTable("email", "asked_at", "asked_by", "valid_until", "status", "reason")
	for _, m := range list {
		t.Add(m.Email, m.AskedAt.Format(time.RFC3339), output.Or(m.AskedBy), m.ValidUntil.Format(time.DateOnly), string(m.Status), output.Or(m.Reason))
	}
	return t
}
