// Package statementstore keeps what producers are owed, the lists by which it is paid, and what was paid.
package statementstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/statementstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
)

// Cipher encrypts account numbers at rest (see adapters/seal).
type Cipher interface {
	Seal(value []byte) []byte
	Open(sealed []byte) ([]byte, error)
}

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// account opens what is stored of an account; none where there is none.
func account(c Cipher, sealed []byte, bic string) (payment.Account, error) {
	if sealed == nil {
		return payment.Account{BIC: party.BIC(bic)}, nil
	}
	iban, err := c.Open(sealed)
	return payment.Account{IBAN: party.IBAN(iban), BIC: party.BIC(bic)}, err
}
