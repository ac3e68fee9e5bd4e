package invitation

import "github.com/openpmo/pmo/core/fault"

// Refusals of invitations.
var (
	// ErrNotFound is an invitation that is answered, taken back, or another's.
	ErrNotFound = fault.New(fault.NotFound, "invitation.notFound")
	// ErrExpired is a proposal that was not answered in time; whoever made it can send it again.
	ErrExpired = fault.New(fault.Conflict, "invitation.expired")
	// ErrNoMail is a site that waits for nobody's answer to a mail.
	ErrNoMail = fault.New(fault.Conflict, "participant.noMail")
	// ErrEmailNotFound is an e-mail that no participant account has; parameter email.
	ErrEmailNotFound = fault.UserEmailNotFoundForOrganizer.At("userEmail")
)
