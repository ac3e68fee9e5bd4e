package secondfactor

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" // what RFC 6238 and every app of codes use; an HMAC of it is not broken
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

const (
	period = 30 * time.Second // a step
	// around is how many steps before and after now are good: clocks differ, and people type slowly.
	around     = 1
	secretSize = 20 // bytes, as RFC 4226 recommends
	issuer     = "pmo"
)

// letters writes secrets as apps of codes read them.
var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

func newSecret() []byte {
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret) // crypto/rand never fails since Go 1.24
	return secret
}

func stepAt(now time.Time) int64 { return now.Unix() / int64(period/time.Second) }

// codeAt is the code of six digits of a step (RFC 4226, 5.3).
func codeAt(secret []byte, step int64) string {
	h := hmac.New(sha1.New, secret)
	_ = binary.Write(h, binary.BigEndian, step) // a hash takes all
	sum := h.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000)
}

// uriOf is what apps of codes read from a link or a picture.
func uriOf(secret, email string) string {
	query := url.Values{"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return "otpauth://totp/" + url.PathEscape(issuer+":"+email) + "?" + query.Encode()
}
