package transport

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
)

// keptBody is that of a request that may be read more than once.
type keptBody struct {
	// said is what tells it from another one. Of a body of parts it is their names and
	// the hashes of their contents: what stands between parts is another text each time.
	said   []byte
	open   func() (io.ReadCloser, error)
	remove func()
}

// readBody keeps a body in memory. Error: body.tooLarge.
func readBody(r *http.Request) (*keptBody, error) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	return &keptBody{said: content, remove: func() {},
		open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }}, nil
}

// spoolBody keeps a body of parts in a temporary file, and reads its parts on the way.
// Errors: body.tooLarge, request.invalid.
func spoolBody(r *http.Request) (*keptBody, error) {
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return nil, problem.ErrInvalidRequest.Of(problem.ErrBodyInvalid).Because(err)
	}
	kept, err := os.CreateTemp("", "pmo-request-")
	if err != nil {
		return nil, err
	}
	b := &keptBody{remove: func() { _ = os.Remove(kept.Name()) }, open: func() (io.ReadCloser, error) { return os.Open(kept.Name()) }}
	in := io.TeeReader(r.Body, kept)
	if b.said, err = saidIn(multipart.NewReader(in, params["boundary"])); err == nil {
		_, err = io.Copy(io.Discard, in) // what stands behind the last part
	}
	if closed := kept.Close(); err == nil {
		err = closed
	}
	if err != nil {
		b.remove()
		return nil, problem.Unreadable(err)
	}
	return b, nil
}

func saidIn(parts *multipart.Reader) (said []byte, err error) {
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return said, nil
		}
		if err != nil {
			return nil, err
		}
		sum := sha256.New()
		if _, err := io.Copy(sum, part); err != nil {
			return nil, err
		}
		said = fmt.Appendf(said, "%q %q %s\n", part.FormName(), part.FileName(), hex.EncodeToString(sum.Sum(nil)))
	}
}
