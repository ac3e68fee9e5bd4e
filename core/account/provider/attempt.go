package provider

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/openpmo/pmo/core/id"
)

// attempt is a sign-in between its beginning and its end. The browser keeps it, sealed: nothing is
// stored for who never comes back. With a user the provider has said who it is, and the code of a
// second factor is what lacks.
type attempt struct {
	State    string    `json:"s,omitempty"`
	Nonce    string    `json:"n,omitempty"`
	Verifier string    `json:"v,omitempty"`
	Redirect string    `json:"r,omitempty"`
	UserID   id.ID     `json:"u,omitempty"`
	Ends     time.Time `json:"e"`
}

// random is 256 bits as a URL takes them.
func random() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// challenge is what the provider is told of a verifier (RFC 7636, S256).
func challenge(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func (a attempt) sealed(s Sealer) string {
	raw, _ := json.Marshal(a) // texts and a time
	return base64.RawURLEncoding.EncodeToString(s.Seal(raw))
}

// opened is an attempt that was begun here and is not over. Error: provider.attemptInvalid.
func opened(s Sealer, text string, now time.Time) (attempt, error) {
	var a attempt
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		raw, err = s.Open(raw)
	}
	if err == nil {
		err = json.Unmarshal(raw, &a)
	}
	if err != nil || !now.Before(a.Ends) {
		return attempt{}, ErrAttempt
	}
	return a, nil
}
