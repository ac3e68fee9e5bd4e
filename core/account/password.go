package account

import (
	"crypto/rand"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/party"
)

// MinPassword is the shortest password, in characters.
const MinPassword = 12

const maxPassword = 200

// checkPassword says why a password is no good for the account of email. Length is
// what matters; a rule of classes of characters makes people write passwords down.
// Errors: password.tooShort, field.tooLong, password.isEmail, password.monotone.
func checkPassword(password string, email party.Email) error {
	name, _, _ := strings.Cut(string(email), "@")
	switch length := utf8.RuneCountInString(password); {
	case length < MinPassword:
		return ErrPasswordShort
	case length > maxPassword:
		return ErrPasswordTooBig
	case strings.EqualFold(strings.TrimSpace(password), string(email)), strings.EqualFold(password, name):
		return ErrPasswordIsEmail
	case monotone(password):
		return ErrPasswordMonotone
	}
	return nil
}

// monotone tells whether a password has fewer than four different characters.
func monotone(password string) bool {
	seen := map[rune]bool{}
	for _, r := range password {
		seen[r] = true
	}
	return len(seen) < 4
}

// initialAlphabet leaves out what is read wrongly: 0 o, 1 l i, u v. It has 32 letters,
// so that a random byte chooses evenly.
const initialAlphabet = "abcdefghjkmnpqrstwxyz23456789ACE"

// initialPassword makes a first password to be told once: five groups of four, 100 bits.
func initialPassword() string {
	var random [20]byte
	_, _ = rand.Read(random[:]) // crypto/rand never fails since Go 1.24
	var text strings.Builder
	for i, b := range random {
		if i > 0 && i%4 == 0 {
			text.WriteByte('-')
		}
		text.WriteByte(initialAlphabet[int(b)%len(initialAlphabet)])
	}
	return text.String()
}
