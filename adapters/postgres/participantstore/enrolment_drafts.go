package participantstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/participantstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/enrolment"
	"github.com/openpmo/pmo/core/id"
)

// Cipher encrypts what somebody has typed and not sent: an account number may be among it.
type Cipher interface {
	Seal(value []byte) []byte
	Open(sealed []byte) ([]byte, error)
}

// EnrolmentDrafts keeps the half-filled forms of newcomers, encrypted.
type EnrolmentDrafts struct {
	db     *postgres.DB
	cipher Cipher
}

var _ enrolment.Drafts = (*EnrolmentDrafts)(nil)

// NewEnrolmentDrafts is the store over db.
func NewEnrolmentDrafts(db *postgres.DB, c Cipher) *EnrolmentDrafts { return &EnrolmentDrafts{db, c} }

// Get finds the draft of a person in an operation that is not older than a time.
func (s *EnrolmentDrafts) Get(ctx context.Context, userID, operationID id.ID, notBefore time.Time) (enrolment.Draft, bool, error) {
	row, err := queries(ctx, s.db).GetEnrolmentDraft(ctx, sqlcgen.GetEnrolmentDraftParams{UserID: userID, OperationID: operationID, NotBefore: notBefore})
	if errors.Is(err, pgx.ErrNoRows) {
		return enrolment.Draft{}, false, nil
	}
	if err != nil {
		return enrolment.Draft{}, false, err
	}
	d := enrolment.Draft{UserID: userID, OperationID: operationID, Step: row.Step, SavedAt: row.SavedAt}
	plain, err := s.cipher.Open(row.FieldsSealed)
	if err == nil {
		err = json.Unmarshal(plain, &d.Fields)
	}
	if err != nil {
		return enrolment.Draft{}, false, fmt.Errorf("draft of user %s in operation %s: %w", userID, operationID, err)
	}
	return d, true, nil
}

// Put keeps a draft in place of the one before, and throws away those of before a time.
func (s *EnrolmentDrafts) Put(ctx context.Context, d enrolment.Draft, notBefore time.Time) error {
	plain, err := json.Marshal(d.Fields)
	if err != nil {
		return err
	}
	q := queries(ctx, s.db)
	if err := q.DeleteOldEnrolmentDrafts(ctx, notBefore); err != nil {
		return err
	}
	return q.PutEnrolmentDraft(ctx, sqlcgen.PutEnrolmentDraftParams{UserID: d.UserID, OperationID: d.OperationID, Step: d.Step,
		FieldsSealed: s.cipher.Seal(plain), SavedAt: d.SavedAt})
}

// Delete throws the draft of a person in an operation away.
func (s *EnrolmentDrafts) Delete(ctx context.Context, userID, operationID id.ID) error {
	return queries(ctx, s.db).DeleteEnrolmentDraft(ctx, userID, operationID)
}
