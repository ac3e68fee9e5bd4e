package accountstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// TermsVersions keeps the terms of use and who accepted them.
type TermsVersions struct{ db *postgres.DB }

var _ account.TermsVersions = (*TermsVersions)(nil)

// NewTermsVersions is the store over db.
func NewTermsVersions(db *postgres.DB) *TermsVersions { return &TermsVersions{db} }

// InForce are the newest terms published on or before a day. Error: terms.notFound.
func (s *TermsVersions) InForce(ctx context.Context, on civil.Date) (account.Terms, error) {
	row, err := queries(ctx, s.db).GetTermsInForce(ctx, postgres.ToDate(on))
	if err != nil {
		return account.Terms{}, postgres.OrMissing(err, account.ErrTermsNotFound)
	}
	return fromDBTerms(row), nil
}

// Accept stores an acceptance once and returns the stored one.
func (s *TermsVersions) Accept(ctx context.Context, a account.Acceptance) (account.Acceptance, error) {
	q := queries(ctx, s.db)
	err := q.InsertTermsAcceptance(ctx, sqlcgen.InsertTermsAcceptanceParams{
		UserID: a.UserID, Version: a.Version, AcceptedAt: a.AcceptedAt,
	})
	if err != nil {
		return account.Acceptance{}, err
	}
	row, err := q.GetTermsAcceptance(ctx, a.UserID, a.Version)
	return account.Acceptance{UserID: row.UserID, Version: row.Version, AcceptedAt: row.AcceptedAt}, err
}

// ByVersion finds a version. Error: terms.notFound.
func (s *TermsVersions) ByVersion(ctx context.Context, version string) (account.Terms, error) {
	row, err := queries(ctx, s.db).GetTermsVersion(ctx, version)
	return fromDBTerms(row), postgres.OrMissing(err, account.ErrTermsNotFound)
}

// OfUser lists what a user accepted, the newest first.
func (s *TermsVersions) OfUser(ctx context.Context, userID id.ID) ([]account.Acceptance, error) {
	rows, err := queries(ctx, s.db).ListTermsAcceptances(ctx, userID)
	out := make([]account.Acceptance, len(rows))
	for i, r := range rows {
		out[i] = account.Acceptance{UserID: r.UserID, Version: r.Version, AcceptedAt: r.AcceptedAt}
	}
	return out, err
}

// Accepted reports whether the user accepted the version.
func (s *TermsVersions) Accepted(ctx context.Context, userID id.ID, version string) (bool, error) {
	_, err := queries(ctx, s.db).GetTermsAcceptance(ctx, userID, version)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func fromDBTerms(r sqlcgen.TermsVersion) account.Terms {
	return account.Terms{Version: r.Version, PublishedOn: postgres.FromDate(r.PublishedOn),
		Text: map[account.Language]string{account.French: r.TextFr, account.Dutch: r.TextNl}}
}
