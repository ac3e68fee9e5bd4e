// Package password says which passwords are good ones, and makes first ones.
package password

import (
	"crypto/rand"
	_ "embed" // the words that are guessed first
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
)

// What is no good as a password.
var (
	ErrShort    = fault.New(fault.Invalid, "password.tooShort", fault.Int("length")).At("newPassword").With("length", Min)
	ErrTooBig   = fault.FieldTooLong.At("newPassword").With("max", most)
	ErrIsEmail  = fault.New(fault.Invalid, "password.isEmail").At("newPassword")
	ErrCommon   = fault.New(fault.Invalid, "password.common").At("newPassword")
	ErrMonotone = fault.New(fault.Invalid, "password.monotone").At("newPassword")
)

// Min is the shortest password, in characters.
const Min = 12

const most = 200

// Check says why a password is no good for the account of email. Length is
// what matters; a rule of classes of characters makes people write passwords down.
// Errors: password.tooShort, field.tooLong, password.isEmail, password.monotone,
// password.common.
func Check(password string, email party.Email) error {
	name, _, _ := strings.Cut(string(email), "@")
	switch length := utf8.RuneCountInString(password); {
	case length < Min:
		return ErrShort
	case length > most:
		return ErrTooBig
	case strings.EqualFold(strings.TrimSpace(password), string(email)), strings.EqualFold(password, name):
		return ErrIsEmail
	case monotone(password):
		return ErrMonotone
	case common(password):
		return ErrCommon
	}
	return nil
}

//go:embed common_passwords.txt
var commonPasswords string

// commonWords are what people put into passwords first, in lower case without accents.
var commonWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(commonPasswords) {
		words[word] = true
	}
	return words
})

// plainLetters undo the usual disguises of a word.
var plainLetters = strings.NewReplacer("@", "a", "4", "a", "3", "e", "€", "e", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "7", "t",
	"é", "e", "è", "e", "ê", "e", "à", "a", "ç", "c", "û", "u", "ù", "u", "î", "i", "ô", "o")

// common reports whether a password is one that is guessed first, however long: a common
// word, once or over and over, with digits and signs around it, or a row of the alphabet,
// of digits or of a keyboard.
func common(password string) bool {
	lower := strings.ToLower(password)
	bare := strings.TrimFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, word := range []string{bare, plainLetters.Replace(bare), lettersOf(plainLetters.Replace(bare)), lettersOf(lower)} {
		if commonWords()[repeated(word)] {
			return true
		}
	}
	for _, row := range []string{"01234567890123456789012345678901234567890", "abcdefghijklmnopqrstuvwxyz", "azertyuiopqsdfghjklmwxcvbn", "qwertyuiopasdfghjklzxcvbnm"} {
		if inRow(repeated(lower), row) || inRow(repeated(lower), reversed(row)) || bare != "" && len(bare) >= 6 && (inRow(repeated(bare), row) || inRow(repeated(bare), reversed(row))) {
			return true
		}
	}
	return false
}

func inRow(text, row string) bool { return text != "" && strings.Contains(row, text) }

func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, text)
}

// repeated is the shortest text that, over and over, makes this one.
func repeated(text string) string {
	for n := 1; n <= len(text)/2; n++ {
		if len(text)%n == 0 && strings.Repeat(text[:n], len(text)/n) == text {
			return text[:n]
		}
	}
	return text
}

func reversed(text string) string {
	letters := []rune(text)
	slices.Reverse(letters)
	return string(letters)
}

// monotone reports whether a password has fewer than four different characters.
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

// Initial makes a first password to be told once: five groups of four, 100 bits.
func Initial() string {
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
