package alertstore

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/alertstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// noID and noNumber stand for none in arrays.
const (
	noID     id.ID = "00000000-0000-0000-0000-000000000000"
	noNumber int64 = math.MinInt64
)

// Alerts keeps alerts.
type Alerts struct{ db *postgres.DB }

var _ alert.Alerts = (*Alerts)(nil)

// NewAlerts is the store over db.
func NewAlerts(db *postgres.DB) *Alerts { return &Alerts{db} }

// alertRow is what all questions read of an alert.
type alertRow struct {
	ID, OperationID id.ID
	Rule            string
	ParticipantID   *id.ID
	Month           pgtype.Date
	Severity        string
	Figures         []byte
	EnergyMwh       *int64
	AmountCents     *int64
	Action          string
	OpenedAt        time.Time
	SeenAt          time.Time
	EndedAt         *time.Time
}

func fromDBAlert(r alertRow) (alert.Alert, error) {
	a := alert.Alert{ID: r.ID, OperationID: r.OperationID, Rule: alert.Key(r.Rule), OpenedAt: r.OpenedAt, SeenAt: r.SeenAt, EndedAt: r.EndedAt}
	a.SiteID, a.Severity, a.Action = postgres.IDOf(r.ParticipantID), alert.Severity(r.Severity), alert.Action(r.Action)
	if r.Month.Valid {
		m := postgres.FromMonth(r.Month)
		a.Month = &m
	}
	if r.EnergyMwh != nil {
		e := energy.MilliWh(*r.EnergyMwh)
		a.Energy = &e
	}
	if r.AmountCents != nil {
		c := money.Cents(*r.AmountCents)
		a.Amount = &c
	}
	return a, json.Unmarshal(r.Figures, &a.Figures)
}

