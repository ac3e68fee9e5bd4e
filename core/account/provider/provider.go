// Package provider lets people sign in by the identity provider of the installation (OpenID
// Connect), in the place of their password.
//
// Owns: how a sign-in goes there and comes back, which account is meant. Does not own: how a
// provider is talked to (adapters/oidc), sessions and second factors (account).
package provider

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/fault"
)

// Refusals of signing in by the provider.
var (
	// ErrOff is an installation that has none.
	ErrOff = fault.New(fault.NotFound, "provider.off")
	// ErrAttempt is a return that nobody began here, or too long ago.
	ErrAttempt = fault.New(fault.Invalid, "provider.attemptInvalid")
	// ErrAnswer is an answer of the provider that does not prove who somebody is.
	ErrAnswer = fault.New(fault.Invalid, "provider.answerInvalid")
	// ErrUnavailable is a provider that does not answer.
	ErrUnavailable = fault.New(fault.Unavailable, "provider.unavailable")
	// ErrEmailUnverified is an identity without an address that the provider has verified.
	ErrEmailUnverified = fault.New(fault.Forbidden, "provider.emailUnverified")
	// ErrNoAccount is an address that no active account has: nobody signs themselves up.
	ErrNoAccount = fault.New(fault.Forbidden, "provider.noAccount")
	// ErrPasswordDue is an account whose holder has not yet followed its one-time link.
	ErrPasswordDue = fault.New(fault.Forbidden, "provider.activationDue")
)

// AttemptLife is how long somebody may take at the provider, and then for the code.
const AttemptLife = 10 * time.Minute

// Identity is who somebody is to the provider.
type Identity struct {
	Email         string
	EmailVerified bool
	// SeveralFactors says that the provider asked for more than a password (RFC 8176, mfa).
	SeveralFactors bool
}

// Provider is the identity provider.
type Provider interface {
	// Address is where a browser is sent to. Error: provider.unavailable.
	Address(ctx context.Context, state, nonce, challenge string) (string, error)
	// Identify turns a code into an identity: it wants the token to be the provider's, for us, not
	// over, and with the nonce. Errors: provider.answerInvalid, provider.unavailable.
	Identify(ctx context.Context, code, nonce, verifier string) (Identity, error)
}

// Sealer keeps what only this installation reads and makes.
type Sealer interface {
	Seal(value []byte) []byte
	Open(sealed []byte) ([]byte, error)
}
