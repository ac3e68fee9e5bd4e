package account

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/fault"
)

// attempt is one try at a password or a link, and what it counts under.
type attempt struct {
	account, address string    // keys; "" = it does not count under it
	device           string    // secret that the browser keeps; "" = none
	known            string    // key of the account on the device, when both are there
	begun            time.Time // as exactly as it is stored
	before           time.Time // the last attempt at the address before this one
}

// beginAttempt counts an attempt, or refuses it uncounted. Error: login.throttled.
//
// An account that has signed in from a device before is known there: strangers behind the
// same address cannot keep it out, nor can who guesses at it from elsewhere, since its
// attempts count by themselves. Guessing gains five tries by that, no more. Who does not
// hold the secret of the device reads the same of every name, whether it is an account's
// or nobody's.
func (s *Service) beginAttempt(ctx context.Context, a attempt) (attempt, error) {
	a.begun = s.d.Now().Truncate(time.Microsecond)
	if a.account != "" && a.device != "" {
		a.known = knownKey(a.account, a.device)
		known, err := s.d.Attempts.Known(ctx, a.known, a.begun.Add(-DeviceLife))
		if err != nil {
			return a, err
		}
		if known {
			a.account, a.address = a.known, ""
		}
	}
	// The address first: who is refused there leaves no trace at an account.
	if a.address != "" {
		before, err := s.count(ctx, a.address, addressBrake, a.begun)
		if err != nil {
			return a, err
		}
		a.before = before
	}
	if a.account == "" {
		return a, nil
	}
	_, err := s.count(ctx, a.account, accountBrake, a.begun)
	if fault.KeyOf(err) == ErrThrottled.Key {
		if err := s.takeBack(ctx, a); err != nil {
			return a, err
		}
	}
	return a, err
}

// count counts an attempt under a key and tells when the last one was, or refuses it.
// Error: login.throttled.
func (s *Service) count(ctx context.Context, key string, b brake, now time.Time) (before time.Time, err error) {
	var wait time.Duration
	err = s.d.Attempts.Change(ctx, key, func(a Attempts) Attempts {
		before = a.LastAt
		if wait = b.wait(a, now); wait > 0 {
			return a
		}
		return a.begin(now)
	})
	if err == nil && wait > 0 {
		err = ErrThrottled.With("retryAfterSeconds", int((wait+time.Second-1)/time.Second))
	}
	return before, err
}

// takeBack takes an attempt out of its address's count.
func (s *Service) takeBack(ctx context.Context, a attempt) error {
	if a.address == "" {
		return nil
	}
	return s.d.Attempts.Change(ctx, a.address, func(at Attempts) Attempts { return at.takeBack(a.begun, a.before) })
}

// goodAttempt clears the account's count, takes this attempt out of the address's, where
// others may be guessing, and remembers the account on the device.
func (s *Service) goodAttempt(ctx context.Context, a attempt) error {
	if err := s.d.Attempts.Delete(ctx, a.account); err != nil {
		return err
	}
	if err := s.takeBack(ctx, a); err != nil || a.known == "" {
		return err
	}
	return s.d.Attempts.Remember(ctx, a.known, a.begun)
}
