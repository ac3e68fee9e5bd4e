package httpapi

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
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

// pack writes p compressed to w.
func pack(w io.Writer, p []byte) error {
	k := packers.Get().(*packer)
	defer packers.Put(k)
	k.out.Reset(w)
	k.zip.Reset(k.out)
	_, err := k.zip.Write(p)
	return errors.Join(err, k.zip.Close(), k.out.Flush())
}

// compressed compresses answers about curves where the caller takes that. Such an
// answer is written whole, so that its size is known before its header goes out.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || !acceptsGzip(r) {
			next.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(&compressor{ResponseWriter: w}, r)
	})
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" && strings.ReplaceAll(weight, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

// compressor holds the status back until the first write.
type compressor struct {
	http.ResponseWriter
	status int
	done   bool
}

func (c *compressor) WriteHeader(status int) {
	c.status = status
	if status != http.StatusOK {
		c.done = true
		c.ResponseWriter.WriteHeader(status)
	}
}

func (c *compressor) Write(p []byte) (int, error) {
	h := c.Header()
	if c.done || len(p) < gzipFrom || h.Get("Content-Encoding") != "" {
		c.pass()
		return c.ResponseWriter.Write(p)
	}
	c.done = true
	h.Set("Content-Encoding", "gzip")
	h.Add("Vary", "Accept-Encoding")
	h.Del("Content-Length")
	c.ResponseWriter.WriteHeader(http.StatusOK)
	if err := pack(c.ResponseWriter, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (c *compressor) pass() {
	if !c.done {
		c.done = true
		if c.status != 0 {
			c.ResponseWriter.WriteHeader(c.status)
		}
	}
}
