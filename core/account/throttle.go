package account

import (
	"net/netip"
	"strings"
	"time"
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
