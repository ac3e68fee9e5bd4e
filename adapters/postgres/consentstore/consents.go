// Package consentstore keeps what participants agreed to, and what they ask.
package consentstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/consentstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/id"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Register keeps the lines of the register.
type Register struct{ db *postgres.DB }

var _ consent.Register = (*Register)(nil)

// NewRegister is the store over db.
func NewRegister(db *postgres.DB) *Register { return &Register{db} }

// OfSite lists the lines of a site, newest first.
func (s *Register) OfSite(ctx context.Context, siteID id.ID) ([]consent.Line, error) {
	rows, err := queries(ctx, s.db).ListConsents(ctx, siteID)
	out := make([]consent.Line, len(rows))
	for n, r := range rows {
		out[n] = consent.Line{ID: r.ID, OperationID: r.OperationID, SiteID: r.ParticipantID, Purpose: consent.Purpose(r.Purpose), Version: consent.Version(r.Version),
			Given: r.Given, On: postgres.FromDate(r.OnDay), How: consent.How(r.How), Proof: r.Proof, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy}
	}
	return out, err
}

// Add stores a line.
func (s *Register) Add(ctx context.Context, l consent.Line) error {
	return queries(ctx, s.db).InsertConsent(ctx, sqlcgen.InsertConsentParams{ID: l.ID, OperationID: l.OperationID, ParticipantID: l.SiteID, Purpose: string(l.Purpose),
		Version: string(l.Version), Given: l.Given, OnDay: postgres.ToDate(l.On), How: string(l.How), Proof: l.Proof, RecordedAt: l.RecordedAt, RecordedBy: l.RecordedBy})
}

// Requests keeps what participants ask.
type Requests struct{ db *postgres.DB }

var _ consent.Requests = (*Requests)(nil)

// NewRequests is the store over db.
func NewRequests(db *postgres.DB) *Requests { return &Requests{db} }

func fromDBRequest(r sqlcgen.GetSiteRequestRow) consent.Request {
	out := consent.Request{ID: r.ID, OperationID: r.OperationID, SiteID: r.ParticipantID, SiteName: r.SiteName, Kind: consent.Kind(r.Kind),
		Day: postgres.FromOptionalDate(r.Day), Note: r.Note, AskedAt: r.AskedAt, AskedBy: r.AskedBy}
	if r.Purpose != nil {
		out.Purpose = consent.Purpose(*r.Purpose)
	}
	if r.Outcome != nil {
		out.Answer = &consent.Answer{Outcome: consent.Outcome(*r.Outcome), Note: *r.AnswerNote, At: *r.AnsweredAt, By: *r.AnsweredBy}
	}
	return out
}

// OfSite lists those of a site, newest first.
func (s *Requests) OfSite(ctx context.Context, siteID id.ID) ([]consent.Request, error) {
	rows, err := queries(ctx, s.db).ListSiteRequests(ctx, siteID)
	out := make([]consent.Request, len(rows))
	for n, r := range rows {
		out[n] = fromDBRequest(sqlcgen.GetSiteRequestRow(r))
	}
	return out, err
}

// OfOperation lists those that wait, and then the answered ones.
func (s *Requests) OfOperation(ctx context.Context, operationID id.ID, limit int) ([]consent.Request, error) {
	rows, err := queries(ctx, s.db).ListOperationRequests(ctx, operationID, int32(limit))
	out := make([]consent.Request, len(rows))
	for n, r := range rows {
		out[n] = fromDBRequest(sqlcgen.GetSiteRequestRow(r))
	}
	return out, err
}

// ByID finds one.
func (s *Requests) ByID(ctx context.Context, operationID, requestID id.ID) (consent.Request, bool, error) {
	row, err := queries(ctx, s.db).GetSiteRequest(ctx, operationID, requestID)
	if errors.Is(err, pgx.ErrNoRows) {
		return consent.Request{}, false, nil
	}
	return fromDBRequest(row), err == nil, err
}

// Add stores one, unless one like it waits.
func (s *Requests) Add(ctx context.Context, r consent.Request) (bool, error) {
	row := sqlcgen.InsertSiteRequestParams{ID: r.ID, OperationID: r.OperationID, ParticipantID: r.SiteID, Kind: string(r.Kind), Day: pgtype.Date{}, Note: r.Note, AskedAt: r.AskedAt, AskedBy: r.AskedBy}
	if r.Purpose != "" {
		purpose := string(r.Purpose)
		row.Purpose = &purpose
	}
	if r.Day != nil {
		row.Day = postgres.ToDate(*r.Day)
	}
	n, err := queries(ctx, s.db).InsertSiteRequest(ctx, row)
	return n == 1, err
}

// Answer stores what became of one, once.
func (s *Requests) Answer(ctx context.Context, r consent.Request) (bool, error) {
	outcome := string(r.Answer.Outcome)
	n, err := queries(ctx, s.db).AnswerSiteRequest(ctx, sqlcgen.AnswerSiteRequestParams{OperationID: r.OperationID, ID: r.ID, Outcome: &outcome,
		AnswerNote: &r.Answer.Note, AnsweredAt: &r.Answer.At, AnsweredBy: &r.Answer.By})
	return n == 1, err
}

// Waiting lists the sites whose requests wait, the oldest first.
func (s *Requests) Waiting(ctx context.Context, operationID id.ID) ([]consent.Waiting, error) {
	rows, err := queries(ctx, s.db).ListWaitingSites(ctx, operationID)
	out := make([]consent.Waiting, len(rows))
	for n, r := range rows {
		out[n] = consent.Waiting{SiteID: r.ParticipantID, Number: int(r.Number), Since: r.Since}
	}
	return out, err
}
