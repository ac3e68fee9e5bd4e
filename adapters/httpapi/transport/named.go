package transport

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
)

// Revalidated lets a caller keep an answer and ask whether it still holds.
const Revalidated = "private, no-cache"

// Named gives every answer to a question an ETag, and 304 to a caller that has it
// already (specification section 7). An answer whose handler knows its state keeps that name; the
// others are named by what they say, so that nothing that can change them is forgotten.
func Named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			next.ServeHTTP(w, r)
			return
		}
		n := &namer{ResponseWriter: w, known: request.KnownTagOf(r)}
		next.ServeHTTP(n, r)
		n.finish()
	})
}

// tagOf names an answer by what it says.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// namer holds an answer back until it is whole, unless it has a name already.
type namer struct {
	http.ResponseWriter
	known  string
	status int
	body   bytes.Buffer
	stage  namerStage
}

type namerStage int

const (
	holding  namerStage = iota
	passing             // the rest goes to the caller as it comes
	dropping            // the caller has it
)

func (n *namer) WriteHeader(status int) {
	n.status = status
	switch tag := n.Header().Get("ETag"); {
	case n.stage != holding:
	case status != http.StatusOK:
		n.pass()
	case tag != "" && tag == n.known:
		n.drop()
	case tag != "":
		n.Header().Set("Cache-Control", Revalidated)
		n.pass()
	}
}

func (n *namer) Write(p []byte) (int, error) {
	if n.status == 0 {
		n.WriteHeader(http.StatusOK)
	}
	switch n.stage {
	case passing:
		return n.ResponseWriter.Write(p)
	case dropping:
		return len(p), nil
	}
	return n.body.Write(p)
}

// finish names an answer that is whole.
func (n *namer) finish() {
	if n.stage != holding || n.status == 0 {
		return
	}
	tag := tagOf(n.body.Bytes())
	n.Header().Set("ETag", tag)
	if tag == n.known {
		n.drop()
		return
	}
	n.Header().Set("Cache-Control", Revalidated)
	n.pass()
	_, _ = n.ResponseWriter.Write(n.body.Bytes()) // the caller may have gone
}

func (n *namer) pass() {
	n.stage = passing
	n.ResponseWriter.WriteHeader(n.status)
}

// drop answers 304, without what describes a body.
func (n *namer) drop() {
	n.stage = dropping
	h := n.Header()
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Disposition"} {
		h.Del(name)
	}
	h.Set("Cache-Control", Revalidated)
	n.ResponseWriter.WriteHeader(http.StatusNotModified)
}
