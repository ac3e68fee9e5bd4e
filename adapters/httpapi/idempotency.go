package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"

	"github.com/openpmo/pmo/core/id"
)

// StoredReply is the first answer to an Idempotency-Key.
type StoredReply struct {
	Operation   string
	RequestHash []byte
	Status      int
	Headers     map[string]string
	Body        []byte
}

// IdempotencyKeys keeps first answers by user and key.
type IdempotencyKeys interface {
	// Enclose runs fn in one transaction that every use case inside joins. fn may
	// run more than once.
	Enclose(ctx context.Context, fn func(ctx context.Context) error) error
	// Lock keeps other requests with the key waiting until the transaction ends.
	Lock(ctx context.Context, user id.ID, key string) error
	Find(ctx context.Context, user id.ID, key string) (StoredReply, bool, error)
	Add(ctx context.Context, user id.ID, key string, reply StoredReply) error
}

// errRefused makes the transaction of a refused request roll back; it never leaves
// this file.
var errRefused = errors.New("refused")

// once replays the first answer to a POST with an Idempotency-Key, stored in the
// transaction of the change itself (decisions 9.8). Refusals are not stored.
// Sign-in is left out: its failures must count.
func (a *API) once(o operation, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		user := principal(r.Context()).UserID
		if key == "" || r.Method != http.MethodPost || user.IsZero() || o.permission == "public" {
			next.ServeHTTP(w, r)
			return
		}
		if !goodKey(key) {
			a.fail(w, r, errKeyInvalid)
			return
		}
		read := readBody
		if o.multipart {
			read = spoolBody
		}
		body, err := read(r)
		if err != nil {
			a.fail(w, r, err)
			return
		}
		defer body.remove()
		sum := sha256.Sum256(append([]byte(o.id+"\n"+r.URL.RequestURI()+"\n"), body.said...))
		if err := a.replayOrRun(w, r, o, user, key, body, sum[:], next); err != nil {
			a.fail(w, r, err)
		}
	})
}

// goodKey takes what every database and every log can hold.
func goodKey(key string) bool {
	return len(key) <= 255 && strings.IndexFunc(key, func(c rune) bool { return c < ' ' || c > '~' }) < 0
}

func (a *API) replayOrRun(w http.ResponseWriter, r *http.Request, o operation, user id.ID, key string, body *keptBody, hash []byte, next http.Handler) error {
	keys := a.deps.IdempotencyKeys
	rec := newRecorder()
	var replay *StoredReply
	err := keys.Enclose(r.Context(), func(ctx context.Context) error {
		*rec, replay = *newRecorder(), nil
		if err := keys.Lock(ctx, user, key); err != nil {
			return err
		}
		if first, ok, err := keys.Find(ctx, user, key); err != nil || ok {
			replay = &first
			return err
		}
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
		return keys.Add(ctx, user, key, forgetful(rec.reply(o.id, hash)))
	})
	switch {
	case err != nil && !errors.Is(err, errRefused):
		return err
	case replay == nil:
		rec.copyTo(w)
		return nil
	case replay.Operation != o.id || !bytes.Equal(replay.RequestHash, hash):
		return errKeyReused
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
