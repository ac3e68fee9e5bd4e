package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// How long a session holds.
const (
	IdleSession = 12 * time.Hour      // without any request
	MaxSession  = 30 * 24 * time.Hour // after the sign-in, whatever happens
	touchEvery  = time.Minute         // how exactly the last use is known
)

// SecretHash is the SHA-256, in hexadecimal, of what a session's cookie or a token
// holds. Only this is stored: who reads the database cannot sign in with it.
type SecretHash string

func hashOf(secret string) SecretHash {
	sum := sha256.Sum256([]byte(secret))
	return SecretHash(hex.EncodeToString(sum[:]))
}

// secretLength of what newSecret makes, in characters.
const secretLength = 43

// newSecret makes 256 random bits in URL-safe text.
func newSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Session is one sign-in of one browser.
type Session struct {
	Hash      SecretHash
	UserID    id.ID
	CreatedAt time.Time
	TouchedAt time.Time // last use, to a minute
	ExpiresAt time.Time // unless it is used before
}

func newSession(userID id.ID, now time.Time) (secret string, s Session) {
	secret = newSecret()
	return secret, Session{Hash: hashOf(secret), UserID: userID, CreatedAt: now, TouchedAt: now, ExpiresAt: now.Add(IdleSession)}
}

// ended reports whether the session no longer holds.
func (s Session) ended(now time.Time) bool { return !now.Before(s.ExpiresAt) }

// touch is the session after a use; false when the last one is less than a minute ago.
func (s Session) touch(now time.Time) (Session, bool) {
	if now.Sub(s.TouchedAt) < touchEvery {
		return s, false
	}
	s.TouchedAt, s.ExpiresAt = now, now.Add(IdleSession)
	if end := s.CreatedAt.Add(MaxSession); s.ExpiresAt.After(end) {
		s.ExpiresAt = end
	}
	return s, true
}
