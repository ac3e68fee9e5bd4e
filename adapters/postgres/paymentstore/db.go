package paymentstore

import (
	"context"
	"fmt"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore/internal/sqlcgen"
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

// account opens what is stored of an account.
func account(c Cipher, sealed []byte, bic string) (payment.Account, error) {
	iban, err := c.Open(sealed)
	if err != nil {
		return payment.Account{}, fmt.Errorf("iban: %w", err)
	}
	return payment.Account{IBAN: party.IBAN(iban), BIC: party.BIC(bic)}, nil
}
