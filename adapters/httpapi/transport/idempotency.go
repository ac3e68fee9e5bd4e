package transport

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// StoredReply is the first answer to an Idempotency-Key.
type StoredReply struct {
	Operation   string
	RequestHash []byte
	Status      int
	Headers     map[string]string
	Body        []byte
	Asked       []policy.Question // what the policy allowed for it
}

// ReplyHolder is whose first answer it is: a user, and what of the user's rights the
// session or token has. Another token of the same user with other scopes is another holder.
type ReplyHolder struct {
	User  id.ID
	Scope string // "" = all of the role's rights
}

// holderOf is the holder that a principal is.
func holderOf(p policy.Principal) ReplyHolder {
	h := ReplyHolder{User: p.UserID}
	if p.Granted != nil {
		scopes := slices.Clone(p.Granted)
		slices.Sort(scopes)
		sum := sha256.Sum256(fmt.Append(nil, slices.Compact(scopes)))
		h.Scope = hex.EncodeToString(sum[:])
	}
	return h
}

// IdempotencyKeys keeps first answers by holder and key.
type IdempotencyKeys interface {
	// Enclose runs fn in one transaction that every use case inside joins. fn may
	// run more than once.
	Enclose(ctx context.Context, fn func(ctx context.Context) error) error
	// Lock keeps other requests with the key waiting until the transaction ends.
	Lock(ctx context.Context, holder ReplyHolder, key string) error
	Find(ctx context.Context, holder ReplyHolder, key string) (StoredReply, bool, error)
	Add(ctx context.Context, holder ReplyHolder, key string, reply StoredReply) error
}

// errRefused makes the transaction of a refused request roll back; it never leaves
// this file.
var errRefused = errors.New("refused")

// once replays the first answer to a POST with an Idempotency-Key, stored in the
// transaction of the change itself (ADR 0003). Refusals are not stored. A replay
// asks the policy again what it was asked the first time: who has lost a right meanwhile
// reads the refusal, not the answer.
// Sign-in is left out: its failures must count.
func (t *Transport) once(o contract.Operation, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		holder := holderOf(request.Principal(r.Context()))
		if key == "" || r.Method != http.MethodPost || holder.User.IsZero() || o.Permission == "public" {
			next.ServeHTTP(w, r)
			return
		}
		if !goodKey(key) {
			t.Fail(w, r, problem.ErrKeyInvalid)
			return
		}
		read := readBody
		if o.Multipart {
			read = spoolBody
		}
		body, err := read(r)
		if err != nil {
			t.Fail(w, r, err)
			return
		}
		defer body.remove()
		sum := sha256.Sum256(append([]byte(o.ID+"\n"+r.URL.RequestURI()+"\n"), body.said...))
		if err := t.replayOrRun(w, r, o, holder, key, body, sum[:], next); err != nil {
			t.Fail(w, r, err)
		}
	})
}

// goodKey takes what every database and every log can hold.
func goodKey(key string) bool {
	return len(key) <= 255 && strings.IndexFunc(key, func(c rune) bool { return c < ' ' || c > '~' }) < 0
}

func (t *Transport) replayOrRun(w http.ResponseWriter, r *http.Request, o contract.Operation, holder ReplyHolder, key string, body *keptBody, hash []byte, next http.Handler) error {
	keys := t.keys
	rec := newRecorder()
	var replay *StoredReply
	err := keys.Enclose(r.Context(), func(ctx context.Context) error {
		*rec, replay = *newRecorder(), nil
		if err := keys.Lock(ctx, holder, key); err != nil {
			return err
		}
		if first, ok, err := keys.Find(ctx, holder, key); err != nil || ok {
			replay = &first
			return err
		}
		ctx, questions := policy.Collecting(ctx)
		again := r.WithContext(ctx)
		content, err := body.open()
		if err != nil {
			return err
		}
		defer func() { _ = content.Close() }()
		again.Body = content
		next.ServeHTTP(rec, again)
		if rec.status >= 300 {
			return errRefused
		}
		reply := forgetful(rec.reply(o.ID, hash))
		reply.Asked = questions.All()
		return keys.Add(ctx, holder, key, reply)
	})
	switch {
	case err != nil && !errors.Is(err, errRefused):
		return err
	case replay == nil:
		rec.copyTo(w)
		return nil
	case replay.Operation != o.ID || !bytes.Equal(replay.RequestHash, hash):
		return problem.ErrKeyReused
	}
	if err := t.guards.Ask(r.Context(), request.Principal(r.Context()), replay.Asked); err != nil {
		return err
	}
	w.Header().Set("Idempotent-Replayed", "true")
	replay.copyTo(w)
	return nil
}

// recorder holds an answer back until its transaction is committed.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newRecorder() *recorder { return &recorder{header: http.Header{}, status: http.StatusOK} }

func (c *recorder) Header() http.Header         { return c.header }
func (c *recorder) WriteHeader(status int)      { c.status = status }
func (c *recorder) Write(p []byte) (int, error) { return c.body.Write(p) }

func (c *recorder) reply(operation string, hash []byte) StoredReply {
	headers := map[string]string{}
	for name := range c.header {
		headers[name] = c.header.Get(name)
	}
	return StoredReply{Operation: operation, RequestHash: hash, Status: c.status, Headers: headers, Body: c.body.Bytes()}
}

func (c *recorder) copyTo(w http.ResponseWriter) { c.reply("", nil).copyTo(w) }

func (s StoredReply) copyTo(w http.ResponseWriter) {
	for name, value := range s.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(s.Status)
	_, _ = w.Write(s.Body)
}
