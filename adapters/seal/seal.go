// Package seal encrypts small secrets that are stored, as account numbers are:
// AES-256 in GCM mode, and a keyed hash to find equal ones without opening them.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
)

// ErrOpen is a sealed value that was changed, or sealed under another key.
var ErrOpen = errors.New("seal: the value does not open with this key")

// version begins every sealed value, so that another key or method can come later.
const version = 1

// Sealer seals and opens under keys derived from one secret.
type Sealer struct {
	aead cipher.AEAD
	mac  []byte
}

// New derives the keys of a purpose, as "iban", from the secret of the installation.
// Sealers of different purposes cannot open each other's values. The secret has at
// least 32 bytes.
func New(secret []byte, purpose string) (*Sealer, error) {
	if len(secret) < 32 {
		return nil, errors.New("seal: the secret has fewer than 32 bytes")
	}
	key, err := hkdf.Key(sha256.New, secret, nil, "pmo seal "+purpose, 64)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key[:32])
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &Sealer{aead: aead, mac: key[32:]}, err
}

// Seal encrypts a value; the same value sealed twice gives different bytes.
func (s *Sealer) Seal(value []byte) []byte {
	nonce := make([]byte, s.aead.NonceSize())
	_, _ = rand.Read(nonce) // crypto/rand never fails since Go 1.24
	return s.aead.Seal(append([]byte{version}, nonce...), nonce, value, []byte{version})
}

// Open decrypts what Seal made. Error: ErrOpen.
func (s *Sealer) Open(sealed []byte) ([]byte, error) {
	n := s.aead.NonceSize()
	if len(sealed) < 1+n || sealed[0] != version {
		return nil, ErrOpen
	}
	value, err := s.aead.Open(nil, sealed[1:1+n], sealed[1+n:], sealed[:1])
	if err != nil {
		return nil, ErrOpen
	}
	return value, nil
}

// Hash is the same for equal values, and says nothing without the key.
func (s *Sealer) Hash(value []byte) []byte {
	h := hmac.New(sha256.New, s.mac)
	h.Write(value)
	return h.Sum(nil)
}
