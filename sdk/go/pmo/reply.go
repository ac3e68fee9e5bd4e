package pmo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// ProblemError is a refusal or failure told by the server. Programs read Problem.Key,
// people Problem.Detail; Problem.Errors holds the details by row and field.
type ProblemError struct {
	StatusCode int // of HTTP
	Problem    Problem
}

// Error is one line for a log: the text, then the key.
func (e *ProblemError) Error() string {
	text := e.Problem.Title
	if e.Problem.Detail != nil && *e.Problem.Detail != "" {
		text = *e.Problem.Detail
	}
	if e.Problem.Key == "" {
		return text
	}
	return text + " (" + e.Problem.Key + ")"
}

// HasKey reports whether err is a refusal of the server with this key.
func HasKey(err error, key string) bool {
	var e *ProblemError
	return errors.As(err, &e) && e.Problem.Key == key
}

// StatusOf is the HTTP status of a refusal, 0 when err is none.
func StatusOf(err error) int {
	var e *ProblemError
	if errors.As(err, &e) {
		return e.StatusCode
	}
	return 0
}

// Reply is what all answers of typed calls have.
type Reply struct {
	Body         []byte
	HTTPResponse *http.Response // its body is read
	Problem      *Problem       // the refusal that any other answer than those of the contract's own is
}

// Status is the status line of the answer, as "200 OK".
func (r Reply) Status() string {
	if r.HTTPResponse == nil {
		return ""
	}
	return r.HTTPResponse.Status
}

// StatusCode is the HTTP status of the answer.
func (r Reply) StatusCode() int {
	if r.HTTPResponse == nil {
		return 0
	}
	return r.HTTPResponse.StatusCode
}

// ContentType is the media type of the body, as the server says it.
func (r Reply) ContentType() string {
	if r.HTTPResponse == nil {
		return ""
	}
	return r.HTTPResponse.Header.Get("Content-Type")
}

// GetBody is the body as it came.
func (r Reply) GetBody() []byte { return r.Body }

// typed is where the JSON body of an answer with a status goes: a pointer to a pointer.
type typed struct {
	status int
	into   any
}

// read reads an answer to its end and closes it. JSON goes where its status says; that of any
// other status is a problem.
func (r *Reply) read(answer *http.Response, bodies ...typed) (err error) {
	defer func() { _ = answer.Body.Close() }()
	if r.Body, err = io.ReadAll(answer.Body); err != nil {
		return err
	}
	r.HTTPResponse = answer
	if !strings.Contains(r.ContentType(), "json") {
		return nil
	}
	for _, b := range bodies {
		if b.status == answer.StatusCode {
			return json.Unmarshal(r.Body, b.into)
		}
	}
	return json.Unmarshal(r.Body, &r.Problem)
}

// answer is what all generated …Response types have.
type answer interface {
	StatusCode() int
	GetBody() []byte
}

// OK is the body of a 200, else an *ProblemError or the error of the call itself:
//
//	session, err := pmo.OK(client.GetSessionWithResponse(ctx))
func OK[T any](r interface {
	answer
	GetJSON200() *T
}, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return body(r, r.GetJSON200())
}

// Created is the body of a 201.
func Created[T any](r interface {
	answer
	GetJSON201() *T
}, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return body(r, r.GetJSON201())
}

// Accepted is the body of a 202: work that goes on after the answer.
func Accepted[T any](r interface {
	answer
	GetJSON202() *T
}, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return body(r, r.GetJSON202())
}

// Done is the outcome of a call without a body (204).
func Done(r answer, err error) error {
	if err != nil {
		return err
	}
	if s := r.StatusCode(); s >= 200 && s < 300 {
		return nil
	}
	return Refused(r.StatusCode(), r.GetBody())
}

func body[T any](r answer, v *T) (*T, error) {
	if v == nil {
		return nil, Refused(r.StatusCode(), r.GetBody())
	}
	return v, nil
}

// Refused turns an answer that is not the expected one into an error: an *ProblemError
// where the body is a problem, or for any status from 400 on.
func Refused(status int, raw []byte) error {
	var p Problem
	if json.Unmarshal(raw, &p) == nil && p.Key != "" {
		return &ProblemError{StatusCode: status, Problem: p}
	}
	if status < http.StatusBadRequest {
		return fmt.Errorf("the server answered %d with something that is not of the contract: %s", status, begin(raw))
	}
	return &ProblemError{StatusCode: status, Problem: Problem{Title: fmt.Sprintf("%d %s", status, http.StatusText(status)), Status: status}}
}

// begin is the first few characters of an unexpected body, on one line.
func begin(raw []byte) string {
	const most = 80
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(raw[:min(len(raw), most)]), "")), " ")
	if s == "" {
		return "nothing"
	}
	return s
}
