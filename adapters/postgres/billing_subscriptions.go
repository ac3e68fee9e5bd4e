package postgres

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Subscriptions stores subscriptions.
type Subscriptions struct{ db *DB }

// NewSubscriptions is the store over db.
func NewSubscriptions(db *DB) *Subscriptions { return &Subscriptions{db} }

var _ billing.Subscriptions = (*Subscriptions)(nil)

var subscriptionConstraints = constraints{"subscriptions_pair_excl": billing.ErrSubscriptionOverlap}

// List reads the subscriptions of an operation.
func (s *Subscriptions) List(ctx context.Context, operationID id.ID) ([]billing.Subscription, error) {
	rows, err := s.db.queries(ctx).ListSubscriptions(ctx, operationID)
	if err != nil {
		return nil, err
	}
	out := make([]billing.Subscription, len(rows))
	for i, r := range rows {
		out[i] = fromDBSubscription(r)
	}
	return out, nil
}

// Add ends the subscriptions that the new ones close, then stores the new ones in bulk.
func (s *Subscriptions) Add(ctx context.Context, list []billing.Subscription, closes map[id.ID]id.ID) error {
	byID := make(map[id.ID]billing.Subscription, len(list))
	for _, sub := range list {
		byID[sub.ID] = sub
	}
	for _, closed := range slices.Sorted(maps.Keys(closes)) {
		by := closes[closed]
		next := byID[by]
		err := s.db.queries(ctx).CloseSubscription(ctx, sqlcgen.CloseSubscriptionParams{
			EndDate: pgDate(next.Days.From), ClosedBy: &by, OperationID: next.OperationID, ID: closed})
		if err != nil {
			return subscriptionConstraints.translate(err)
		}
	}
	columns := []string{"operation_id", "id", "consumer_id", "producer_id", "plan_id", "start_date", "end_date", "created_at"}
	_, err := s.db.conn(ctx).CopyFrom(ctx, pgx.Identifier{"subscriptions"}, columns, pgx.CopyFromSlice(len(list), func(i int) ([]any, error) {
		sub := list[i]
		return []any{sub.OperationID, sub.ID, optionalID(sub.ConsumerID), optionalID(sub.ProducerID), sub.PlanID, pgDate(sub.Days.From), openEnd(sub.Days.To), sub.CreatedAt}, nil
	}))
	return subscriptionConstraints.translate(err)
}

// Remove deletes subscriptions with what has no number, and reopens those that they closed.
func (s *Subscriptions) Remove(ctx context.Context, operationID id.ID, ids []id.ID) error {
	if len(ids) == 0 {
		return nil
	}
	q := s.db.queries(ctx)
	if err := q.DeleteUnnumberedOfSubscriptions(ctx, operationID, ids); err != nil {
		return err
	}
	if err := q.DeleteSubscriptions(ctx, operationID, ids); err != nil {
		return err
	}
	return subscriptionConstraints.translate(q.ReopenSubscriptions(ctx, operationID, ids))
}

// End makes a subscription end before the day.
func (s *Subscriptions) End(ctx context.Context, operationID, subscriptionID id.ID, before civil.Date) error {
	n, err := s.db.queries(ctx).EndSubscription(ctx, sqlcgen.EndSubscriptionParams{EndDate: openEnd(before), OperationID: operationID, ID: subscriptionID})
	if err == nil && n == 0 {
		return billing.ErrSubscriptionNotFound
	}
	return err
}
