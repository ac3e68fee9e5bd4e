package fs

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/object"
)

// filesPath is where the HTTP server answers signed addresses, with Verify.
const filesPath = "/api/files/"

// Link is what a signed address allows: to download one object under one name.
type Link struct {
	Key      string    `json:"k"`
	FileName string    `json:"n"`
	Expires  time.Time `json:"e"`
}

// SignGet makes the address /api/files/{token} on the server itself.
func (s *Store) SignGet(_ context.Context, key, fileName string, ttl time.Duration) (string, error) {
	if err := object.CheckKey(key); err != nil {
		return "", err
	}
	text, err := json.Marshal(Link{Key: key, FileName: fileName, Expires: s.now().Add(ttl).UTC().Truncate(time.Second)})
	if err != nil {
		return "", err
	}
	enc := base64.RawURLEncoding
	return filesPath + enc.EncodeToString(text) + "." + enc.EncodeToString(s.sign(text)), nil
}

// Verify reads the token of an address that SignGet made. Error: object.linkInvalid
// when it was changed or its time is over.
func (s *Store) Verify(token string) (Link, error) {
	// Strict: otherwise several texts would be the same signature.
	enc := base64.RawURLEncoding.Strict()
	payload, signature, _ := strings.Cut(token, ".")
	text, err := enc.DecodeString(payload)
	if err != nil {
		return Link{}, object.ErrLink
	}
	sum, err := enc.DecodeString(signature)
	if err != nil || !hmac.Equal(sum, s.sign(text)) {
		return Link{}, object.ErrLink
	}
	var link Link
	if err := json.Unmarshal(text, &link); err != nil || !s.now().Before(link.Expires) {
		return Link{}, object.ErrLink
	}
	return link, nil
}

func (s *Store) sign(text []byte) []byte {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("GET " + filesPath + "\x00")) // for this use and no other
	mac.Write(text)
	return mac.Sum(nil)
}
