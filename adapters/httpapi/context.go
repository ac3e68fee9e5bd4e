package httpapi

import (
	"context"

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

// requestNote is filled while the request is served, and logged at its end.
type requestNote struct {
	id        string
	operation string
	problem   string
	user      id.ID
}

func note(ctx context.Context) *requestNote {
	n, _ := ctx.Value(keyRequest).(*requestNote)
	if n == nil {
		return &requestNote{}
	}
	return n
}

// RequestID is the id of the request that ctx belongs to, for logs and audit lines.
func RequestID(ctx context.Context) string { return note(ctx).id }

func noteKey(ctx context.Context, key string) { note(ctx).problem = key }

// principal is who asks; the zero value outside authenticated operations, which
// the policy refuses.
func principal(ctx context.Context) policy.Principal {
	c, _ := ctx.Value(keyPrincipal).(Caller)
	return c.Principal
}

// caller is the principal with what the session keeps about it.
func caller(ctx context.Context) Caller {
	c, _ := ctx.Value(keyPrincipal).(Caller)
	return c
}
