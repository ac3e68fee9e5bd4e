package transport

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
)

// gzipFrom is the size from which an answer is worth compressing.
const gzipFrom = 1400

// packer compresses one answer at a time. What it makes comes in pieces of some hundred
// bytes and goes out in large ones, each a call of the system.
type packer struct {
	zip *gzip.Writer
	out *bufio.Writer
}

// packedPiece is about what a block of the compressor gives, so that a caller unpacks one
// while the next is made.
const packedPiece = 8 << 10

// Level 1: higher ones cost five times as much on curves and save nothing.
var packers = sync.Pool{New: func() any {
	out := bufio.NewWriterSize(nil, packedPiece)
	zip, _ := gzip.NewWriterLevel(out, gzip.BestSpeed) // the level exists
	return &packer{zip, out}
}}

// newPacker packs to w until it is closed.
func newPacker(w io.Writer) *packer {
	k := packers.Get().(*packer)
	k.out.Reset(w)
	k.zip.Reset(k.out)
	return k
}

func (k *packer) close() error {
	err := errors.Join(k.zip.Close(), k.out.Flush())
	packers.Put(k)
	return err
}

// compressible are the types worth compressing: documents and workbooks are already.
var compressible = []string{"application/json", "text/csv"}

// Compressed compresses what is read where the caller takes that.
//
// An attacker who watches lengths could guess a secret in an answer that also repeats words
// of his (BREACH). Answers to questions hold no secret: tokens and links are told once, by a
// POST, which is never compressed; and SameSite keeps other sites from asking in the name of
// who is signed in. See docs/adr/0018-answers-compressed.md.
func Compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !Takes(r, "gzip") {
			next.ServeHTTP(&varied{ResponseWriter: w, known: request.IfNoneMatch(r)}, r)
			return
		}
		c := &compressor{ResponseWriter: w, known: request.IfNoneMatch(r)}
		next.ServeHTTP(c, r)
		c.finish() // not after a panic: half an answer is none
	})
}

// Takes reports whether the caller takes an answer in an encoding (RFC 9110, 12.5.3).
func Takes(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding && strings.ReplaceAll(weight, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

// worthIt reports whether an answer of these headers may be compressed.
func worthIt(h http.Header) bool {
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return h.Get("Content-Encoding") == "" && slices.Contains(compressible, kind)
}

// confirm gives a 304 the headers that the caller keeps with the answer: the tag it has, which
// is weak where that answer came compressed (RFC 9110 8.8.1, 15.4.5), and what it varies by. A
// cache that finds a strong tag there looks for a stored answer with it, and has none.
func confirm(h http.Header, known string) {
	if tag := h.Get("ETag"); tag != "" && strings.TrimSpace(known) == "W/"+tag {
		h.Set("ETag", "W/"+tag)
	}
	if !isVersion(h.Get("ETag")) {
		h.Add("Vary", "Accept-Encoding")
	}
}

// varied says of an answer that goes out as it is that it would not to another caller.
type varied struct {
	http.ResponseWriter
	known string
}

func (v *varied) WriteHeader(status int) {
	if status == http.StatusNotModified {
		confirm(v.Header(), v.known)
	}
	if worthIt(v.Header()) {
		v.Header().Add("Vary", "Accept-Encoding")
	}
	v.ResponseWriter.WriteHeader(status)
}

func (v *varied) Unwrap() http.ResponseWriter { return v.ResponseWriter }

// compressor holds the status back until the first write, whose size decides: most answers
// are written whole.
type compressor struct {
	http.ResponseWriter
	known   string // If-None-Match
	status  int
	decided bool
	packer  *packer
}

func (c *compressor) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *compressor) WriteHeader(status int) {
	if c.status != 0 {
		return
	}
	if status == http.StatusNotModified {
		confirm(c.Header(), c.known)
	}
	if c.status = status; status != http.StatusOK || !worthIt(c.Header()) {
		c.send()
	}
}

func (c *compressor) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	if !c.decided {
		c.Header().Add("Vary", "Accept-Encoding")
		if len(p) >= gzipFrom && !isVersion(c.Header().Get("ETag")) {
			c.compress()
		}
		c.send()
	}
	if c.packer != nil {
		return c.packer.zip.Write(p)
	}
	return c.ResponseWriter.Write(p)
}

// isVersion reports whether a tag is the version of an object, which If-Match sends back: it
// stays a strong one, and the object, some kilobytes, goes out as it is.
func isVersion(tag string) bool {
	number := strings.Trim(tag, `"`)
	return number != "" && strings.Trim(number, "0123456789") == ""
}

// compress says in the headers what becomes of the answer. Its tag becomes a weak one: it
// names what is said, and no longer each byte.
func (c *compressor) compress() {
	h := c.Header()
	h.Set("Content-Encoding", "gzip")
	h.Del("Content-Length")
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		h.Set("ETag", "W/"+tag)
	}
	c.packer = newPacker(c.ResponseWriter)
}

func (c *compressor) send() {
	c.decided = true
	c.ResponseWriter.WriteHeader(c.status)
}

// finish sends what is left. An answer without a body has only a status.
func (c *compressor) finish() {
	switch {
	case c.packer != nil:
		_ = c.packer.close() // the caller may have gone
	case !c.decided && c.status != 0:
		c.send()
	}
}
