package billing

import (
	"context"
	"slices"

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

// ParticipantLeaves ends the subscriptions of a site on its last day, in the transaction
// of that change, yet never before their last invoiced day; those that would begin
// later are deleted. Drafts of later days are refused when they are published, and
// replaced by the next run.
func (s *Service) ParticipantLeaves(ctx context.Context, operationID, participantID id.ID, lastDay civil.Date) error {
	list, err := s.Subscriptions.OfSite(ctx, operationID, participantID)
	if err != nil || !slices.ContainsFunc(list, func(sub Subscription) bool { return sub.Days.To > lastDay+1 }) {
		return err
	}
	if err := s.Locks.Operation(ctx, operationID, true); err != nil {
		return err
	}
	if list, err = s.Subscriptions.OfSite(ctx, operationID, participantID); err != nil {
		return err
	}
	var never []id.ID
	for _, sub := range list {
		if sub.Days.From > lastDay && sub.InvoicedUntil == nil {
			never = append(never, sub.ID)
		}
	}
	if err := s.Subscriptions.Remove(ctx, operationID, never); err != nil {
		return err
	}
	if len(never) > 0 { // what they had closed goes on, for now
		if list, err = s.Subscriptions.OfSite(ctx, operationID, participantID); err != nil {
			return err
		}
	}
	for _, sub := range list {
		end := lastDay + 1
		if sub.InvoicedUntil != nil {
			end = max(end, *sub.InvoicedUntil+1)
		}
		if end >= sub.Days.To {
			continue
		}
		if err := s.Subscriptions.End(ctx, operationID, sub.ID, end); err != nil {
			return err
		}
	}
	return nil
}
