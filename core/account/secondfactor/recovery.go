package secondfactor

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/openpmo/pmo/core/account"
)

// RecoveryCodes are how many there are; each is good once, for who lost the device.
const RecoveryCodes = 10

// newRecovery makes recovery codes of 80 bits each and what is kept of them.
func newRecovery() (codes []string, hashes []account.SecretHash) {
	for range RecoveryCodes {
		var random [10]byte
		_, _ = rand.Read(random[:]) // crypto/rand never fails since Go 1.24
		text := strings.ToLower(letters.EncodeToString(random[:]))
		codes = append(codes, strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:]}, "-"))
		hashes = append(hashes, recoveryHash(text))
	}
	return codes, hashes
}

// recoveryHash is what is kept of a recovery code, however it is typed.
func recoveryHash(code string) account.SecretHash {
	sum := sha256.Sum256([]byte(strings.ToLower(plain(code))))
	return account.SecretHash(hex.EncodeToString(sum[:]))
}

// plain is a code without the spaces and hyphens that make it readable.
func plain(code string) string {
	return strings.NewReplacer(" ", "", "-", "", "\u00a0", "", "\u202f", "").Replace(code)
}
