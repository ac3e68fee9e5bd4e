package accountstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/viewing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Views keeps which sessions see as a participant does.
type Views struct{ db *postgres.DB }

var _ viewing.Views = (*Views)(nil)

// NewViews is the store over db.
func NewViews(db *postgres.DB) *Views { return &Views{db} }

// Put stores what a session sees from now on.
func (s *Views) Put(ctx context.Context, session account.SecretHash, v account.View) error {
	return queries(ctx, s.db).PutSessionView(ctx, sqlcgen.PutSessionViewParams{SessionID: toDBHash(session), OperationID: v.OperationID,
		ParticipantID: v.ParticipantID, EndsAt: v.EndsAt})
}

// Of is what a session sees, with the name of the site. Error: viewing.none.
func (s *Views) Of(ctx context.Context, session account.SecretHash) (viewing.Named, error) {
	row, err := queries(ctx, s.db).GetSessionView(ctx, toDBHash(session))
	return viewing.Named{View: account.View{OperationID: row.OperationID, ParticipantID: row.ParticipantID, EndsAt: row.EndsAt}, Name: row.Name},
		postgres.OrMissing(err, viewing.ErrNone)
}

// Delete ends it; ok is false when there is nothing to end any more.
func (s *Views) Delete(ctx context.Context, session account.SecretHash) (bool, error) {
	n, err := queries(ctx, s.db).DeleteSessionView(ctx, toDBHash(session))
	return n > 0, err
}

// Ended lists sessions whose view is over, a hundred at most.
func (s *Views) Ended(ctx context.Context, now time.Time) ([]account.Session, error) {
	rows, err := queries(ctx, s.db).ListEndedSessionViews(ctx, now)
	out := make([]account.Session, len(rows))
	for i, r := range rows {
		out[i] = account.Session{Hash: fromDBHash(r.SessionID), UserID: r.UserID,
			View: &account.View{OperationID: r.OperationID, ParticipantID: r.ParticipantID, EndsAt: r.EndsAt}}
	}
	return out, err
}

// Sites are those of a participant in an operation: a site, and the others of its account there.
func (s *Views) Sites(ctx context.Context, operationID, participantID id.ID) ([]policy.Site, error) {
	rows, err := queries(ctx, s.db).ListViewedSites(ctx, operationID, participantID)
	sites := make([]policy.Site, len(rows))
	for i, r := range rows {
		sites[i] = policy.Site{ParticipantID: r.ID, OperationID: r.OperationID,
			Period: civil.Range{From: postgres.FromDate(r.Entry), To: postgres.FromDate(r.Leaving)}}
	}
	return sites, err
}
