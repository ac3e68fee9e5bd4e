package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// How long a session holds.
const (
	IdleSession = 12 * time.Hour      // without any request
	MaxSession  = 30 * 24 * time.Hour // after the sign-in, whatever happens
	touchEvery  = time.Minute         // how exactly the last use is known
)

// SecretHash is the SHA-256, in hexadecimal, of what a session's cookie or a token
// holds. Only this is stored: who reads the database cannot sign in with it.
type SecretHash string

func hashOf(secret string) SecretHash {
	sum := sha256.Sum256([]byte(secret))
	return SecretHash(hex.EncodeToString(sum[:]))
}

// secretLength of what newSecret makes, in characters.
const secretLength = 43

// newSecret makes 256 random bits in URL-safe text.
func newSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Session is one sign-in of one browser.
type Session struct {
	Hash      SecretHash
	ID        id.ID // what its owner names it by
	UserID    id.ID
	Device    Device
	CreatedAt time.Time
	TouchedAt time.Time // last use, to a minute
	ExpiresAt time.Time // unless it is used before
	View      *View     // of an organizer who sees as a participant does; nil = as oneself
}

// View is whom an organizer sees an operation as, in one session and for a while.
type View struct {
	OperationID   id.ID
	ParticipantID id.ID
	EndsAt        time.Time
}

func newSession(userID id.ID, from Device, now time.Time) (secret string, s Session) {
	secret = newSecret()
	return secret, Session{Hash: hashOf(secret), ID: id.New(), UserID: userID, Device: from, CreatedAt: now, TouchedAt: now, ExpiresAt: now.Add(IdleSession)}
}

// ended reports whether the session no longer holds.
func (s Session) ended(now time.Time) bool { return !now.Before(s.ExpiresAt) }

// touch is the session after a use; false when the last one is less than a minute ago.
func (s Session) touch(now time.Time) (Session, bool) {
	if now.Sub(s.TouchedAt) < touchEvery {
		return s, false
	}
	s.TouchedAt, s.ExpiresAt = now, now.Add(IdleSession)
	if end := s.CreatedAt.Add(MaxSession); s.ExpiresAt.After(end) {
		s.ExpiresAt = end
	}
	return s, true
}

// Device is what a browser said of itself when somebody signed in, in the names that people know;
// "" is not known.
type Device struct {
	Browser, System string
	Known           bool // the account had signed in there before
}

// DeviceOf reads what a browser calls itself (User-Agent). Most say that they are several: the
// first that fits is the one.
func DeviceOf(agent string) Device {
	first := func(names [][2]string) string {
		for _, n := range names {
			if strings.Contains(agent, n[0]) {
				return n[1]
			}
		}
		return ""
	}
	return Device{
		Browser: first([][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
			{"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"}, {"pmoctl/", "pmoctl"}}),
		System: first([][2]string{{"iPhone", "iOS"}, {"iPad", "iPadOS"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"}}),
	}
}

// SessionService is the places where somebody is signed in.
type SessionService struct{ d Deps }

// OpenSessions lists where one is signed in, the last used first. Error: forbidden.
func (s *SessionService) OpenSessions(ctx context.Context, p policy.Principal) ([]Session, error) {
	if err := s.d.Guard.Require(ctx, p, "session:read", policy.Resource{UserID: p.UserID}); err != nil {
		return nil, err
	}
	return s.d.Sessions.OfUser(ctx, p.UserID, s.d.Now())
}

// EndSession ends one of one's own sessions; the next request of that browser is refused.
// Errors: forbidden, session.notFound.
func (s *SessionService) EndSession(ctx context.Context, p policy.Principal, sessionID id.ID) error {
	if err := s.d.Guard.Require(ctx, p, "session:delete", policy.Resource{UserID: p.UserID}); err != nil {
		return err
	}
	return s.d.Tx.InTx(ctx, p.Change("session:delete", "", "user", p.UserID), func(ctx context.Context) error {
		session, err := s.d.Sessions.ByID(ctx, sessionID)
		if err != nil {
			return err
		}
		if session.UserID != p.UserID {
			return ErrSessionNotFound
		}
		return s.d.Sessions.Delete(ctx, session.Hash)
	})
}

// EndOthers ends all of one's sessions but the one that asks. Error: forbidden.
func (s *SessionService) EndOthers(ctx context.Context, c Caller) error {
	p := c.Principal
	if err := s.d.Guard.Require(ctx, p, "session:delete", policy.Resource{UserID: p.UserID}); err != nil {
		return err
	}
	return s.d.Tx.InTx(ctx, p.Change("session:delete", "", "user", p.UserID), func(ctx context.Context) error {
		return s.d.Sessions.DeleteOf(ctx, p.UserID, c.Session)
	})
}
