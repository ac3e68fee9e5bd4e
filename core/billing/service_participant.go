package billing

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// The methods of this file are what participant asks and tells (its ports Billing and
// Leavings). They check no permission: who calls them has.

// BilledAs finds the entities that issue for participants and are invoiced for them,
// with the name and address that stand on their invoices: the client's, of a producer
// the issuer's. Participants without either have no entry.
func (s *Service) BilledAs(ctx context.Context, operationID id.ID, participantIDs []id.ID) (map[id.ID]participant.BilledAs, error) {
	return s.Sites.BilledAs(ctx, operationID, participantIDs)
}

// ParticipantLeaves hears of a new or earlier last day of a site, in the transaction that
// sets it: drafts that bill later days are deleted, and the next run bills what is left.
// Its subscriptions stay as they are, since they count on the days of their sites only:
// they end with the site, and go on when the day turns out to be another.
func (s *Service) ParticipantLeaves(ctx context.Context, operationID, participantID id.ID, lastDay civil.Date) error {
	if err := s.Locks.Operation(ctx, operationID, true); err != nil {
		return err
	}
	return s.Invoices.DropDraftsAfter(ctx, operationID, participantID, lastDay)
}
