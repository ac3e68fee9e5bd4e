package alertstore

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/alertstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/id"
)

// Settings keeps what operations and people chose.
type Settings struct{ db *postgres.DB }

var _ alert.Settings = (*Settings)(nil)

// NewSettings is the store over db.
func NewSettings(db *postgres.DB) *Settings { return &Settings{db} }

// Choices are those of an operation.
func (s *Settings) Choices(ctx context.Context, operationID id.ID) (map[alert.Key]alert.Choice, error) {
	rows, err := queries(ctx, s.db).ListAlertRules(ctx, operationID)
	out := make(map[alert.Key]alert.Choice, len(rows))
	for _, r := range rows {
		c := alert.Choice{Off: r.Off}
		if r.Threshold != nil {
			threshold := int(*r.Threshold)
			c.Threshold = &threshold
		}
		out[alert.Key(r.Rule)] = c
	}
	return out, err
}

// Choose replaces that of a rule.
func (s *Settings) Choose(ctx context.Context, operationID id.ID, rule alert.Key, c alert.Choice) error {
	row := sqlcgen.SetAlertRuleParams{OperationID: operationID, Rule: string(rule), Off: c.Off}
	if c.Threshold != nil {
		threshold := int32(*c.Threshold)
		row.Threshold = &threshold
	}
	return queries(ctx, s.db).SetAlertRule(ctx, row)
}

// MailOff reports whether somebody wants no mails about an operation.
func (s *Settings) MailOff(ctx context.Context, operationID, userID id.ID) (bool, error) {
	return queries(ctx, s.db).IsAlertMailOff(ctx, operationID, userID)
}

// SetMail says so, or the contrary.
func (s *Settings) SetMail(ctx context.Context, operationID, userID id.ID, off bool) error {
	if off {
		return queries(ctx, s.db).RefuseAlertMail(ctx, operationID, userID)
	}
	return queries(ctx, s.db).AcceptAlertMail(ctx, operationID, userID)
}

// Looks keeps when operations were looked at.
type Looks struct{ db *postgres.DB }

var _ alert.Looks = (*Looks)(nil)

// NewLooks is the store over db.
func NewLooks(db *postgres.DB) *Looks { return &Looks{db} }

// Want asks for a look at an operation.
func (s *Looks) Want(ctx context.Context, operationID id.ID) error {
	return queries(ctx, s.db).InsertWish(ctx, operationID)
}

// Wanted lists the operations to look at.
func (s *Looks) Wanted(ctx context.Context, since time.Time, limit int) ([]id.ID, error) {
	return queries(ctx, s.db).ListWantedLooks(ctx, since, int32(limit))
}

// Begin forgets who asked so far.
func (s *Looks) Begin(ctx context.Context, operationID id.ID, at time.Time) error {
	if err := queries(ctx, s.db).DeleteWishes(ctx, operationID); err != nil {
		return err
	}
	return queries(ctx, s.db).BeginLook(ctx, operationID, at)
}

// Done records a look.
func (s *Looks) Done(ctx context.Context, operationID id.ID, at time.Time) error {
	return queries(ctx, s.db).SetLook(ctx, &at, operationID)
}

// At is when an operation was looked at last.
func (s *Looks) At(ctx context.Context, operationID id.ID) (*time.Time, error) {
	at, err := queries(ctx, s.db).GetLook(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return at, err
}
