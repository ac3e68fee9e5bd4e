// Package participantstore keeps participants and the invitations to their sites.
package participantstore
