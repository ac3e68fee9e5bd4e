package alertstore

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/alertstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/alert/digest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Digests keeps who was told of which alerts.
type Digests struct{ db *postgres.DB }

var _ digest.Digests = (*Digests)(nil)

// NewDigests is the store over db.
func NewDigests(db *postgres.DB) *Digests { return &Digests{db} }

// Untold lists what is new, by operation and person.
func (s *Digests) Untold(ctx context.Context, day civil.Date, limit int) ([]digest.Digest, error) {
	rows, err := queries(ctx, s.db).ListUntoldAlerts(ctx, postgres.ToDate(day), int32(limit))
	out := make([]digest.Digest, len(rows))
	for i, r := range rows {
		out[i] = digest.Digest{OperationID: r.OperationID, UserID: r.UserID, Alerts: r.AlertIds}
	}
	return out, err
}

// Add records that the person is told; ok is false when there was a mail that day.
func (s *Digests) Add(ctx context.Context, d digest.Digest, at time.Time) (bool, error) {
	q := queries(ctx, s.db)
	n, err := q.InsertDigest(ctx, sqlcgen.InsertDigestParams{ID: d.ID, OperationID: d.OperationID, UserID: d.UserID, Day: postgres.ToDate(d.Day), QueuedAt: at})
	if err != nil || n == 0 {
		return false, err
	}
	return true, q.InsertDigestLines(ctx, sqlcgen.InsertDigestLinesParams{AlertIds: d.Alerts, UserID: d.UserID, DigestID: d.ID})
}

// ByID finds one that is not sent, with those of its alerts that are open.
func (s *Digests) ByID(ctx context.Context, digestID id.ID) (d digest.Digest, open []alert.Alert, ok bool, err error) {
	q := queries(ctx, s.db)
	row, err := q.GetDigest(ctx, digestID)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, nil, false, nil
	}
	if err != nil {
		return d, nil, false, err
	}
	d = digest.Digest{ID: row.ID, OperationID: row.OperationID, UserID: row.UserID, Day: postgres.FromDate(row.Day)}
	rows, err := q.ListDigestAlerts(ctx, digestID, row.Day)
	if err != nil {
		return d, nil, false, err
	}
	open, err = fromDBAlerts(rows, func(r sqlcgen.ListDigestAlertsRow) (alert.Alert, error) {
		a, err := fromDBAlert(alertRow{r.ID, r.OperationID, r.Rule, r.ParticipantID, r.Month, r.Severity, r.Figures, r.EnergyMwh, r.AmountCents, r.Action,
			r.OpenedAt, r.SeenAt, r.EndedAt})
		a.SiteName = r.SiteName
		return a, err
	})
	for _, a := range open {
		d.Alerts = append(d.Alerts, a.ID)
	}
	slices.SortFunc(open, alert.Compare)
	return d, open, err == nil, err
}

// Sent records that the mail is out.
func (s *Digests) Sent(ctx context.Context, digestID id.ID, at time.Time) error {
	return queries(ctx, s.db).SetDigestSent(ctx, &at, digestID)
}
