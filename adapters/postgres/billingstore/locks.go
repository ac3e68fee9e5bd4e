package billingstore

import (
	"context"
	"hash/fnv"
	"slices"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Locks serialises changes of who bills what, by advisory locks.
type Locks struct{ db *postgres.DB }

// NewLocks is the locker over db.
func NewLocks(db *postgres.DB) *Locks { return &Locks{db} }

var _ billing.Locks = (*Locks)(nil)

// Operation locks the billing of an operation: exclusive for changes of subscriptions
// and entities, shared for runs and publishing, which lock their pairs beside it.
func (l *Locks) Operation(ctx context.Context, operationID id.ID, exclusive bool) error {
	key := "billing:" + operationID.String()
	if exclusive {
		return l.db.Hold(ctx, key)
	}
	_, err := l.db.Conn(ctx).Exec(ctx, "select pg_advisory_xact_lock_shared(hashtextextended($1, 0))", key)
	return err
}

// Months shares the locks that imports take alone (Curves.Lock).
func (l *Locks) Months(ctx context.Context, operationID id.ID, months []civil.Month) error {
	keys := make([]string, len(months))
	for i, m := range months {
		keys[i] = postgres.MonthLock(operationID, m)
	}
	_, err := l.db.Conn(ctx).Exec(ctx, "select pg_advisory_xact_lock_shared(hashtextextended(k, 0)) from unnest($1::text[]) with ordinality as t (k, n) order by n", keys)
	return err
}

// Pairs locks issuers and clients in the order of their keys, so that two holders never
// wait for each other.
func (l *Locks) Pairs(ctx context.Context, operationID id.ID, pairs []billing.PartyPair) error {
	keys := make([]int64, len(pairs))
	for i, p := range pairs {
		h := fnv.New64a()
		_, _ = h.Write([]byte("billing:" + operationID.String() + ":" + p.IssuerID.String() + ":" + p.ClientID.String()))
		keys[i] = int64(h.Sum64()) //nolint:gosec // any number will do
	}
	slices.Sort(keys)
	_, err := l.db.Conn(ctx).Exec(ctx, "select pg_advisory_xact_lock(k) from unnest($1::bigint[]) with ordinality as t (k, n) order by n", keys)
	return err
}
