package account

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
)

// Attempts are the attempts to sign in under one key since the last good one.
// Every attempt counts from its beginning, so that many at once are many; a good
// one takes itself out again.
type Attempts struct {
	Count  int
	LastAt time.Time
}

// brake says how many attempts are free, and how the wait grows after them.
type brake struct {
	free  int
	first time.Duration
	most  time.Duration
}

// forget is how long without an attempt makes the count start again.
const forget = 15 * time.Minute

var (
	accountBrake = brake{free: 5, first: 30 * time.Second, most: forget}
	addressBrake = brake{free: 20, first: 30 * time.Second, most: forget}
	mailBrake    = brake{free: 3, first: 2 * time.Minute, most: forget}
)

// wait is how long the next attempt must still wait at now; 0 = not at all.
func (b brake) wait(a Attempts, now time.Time) time.Duration {
	over := a.Count - b.free
	if over < 0 || now.Sub(a.LastAt) >= forget {
		return 0
	}
	pause := b.most
	if over < 10 { // beyond, the doubling is past any sensible most
		pause = min(b.first<<over, b.most)
	}
	return max(0, a.LastAt.Add(pause).Sub(now))
}

// begin counts an attempt at now.
func (a Attempts) begin(now time.Time) Attempts {
	if now.Sub(a.LastAt) >= forget {
		a.Count = 0
	}
	return Attempts{Count: a.Count + 1, LastAt: now}
}

// takeBack uncounts an attempt that began at begun and turned out to be good, or was
// not made. The last one is then again the one before, so that who signs in does not
// prolong the pause of others.
func (a Attempts) takeBack(begun, before time.Time) Attempts {
	a.Count = max(0, a.Count-1)
	if a.LastAt.Equal(begun) {
		a.LastAt = before
	}
	return a
}

// DeviceLife is how long an account is known on a device after its last sign-in there.
const DeviceLife = 90 * 24 * time.Hour

// knownKey is the key of an account on a device, of which the database learns neither.
func knownKey(account, device string) string {
	return "known:" + string(hashOf(account+" "+device))
}

// deviceOf is the secret of a device, a new one for what is none.
func deviceOf(secret string) string {
	if len(secret) == secretLength {
		return secret
	}
	return newSecret()
}

// accountKey is the key of an account, known or not. It is a hash: what people type
// there may be somebody's address, or a password typed into the wrong field.
func accountKey(login string) string {
	return "account:" + string(hashOf(strings.ToLower(strings.TrimSpace(login))))
}

// addressKey is the key of a client's address; of an IPv6 address its /64, which
// one household or server has as a whole.
func addressKey(address string) string {
	if ip, err := netip.ParseAddr(address); err == nil {
		ip = ip.Unmap().WithZone("")
		if ip.Is6() {
			if prefix, err := ip.Prefix(64); err == nil {
				ip = prefix.Addr()
			}
		}
		address = ip.String()
	}
	return "address:" + string(hashOf(address))
}

// throttle slows down who guesses and who has many mails sent.
type throttle struct {
	attempts LoginAttempts
	now      func() time.Time
}

// attempt is one try at a password or a link, and what it counts under.
type attempt struct {
	account, address string    // keys; "" = it does not count under it
	device           string    // secret that the browser keeps; "" = none
	known            string    // key of the account on the device, when both are there
	begun            time.Time // as exactly as it is stored
	before           time.Time // the last attempt at the address before this one
}

// begin counts an attempt, or refuses it uncounted. Error: login.throttled.
//
// An account that has signed in from a device before is known there: strangers behind the
// same address cannot keep it out, nor can who guesses at it from elsewhere, since its
// attempts count by themselves. Guessing gains five tries by that, no more. Who does not
// hold the secret of the device reads the same of every name, whether it is an account's
// or nobody's.
func (t throttle) begin(ctx context.Context, a attempt) (attempt, error) {
	a.begun = t.now().Truncate(time.Microsecond)
	if a.account != "" && a.device != "" {
		a.known = knownKey(a.account, a.device)
		known, err := t.attempts.Known(ctx, a.known, a.begun.Add(-DeviceLife))
		if err != nil {
			return a, err
		}
		if known {
			a.account, a.address = a.known, ""
		}
	}
	// The address first: who is refused there leaves no trace at an account.
	if a.address != "" {
		before, err := t.count(ctx, a.address, addressBrake, a.begun)
		if err != nil {
			return a, err
		}
		a.before = before
	}
	if a.account == "" {
		return a, nil
	}
	_, err := t.count(ctx, a.account, accountBrake, a.begun)
	if fault.KeyOf(err) == ErrThrottled.Key {
		if err := t.takeBack(ctx, a); err != nil {
			return a, err
		}
	}
	return a, err
}

// count counts an attempt under a key and tells when the last one was, or refuses it.
// Error: login.throttled.
func (t throttle) count(ctx context.Context, key string, b brake, now time.Time) (before time.Time, err error) {
	var wait time.Duration
	err = t.attempts.Change(ctx, key, func(a Attempts) Attempts {
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
func (t throttle) takeBack(ctx context.Context, a attempt) error {
	if a.address == "" {
		return nil
	}
	return t.attempts.Change(ctx, a.address, func(at Attempts) Attempts { return at.takeBack(a.begun, a.before) })
}

// clear clears the account's count, takes this attempt out of the address's, where
// others may be guessing, and remembers the account on the device.
func (t throttle) clear(ctx context.Context, a attempt) error {
	if err := t.attempts.Delete(ctx, a.account); err != nil {
		return err
	}
	if err := t.takeBack(ctx, a); err != nil || a.known == "" {
		return err
	}
	return t.attempts.Remember(ctx, a.known, a.begun)
}

// Guess lets somebody try a secret that counts under a key of its own: each try counts from its
// beginning, a good one clears the count. Errors: login.throttled, and what try returns.
func Guess(ctx context.Context, attempts LoginAttempts, now time.Time, key string, try func() error) error {
	if _, err := (throttle{attempts: attempts}).count(ctx, key, accountBrake, now.Truncate(time.Microsecond)); err != nil {
		return err
	}
	if err := try(); err != nil {
		return err
	}
	return attempts.Delete(ctx, key)
}

// slowDown refuses a mail that comes too soon after others. Error: mail.throttled.
func (t throttle) slowDown(ctx context.Context, key string, b brake) error {
	_, err := t.count(ctx, key, b, t.now().Truncate(time.Microsecond))
	if f := fault.From(err); f != nil && f.Key == ErrThrottled.Key {
		return ErrMailThrottled.With("retryAfterSeconds", f.Params["retryAfterSeconds"])
	}
	return err
}