func fromDBAlerts[R any](rows []R, of func(R) (alert.Alert, error)) ([]alert.Alert, error) {
	out := make([]alert.Alert, len(rows))
	for i, r := range rows {
		var err error
		if out[i], err = of(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Live lists the live ones of an operation.
func (s *Alerts) Live(ctx context.Context, operationID id.ID) ([]alert.Alert, error) {
	rows, err := queries(ctx, s.db).ListLiveAlerts(ctx, operationID)
	if err != nil {
		return nil, err
	}
	return fromDBAlerts(rows, func(r sqlcgen.Alert) (alert.Alert, error) { return fromDBAlert(alertRow(r)) })
}

// factColumns are facts as columns.
type factColumns struct {
	ids, sites                   []id.ID
	months                       []pgtype.Date
	severities, figures, actions []string
	energies, amounts            []int64
}

func columnsOf(alerts []alert.Alert) (c factColumns, _ error) {
	for _, a := range alerts {
		figures, err := json.Marshal(a.Figures)
		if err != nil {
			return c, err
		}
		site, month, spent, amount := noID, pgtype.Date{}, noNumber, noNumber
		if !a.SiteID.IsZero() {
			site = a.SiteID
		}
		if a.Month != nil {
			month = postgres.ToMonth(*a.Month)
		}
		if a.Energy != nil {
			spent = int64(*a.Energy)
		}
		if a.Amount != nil {
			amount = int64(*a.Amount)
		}
		c.ids, c.sites, c.months = append(c.ids, a.ID), append(c.sites, site), append(c.months, month)
		c.severities, c.figures, c.actions = append(c.severities, string(a.Severity)), append(c.figures, string(figures)), append(c.actions, string(a.Action))
		c.energies, c.amounts = append(c.energies, spent), append(c.amounts, amount)
	}
	return c, nil
}

// Add stores new ones, all of one operation, rule and instant.
func (s *Alerts) Add(ctx context.Context, alerts []alert.Alert) error {
	if len(alerts) == 0 {
		return nil
	}
	c, err := columnsOf(alerts)
	if err != nil {
		return err
	}
	first := alerts[0]
	return queries(ctx, s.db).InsertAlerts(ctx, sqlcgen.InsertAlertsParams{Ids: c.ids, OperationID: first.OperationID, Rule: string(first.Rule), At: first.OpenedAt,
		ParticipantIds: c.sites, Months: c.months, Severities: c.severities, Figures: c.figures, Energies: c.energies, Amounts: c.amounts, Actions: c.actions})
}

// See replaces the facts of live ones.
func (s *Alerts) See(ctx context.Context, alerts []alert.Alert) error {
	if len(alerts) == 0 {
		return nil
	}
	c, err := columnsOf(alerts)
	if err != nil {
		return err
	}
	return queries(ctx, s.db).SeeAlerts(ctx, sqlcgen.SeeAlertsParams{Ids: c.ids, At: alerts[0].SeenAt, Severities: c.severities, Figures: c.figures,
		Energies: c.energies, Amounts: c.amounts, Actions: c.actions})
}

// End ends live ones.
func (s *Alerts) End(ctx context.Context, ids []id.ID, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return queries(ctx, s.db).EndAlerts(ctx, at, ids)
}

func fromDBListed(r sqlcgen.ListAlertsRow) (alert.Alert, error) {
	a, err := fromDBAlert(alertRow{r.ID, r.OperationID, r.Rule, r.ParticipantID, r.Month, r.Severity, r.Figures, r.EnergyMwh, r.AmountCents, r.Action,
		r.OpenedAt, r.SeenAt, r.EndedAt})
	a.SiteName, a.Read = r.SiteName, r.ReadAt != nil
	if r.Reason != nil {
		a.Mute = &alert.Mute{Until: postgres.FromDate(r.UntilDay), Reason: *r.Reason, ByID: postgres.IDOf(r.MutedBy), By: r.Muter, At: *r.MutedAt}
	}
	return a, err
}

// List is the alerts of an operation as a reader sees them.
func (s *Alerts) List(ctx context.Context, in alert.Listing) ([]alert.Alert, error) {
	rows, err := queries(ctx, s.db).ListAlerts(ctx, sqlcgen.ListAlertsParams{ReaderID: in.ReaderID, OperationID: in.OperationID, Ended: in.Ended,
		Since: &in.Since, Most: int32(in.Limit)})
	if err != nil {
		return nil, err
	}
	return fromDBAlerts(rows, fromDBListed)
}

// ByID finds one of an operation.
func (s *Alerts) ByID(ctx context.Context, operationID, alertID, readerID id.ID) (alert.Alert, bool, error) {
	row, err := queries(ctx, s.db).GetAlert(ctx, sqlcgen.GetAlertParams{ReaderID: readerID, OperationID: operationID, ID: alertID})
	if errors.Is(err, pgx.ErrNoRows) {
		return alert.Alert{}, false, nil
	}
	if err != nil {
		return alert.Alert{}, false, err
	}
	a, err := fromDBListed(sqlcgen.ListAlertsRow(row))
	return a, err == nil, err
}

// Count counts the live and unmuted ones of operations on a day.
func (s *Alerts) Count(ctx context.Context, operationIDs []id.ID, readerID id.ID, today civil.Date) ([]alert.Counts, error) {
	rows, err := queries(ctx, s.db).CountAlerts(ctx, sqlcgen.CountAlertsParams{ReaderID: readerID, OperationIds: operationIDs, Today: postgres.ToDate(today)})
	out := make([]alert.Counts, len(rows))
	for i, r := range rows {
		out[i] = alert.Counts{OperationID: r.OperationID, Open: int(r.Open), Urgent: int(r.Urgent), Unread: int(r.Unread)}
	}
	return out, err
}

// Mute keeps what an alert is about quiet; nil = not any more.
func (s *Alerts) Mute(ctx context.Context, a alert.Alert, m *alert.Mute) error {
	if m == nil {
		return queries(ctx, s.db).DeleteMute(ctx, a.ID)
	}
	return queries(ctx, s.db).InsertMute(ctx, sqlcgen.InsertMuteParams{ID: a.ID, UntilDay: postgres.ToDate(m.Until), Reason: m.Reason, MutedBy: m.ByID, MutedAt: m.At})
}

// Read records that somebody has read alerts of an operation.
func (s *Alerts) Read(ctx context.Context, operationID, readerID id.ID, ids []id.ID, at time.Time) error {
	return queries(ctx, s.db).InsertReads(ctx, sqlcgen.InsertReadsParams{UserID: readerID, ReadAt: at, OperationID: operationID, Ids: ids})
}
