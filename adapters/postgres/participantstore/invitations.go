package participantstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/participantstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/invitation"
	"github.com/openpmo/pmo/core/party"
)

// SiteInvitations keeps the sites that are proposed to accounts.
type SiteInvitations struct{ db *postgres.DB }

var _ invitation.Invitations = (*SiteInvitations)(nil)

// NewSiteInvitations is the store over db.
func NewSiteInvitations(db *postgres.DB) *SiteInvitations { return &SiteInvitations{db} }

// Put makes an invitation the one of its site.
func (s *SiteInvitations) Put(ctx context.Context, i invitation.Invitation) error {
	return queries(ctx, s.db).PutSiteInvitation(ctx, sqlcgen.PutSiteInvitationParams{ID: i.ID, OperationID: i.OperationID,
		ParticipantID: i.ParticipantID, Email: string(i.Email), Status: string(i.Status), InvitedBy: postgres.OptionalID(i.InvitedBy), InvitedAt: i.InvitedAt, ExpiresAt: i.ExpiresAt})
}

// ByID finds one. Error: invitation.notFound.
func (s *SiteInvitations) ByID(ctx context.Context, invitationID id.ID) (invitation.Invitation, error) {
	row, err := queries(ctx, s.db).GetSiteInvitation(ctx, invitationID)
	return fromDBInvitation(row), postgres.OrMissing(err, invitation.ErrNotFound)
}

// OfSites finds those of sites.
func (s *SiteInvitations) OfSites(ctx context.Context, participantIDs []id.ID) (map[id.ID]invitation.Invitation, error) {
	rows, err := queries(ctx, s.db).ListSiteInvitationsOfSites(ctx, participantIDs)
	out := make(map[id.ID]invitation.Invitation, len(rows))
	for _, row := range rows {
		out[row.ParticipantID] = fromDBInvitation(row)
	}
	return out, err
}

// Pending lists those to an address that wait for an answer, oldest first.
func (s *SiteInvitations) Pending(ctx context.Context, email party.Email) ([]invitation.Invitation, error) {
	rows, err := queries(ctx, s.db).ListPendingSiteInvitations(ctx, string(email))
	out := make([]invitation.Invitation, len(rows))
	for i, row := range rows {
		out[i] = fromDBInvitation(row)
	}
	return out, err
}

// Decline marks a pending one; ok is false when there is none any more.
func (s *SiteInvitations) Decline(ctx context.Context, invitationID id.ID) (bool, error) {
	n, err := queries(ctx, s.db).DeclineSiteInvitation(ctx, invitationID)
	return n > 0, err
}

// Delete ends one; ok is false when there is none any more.
func (s *SiteInvitations) Delete(ctx context.Context, invitationID id.ID) (bool, error) {
	n, err := queries(ctx, s.db).DeleteSiteInvitation(ctx, invitationID)
	return n > 0, err
}

// DeleteOf ends that of a site, if it has one.
func (s *SiteInvitations) DeleteOf(ctx context.Context, participantID id.ID) error {
	return queries(ctx, s.db).DeleteSiteInvitationOfSite(ctx, participantID)
}

func fromDBInvitation(r sqlcgen.SiteInvitation) invitation.Invitation {
	return invitation.Invitation{ID: r.ID, OperationID: r.OperationID, ParticipantID: r.ParticipantID, Email: party.Email(r.Email),
		Status: invitation.Status(r.Status), InvitedBy: postgres.IDOf(r.InvitedBy), InvitedAt: r.InvitedAt, ExpiresAt: r.ExpiresAt}
}
