// Package request is what a handler may know of its request besides its parameters: who asks,
// in which language, and what the caller has already.
package request

import (
	"context"
	"net/http"
	"strings"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// What the middlewares put into the context of a request.
type contextKey int

const (
	keyRequest contextKey = iota
	keyPrincipal
	keyHTTP
)

// Note is filled while the request is served, and logged at its end.
type Note struct {
	ID        string
	Operation string
	Of        string
	User      id.ID
}

// NoteOf is that of the request that ctx belongs to.
func NoteOf(ctx context.Context) *Note {
	n, _ := ctx.Value(keyRequest).(*Note)
	if n == nil {
		return &Note{}
	}
	return n
}

// ID is the id of the request that ctx belongs to, for logs and audit lines.
func ID(ctx context.Context) string { return NoteOf(ctx).ID }

// NoteRefusal keeps why the request was refused.
func NoteRefusal(ctx context.Context, key string) { NoteOf(ctx).Of = key }

// Principal is who asks; the zero value outside authenticated operations, which
// the policy refuses.
func Principal(ctx context.Context) policy.Principal {
	c, _ := ctx.Value(keyPrincipal).(Caller)
	return c.Principal
}

// CallerOf is the principal with what the session keeps about it.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(keyPrincipal).(Caller)
	return c
}

// Caller is who is signed in, and by what.
type Caller struct {
	Principal policy.Principal
	SessionID string // "" with an API token
}

// WithHTTP is the context of a request that lets its handler see the request itself.
func WithHTTP(r *http.Request) context.Context {
	return context.WithValue(r.Context(), keyHTTP, r)
}

// WithCaller is the context of a request of a caller.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, keyPrincipal, c)
}

// WithNote is the context of a request that n is filled for.
func WithNote(ctx context.Context, n *Note) context.Context {
	return context.WithValue(ctx, keyRequest, n)
}

// HTTP is what withRequest kept.
func HTTP(ctx context.Context) *http.Request {
	r, _ := ctx.Value(keyHTTP).(*http.Request)
	return r
}

// Language is that of the request being answered.
func Language(ctx context.Context) string {
	if r := HTTP(ctx); r != nil {
		return LanguageOf(r)
	}
	return "fr"
}

// LanguageOf is that of the catalogue to answer in, from Accept-Language: fr, fr-BE, nl,
// or en for terminals and programs. French is the fallback (specification 1).
func LanguageOf(r *http.Request) string {
	for _, part := range strings.Split(r.Header.Get("Accept-Language"), ",") {
		switch tag := strings.ToLower(strings.TrimSpace(strings.SplitN(part, ";", 2)[0])); {
		case tag == "fr-be":
			return "fr-BE"
		case strings.HasPrefix(tag, "fr"):
			return "fr"
		case strings.HasPrefix(tag, "nl"):
			return "nl"
		case strings.HasPrefix(tag, "en"):
			return "en"
		}
	}
	return "fr"
}
