package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
)

// How slowly a body may come. Who sends nothing for a while, or less than a poor line does,
// is cut off: its connection, its memory and its place in a shutdown are wanted by others.
const (
	bodyPause   = 10 * time.Second
	bodyGrace   = 15 * time.Second
	bodyMinRate = 8 << 10 // bytes a second, after the grace
)

// How long the server works at a request, once it has its body. Of a file that is sent as it is made this
// is how long it may work without sending anything: how long all of it takes is a matter of the line.
const (
	answerWithin = time.Minute
	uploadWithin = 10 * time.Minute
)

// paced sets the deadlines of a body as it comes, and of an answer as it goes.
func paced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			p := &pacer{ReadCloser: r.Body, connection: http.NewResponseController(w), begun: time.Now()}
			p.expect(p.begun) // also of what nobody reads, and the server drains
			r.Body = p
		}
		answer := &pacedWriter{ResponseWriter: w, connection: http.NewResponseController(w)}
		_ = answer.connection.SetWriteDeadline(time.Time{}) // that of the answer before
		next.ServeHTTP(answer, r)
	})
}

// pacedWriter gives up a caller who does not read.
type pacedWriter struct {
	http.ResponseWriter
	connection *http.ResponseController
}

func (p *pacedWriter) expect(size int) {
	_ = p.connection.SetWriteDeadline(time.Now().Add(bodyGrace + time.Duration(size/bodyMinRate)*time.Second))
}

func (p *pacedWriter) WriteHeader(status int) {
	p.expect(0)
	p.ResponseWriter.WriteHeader(status)
}

func (p *pacedWriter) Write(b []byte) (int, error) {
	p.expect(len(b))
	return p.ResponseWriter.Write(b)
}

func (p *pacedWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

type pacer struct {
	io.ReadCloser
	connection *http.ResponseController
	begun      time.Time
	received   int64
}

// expect gives the next bytes until the end of a pause, and the whole until what has come
// is too little.
func (p *pacer) expect(now time.Time) {
	whole := p.begun.Add(bodyGrace + time.Duration(p.received/bodyMinRate)*time.Second)
	next := now.Add(bodyPause)
	if whole.Before(next) {
		next = whole
	}
	_ = p.connection.SetReadDeadline(next) // tests have no connection
}

func (p *pacer) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.received += int64(n)
	if errors.Is(err, io.EOF) {
		// All is here. The server goes on reading, to know whether the caller stays.
		_ = p.connection.SetReadDeadline(time.Time{})
		return n, err
	}
	if err == nil {
		p.expect(time.Now())
	}
	return n, err
}

// within bounds the work at a request; files may take as long to come as they are allowed to, and those that
// are answered may go as long as they do go.
func within(w http.ResponseWriter, r *http.Request, o contract.Operation) (http.ResponseWriter, context.Context, context.CancelFunc) {
	limit := answerWithin
	if o.File {
		ctx, cancel := context.WithCancelCause(r.Context())
		still := time.AfterFunc(limit, func() { cancel(context.DeadlineExceeded) })
		return &sendingWriter{w, still}, ctx, func() { still.Stop(); cancel(context.Canceled) }
	}
	if o.Multipart {
		size := r.ContentLength
		if size < 0 || size > maxUploadBody {
			size = maxUploadBody
		}
		limit = uploadWithin + bodyGrace + time.Duration(size/bodyMinRate)*time.Second
	}
	ctx, cancel := context.WithTimeout(r.Context(), limit)
	return w, ctx, cancel
}

// sendingWriter begins the time anew in which nothing is sent.
type sendingWriter struct {
	http.ResponseWriter
	still *time.Timer
}

func (s *sendingWriter) Write(b []byte) (int, error) {
	n, err := s.ResponseWriter.Write(b)
	if s.still.Stop() { // what is over stays over
		s.still.Reset(answerWithin)
	}
	return n, err
}

func (s *sendingWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }
