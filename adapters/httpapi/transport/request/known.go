package request

import (
	"context"
	"net/http"
	"strings"
)

// IfNoneMatch is the tag of the answer that the caller has, as it says it: weak where that
// answer came compressed; "" = none. Nothing else reads that header.
func IfNoneMatch(r *http.Request) string { return r.Header.Get("If-None-Match") }

// KnownTagOf leaves out the mark of a weak tag, which every compressed answer carries.
func KnownTagOf(r *http.Request) string { return strings.TrimPrefix(IfNoneMatch(r), "W/") }

// KnownTag is what the caller says to have.
func KnownTag(ctx context.Context) string {
	if r := HTTP(ctx); r != nil {
		return KnownTagOf(r)
	}
	return ""
}

// WithKnownTag is the request of a caller who has the answer with that tag.
func WithKnownTag(r *http.Request, tag string) *http.Request {
	r = r.WithContext(r.Context())
	r.Header = r.Header.Clone()
	r.Header.Set("If-None-Match", tag)
	return r
}
