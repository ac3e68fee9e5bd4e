package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// TermsVersions keeps the terms of use and who accepted them.
type TermsVersions struct{ db *DB }

var _ account.TermsVersions = (*TermsVersions)(nil)

// NewTermsVersions is the store over db.
func NewTermsVersions(db *DB) *TermsVersions { return &TermsVersions{db} }

// InForce are the newest terms published on or before a day. Error: terms.notFound.
func (s *TermsVersions) InForce(ctx context.Context, on civil.Date) (account.Terms, error) {
	row, err := s.db.queries(ctx).GetTermsInForce(ctx, pgDate(on))
	if err != nil {
		return account.Terms{}, orMissing(err, account.ErrTermsNotFound)
	}
	return fromDBTerms(row), nil
}

// Accept stores an acceptance once and returns the stored one.
func (s *TermsVersions) Accept(ctx context.Context, a account.Acceptance) (account.Acceptance, error) {
	queries := s.db.queries(ctx)
	err := queries.InsertTermsAcceptance(ctx, sqlcgen.InsertTermsAcceptanceParams{
		UserID: a.UserID, Version: a.Version, AcceptedAt: a.AcceptedAt,
	})
	if err != nil {
		return account.Acceptance{}, err
	}
	row, err := queries.GetTermsAcceptance(ctx, a.UserID, a.Version)
	return account.Acceptance{UserID: row.UserID, Version: row.Version, AcceptedAt: row.AcceptedAt}, err
}

// Accepted reports whether the user accepted the version.
func (s *TermsVersions) Accepted(ctx context.Context, userID id.ID, version string) (bool, error) {
	_, err := s.db.queries(ctx).GetTermsAcceptance(ctx, userID, version)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}
