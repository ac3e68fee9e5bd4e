// Package password hashes passwords with Argon2id, as RFC 9106 and the OWASP
// recommendations have it.
package password

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
)

// Params say how much work a hash is. A stored hash carries those it was made with.
type Params struct {
	MemoryKiB   uint32
	Iterations  uint32
	Parallelism uint8
}

// Default is OWASP's first choice where memory is dear: 19 MiB, two passes, one lane.
var Default = Params{MemoryKiB: 19 * 1024, Iterations: 2, Parallelism: 1}

// Cheap is for tests only.
var Cheap = Params{MemoryKiB: 64, Iterations: 1, Parallelism: 1}

// atOnce is how many hashes are made at the same time. It bounds the memory that
// any number of strangers at the door can make the server take: 4 × 19 MiB.
const atOnce = 4

// Hasher is an account.Hasher.
type Hasher struct {
	params argon2id.Params
	nobody string // the hash of no password, to take the time of a real one
	slots  chan struct{}
}

// New makes a hasher. An error is the random source's.
func New(p Params) (*Hasher, error) {
	h := &Hasher{slots: make(chan struct{}, atOnce), params: argon2id.Params{
		Memory: p.MemoryKiB, Iterations: p.Iterations, Parallelism: p.Parallelism, SaltLength: 16, KeyLength: 32,
	}}
	nobody, err := nobodys(h.params)
	if err != nil {
		return nil, fmt.Errorf("password: %w", err)
	}
	h.nobody = nobody
	return h, nil
}

// nobodys is a hash whose key was drawn and not computed: comparing with it takes what a
// real one takes, nothing fits it, and a server that starts does no work for it.
func nobodys(p argon2id.Params) (string, error) {
	drawn := make([]byte, p.SaltLength+p.KeyLength)
	if _, err := rand.Read(drawn); err != nil {
		return "", err
	}
	salt, key := drawn[:p.SaltLength], drawn[p.SaltLength:]
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.Memory, p.Iterations, p.Parallelism,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// Hash makes the text to store for a password. An error is ctx's, or the random
// source's.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	return argon2id.CreateHash(password, &h.params)
}

// Verify reports whether a password is that of a hash, and whether the hash was made
// with other parameters than this hasher's. Hash "" takes as long and never fits.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (ok, outdated bool, err error) {
	if err := h.enter(ctx); err != nil {
		return false, false, err
	}
	defer h.leave()
	if hash == "" {
		_, _, err := argon2id.CheckHash(password, h.nobody)
		return false, false, err
	}
	ok, used, err := argon2id.CheckHash(password, hash)
	if err != nil {
		return false, false, fmt.Errorf("password: stored hash: %w", err)
	}
	return ok, *used != h.params, nil
}

func (h *Hasher) enter(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (h *Hasher) leave() { <-h.slots }
