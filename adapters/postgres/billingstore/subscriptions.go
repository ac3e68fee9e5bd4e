package billingstore

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Subscriptions stores subscriptions.
type Subscriptions struct{ db *postgres.DB }

// NewSubscriptions is the store over db.
func NewSubscriptions(db *postgres.DB) *Subscriptions { return &Subscriptions{db} }

var _ billing.Subscriptions = (*Subscriptions)(nil)

var subscriptionConstraints = postgres.Constraints{"subscriptions_pair_excl": billing.ErrSubscriptionOverlap,
	"invoice_lines_subscription_id_fkey": billing.ErrSubscriptionPrinted, "billed_spans_subscription_id_fkey": billing.ErrSubscriptionPrinted,
	"statements_subscription_id_fkey": billing.ErrSubscriptionPrinted}

// List reads the subscriptions of an operation.
func (s *Subscriptions) List(ctx context.Context, operationID id.ID) ([]billing.Subscription, error) {
	rows, err := queries(ctx, s.db).ListSubscriptions(ctx, operationID)
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
		err := queries(ctx, s.db).CloseSubscription(ctx, sqlcgen.CloseSubscriptionParams{
			EndDate: postgres.ToDate(next.Days.From), ClosedBy: &by, OperationID: next.OperationID, ID: closed})
		if err != nil {
			return subscriptionConstraints.Translate(err)
		}
	}
	columns := []string{"operation_id", "id", "consumer_id", "producer_id", "plan_id", "start_date", "end_date", "created_at"}
	_, err := s.db.Conn(ctx).CopyFrom(ctx, pgx.Identifier{"subscriptions"}, columns, pgx.CopyFromSlice(len(list), func(i int) ([]any, error) {
		sub := list[i]
		return []any{sub.OperationID, sub.ID, postgres.OptionalID(sub.ConsumerID), postgres.OptionalID(sub.ProducerID), sub.PlanID, postgres.ToDate(sub.Days.From), postgres.ToEnd(sub.Days.To), sub.CreatedAt}, nil
	}))
	return subscriptionConstraints.Translate(err)
}

// Remove deletes subscriptions with what has no number, and reopens those that they closed.
func (s *Subscriptions) Remove(ctx context.Context, operationID id.ID, ids []id.ID) error {
	if len(ids) == 0 {
		return nil
	}
	q := queries(ctx, s.db)
	if err := q.DeleteUnnumberedOfSubscriptions(ctx, operationID, ids); err != nil {
		return err
	}
	if err := q.DeleteDraftStatementsOf(ctx, operationID, ids); err != nil {
		return err
	}
	if err := q.DeleteSubscriptions(ctx, operationID, ids); err != nil {
		return subscriptionConstraints.Translate(err)
	}
	return subscriptionConstraints.Translate(q.ReopenSubscriptions(ctx, operationID, ids))
}

// End makes a subscription end before the day.
func (s *Subscriptions) End(ctx context.Context, operationID, subscriptionID id.ID, before civil.Date) error {
	n, err := queries(ctx, s.db).EndSubscription(ctx, sqlcgen.EndSubscriptionParams{EndDate: postgres.ToEnd(before), OperationID: operationID, ID: subscriptionID})
	if err == nil && n == 0 {
		return billing.ErrSubscriptionNotFound
	}
	return err
}

func fromDBSubscription(r sqlcgen.ListSubscriptionsRow) billing.Subscription {
	s := billing.Subscription{ID: r.ID, OperationID: r.OperationID, Pair: billing.Pair{ConsumerID: postgres.IDOf(r.ConsumerID), ProducerID: postgres.IDOf(r.ProducerID)},
		PlanID: r.PlanID, Days: civil.Range{From: postgres.FromDate(r.StartDate), To: postgres.FromEnd(r.EndDate)}, CreatedAt: r.CreatedAt,
		PlanName: r.PlanName, ConsumerName: r.ConsumerName, ProducerName: r.ProducerName, Billed: ranges(r.Billed)}
	if r.InvoicedUntil.Valid {
		last := postgres.FromDate(r.InvoicedUntil) - 1
		s.InvoicedUntil = &last
	}
	return s
}

// ranges are half-open days, in order.
func ranges(of pgtype.Multirange[pgtype.Range[pgtype.Date]]) []civil.Range {
	if len(of) == 0 {
		return nil
	}
	out := make([]civil.Range, len(of))
	for i, r := range of {
		out[i] = postgres.FromRange(r.Lower, r.Upper)
	}
	return out
}
