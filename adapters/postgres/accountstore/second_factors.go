package accountstore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/secondfactor"
	"github.com/openpmo/pmo/core/id"
)

// Sealer encrypts the secrets behind codes (see adapters/seal).
type Sealer interface {
	Seal(value []byte) []byte
	Open(sealed []byte) ([]byte, error)
}

// SecondFactors keeps second factors.
type SecondFactors struct {
	db     *postgres.DB
	sealer Sealer
}

var _ secondfactor.Factors = (*SecondFactors)(nil)

// NewSecondFactors is the store over db.
func NewSecondFactors(db *postgres.DB, sealer Sealer) *SecondFactors {
	return &SecondFactors{db, sealer}
}

// Of is that of an account, confirmed or not. Error: secondFactor.off.
func (s *SecondFactors) Of(ctx context.Context, userID id.ID) (secondfactor.Factor, error) {
	row, err := queries(ctx, s.db).GetSecondFactor(ctx, userID)
	if err != nil {
		return secondfactor.Factor{}, postgres.OrMissing(err, secondfactor.ErrOff)
	}
	f := secondfactor.Factor{UserID: row.UserID, LastStep: row.LastStep, ConfirmedAt: row.ConfirmedAt}
	for _, hash := range row.Recovery {
		f.Recovery = append(f.Recovery, fromDBHash(hash))
	}
	f.Secret, err = s.sealer.Open(row.Secret)
	return f, err
}

// Begin keeps one that is not confirmed, in the place of another such one.
func (s *SecondFactors) Begin(ctx context.Context, userID id.ID, secret []byte, at time.Time) error {
	return queries(ctx, s.db).BeginSecondFactor(ctx, sqlcgen.BeginSecondFactorParams{UserID: userID, Secret: s.sealer.Seal(secret), CreatedAt: at})
}

// Confirm makes the sign-in ask for codes; ok is false when it does already.
func (s *SecondFactors) Confirm(ctx context.Context, userID id.ID, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).ConfirmSecondFactor(ctx, at, userID)
	return n > 0, err
}

// UseStep notes a step as used; ok is false when it or a later one was used before.
func (s *SecondFactors) UseStep(ctx context.Context, userID id.ID, step int64) (bool, error) {
	n, err := queries(ctx, s.db).UseSecondFactorStep(ctx, step, userID)
	return n > 0, err
}

// UseRecovery makes a recovery code good for nothing else; ok is false when it is so already.
func (s *SecondFactors) UseRecovery(ctx context.Context, userID id.ID, code account.SecretHash, at time.Time) (bool, error) {
	n, err := queries(ctx, s.db).UseRecoveryCode(ctx, sqlcgen.UseRecoveryCodeParams{At: at, UserID: userID, Hash: toDBHash(code)})
	return n > 0, err
}

// SetRecovery replaces all recovery codes.
func (s *SecondFactors) SetRecovery(ctx context.Context, userID id.ID, codes []account.SecretHash) error {
	hashes := make([][]byte, len(codes))
	for i, code := range codes {
		hashes[i] = toDBHash(code)
	}
	if err := queries(ctx, s.db).DeleteRecoveryCodes(ctx, userID); err != nil {
		return err
	}
	return queries(ctx, s.db).InsertRecoveryCodes(ctx, userID, hashes)
}

// Delete ends it with its recovery codes; ok is false when there is none.
func (s *SecondFactors) Delete(ctx context.Context, userID id.ID) (bool, error) {
	n, err := queries(ctx, s.db).DeleteSecondFactor(ctx, userID)
	return n > 0, err
}
