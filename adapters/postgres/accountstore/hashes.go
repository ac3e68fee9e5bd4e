package accountstore

import (
	"encoding/hex"

	"github.com/openpmo/pmo/core/account"
)

// A hash is hexadecimal in the core and 32 bytes in the database. What is none, as
// the empty one, is no bytes, which no row has.
func toDBHash(h account.SecretHash) []byte {
	b, err := hex.DecodeString(string(h))
	if err != nil {
		return []byte{}
	}
	return b
}

func fromDBHash(b []byte) account.SecretHash { return account.SecretHash(hex.EncodeToString(b)) }
