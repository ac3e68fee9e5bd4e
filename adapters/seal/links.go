package seal

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/openpmo/pmo/core/id"
)

// Links make the texts that links end with (library.Signatures): an id and what shows that it was
// given out here.
type Links struct{ sealer *Sealer }

// NewLinks derives the key from the secret of the installation.
func NewLinks(secret []byte) (Links, error) { return NewLinksOf(secret, "links") }

// NewLinksOf is the same for texts of another purpose: the one does not read the other's.
func NewLinksOf(secret []byte, purpose string) (Links, error) {
	s, err := New(secret, purpose)
	return Links{s}, err
}

const signatureBytes = 16

// Strict: otherwise several texts would be the same signature.
var linkText = base64.RawURLEncoding.Strict()

func (l Links) mac(raw []byte) []byte { return l.sealer.Hash(raw)[:signatureBytes] }

// Sign is the text of a link, of 43 letters.
func (l Links) Sign(linkID id.ID) string {
	raw, err := hex.DecodeString(strings.ReplaceAll(string(linkID), "-", ""))
	if err != nil {
		return ""
	}
	return linkText.EncodeToString(append(raw, l.mac(raw)...))
}

// Read finds the link of a text; ok is false where Sign did not make it.
func (l Links) Read(token string) (linkID id.ID, ok bool) {
	raw, err := linkText.DecodeString(token)
	if err != nil || len(raw) != 16+signatureBytes || !hmac.Equal(raw[16:], l.mac(raw[:16])) {
		return "", false
	}
	h := hex.EncodeToString(raw[:16])
	return id.ID(h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]), true
}
