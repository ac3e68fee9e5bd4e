// Package servertest puts the API before a test as its callers see it: a server over HTTP that answers
// from a database of its own, each answer compared with the contract.
package servertest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/openapi"
)

// Callers signs everybody in by their name, given as a token.
type Callers map[string]policy.Principal

// BySession knows nobody.
func (c Callers) BySession(context.Context, string) (request.Caller, error) {
	return request.Caller{}, nil
}

// ByToken is who has the name.
func (c Callers) ByToken(_ context.Context, name string) (request.Caller, error) {
	return request.Caller{Principal: c[name]}, nil
}

// Server is a server and one browser before it.
type Server struct {
	t      *testing.T
	url    string
	Client *http.Client // keeps cookies
}

// Start serves until the test ends. Contract and authenticator of d need not be set: the contract is
// the one of the tree, and nobody is signed in without an authenticator.
func Start(t *testing.T, d httpapi.Deps) *Server {
	t.Helper()
	d.Contract = openapi.Bundle
	checker, err := transport.NewReplyChecker(d.Contract, func(complaint string) { t.Error(complaint) })
	require.NoError(t, err)
	server := httptest.NewServer(checker.Wrap(httpapi.New(d)))
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &Server{t: t, url: server.URL, Client: &http.Client{Jar: jar}}
}

// Reply is an answer, its body read: an object or a list, or the text of a file.
type Reply struct {
	*http.Response
	One  map[string]any
	List []map[string]any
	Text string // whatever it is
}

// send sends a body of a type, if any, and reads the answer.
func (s *Server) send(method, path, contentType string, body io.Reader, headers []string) Reply {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+"/api"+path, body)
	require.NoError(s.t, err)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := s.Client.Do(r)
	require.NoError(s.t, err)
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	require.NoError(s.t, err)
	out := Reply{Response: answer, Text: string(content)}
	if bytes.HasPrefix(content, []byte("[")) {
		require.NoError(s.t, json.Unmarshal(content, &out.List))
	} else if strings.HasSuffix(strings.SplitN(answer.Header.Get("Content-Type"), ";", 2)[0], "json") && len(content) > 0 {
		require.NoError(s.t, json.Unmarshal(content, &out.One), string(content))
	}
	return out
}

// Call sends JSON, if any. Headers are names and values in turn.
func (s *Server) Call(method, path, body string, headers ...string) Reply {
	s.t.Helper()
	if body == "" {
		return s.send(method, path, "", nil, headers)
	}
	return s.send(method, path, "application/json", strings.NewReader(body), headers)
}

// Want is the object that a call of an expected status answers.
func (s *Server) Want(status int, method, path, body string, headers ...string) map[string]any {
	s.t.Helper()
	reply := s.Call(method, path, body, headers...)
	require.Equal(s.t, status, reply.StatusCode, "%s %s: %v", method, path, reply.One)
	return reply.One
}

// As is Call by one of Callers.
func (s *Server) As(who, method, path, body string, headers ...string) Reply {
	s.t.Helper()
	return s.Call(method, path, body, append(headers, "Authorization", "Bearer "+who)...)
}

// Upload sends a file as one of Callers; without a name the form is empty.
func (s *Server) Upload(who, path, fileName, content string, headers ...string) Reply {
	s.t.Helper()
	if fileName == "" {
		return s.Form(who, path, nil, headers...)
	}
	return s.Form(who, path, []Part{{Name: "file", FileName: fileName, Content: content}}, headers...)
}

// Part is a part of a form: a file if it has the name of one.
type Part struct{ Name, FileName, Content string }

// Form sends parts in their order as one of Callers.
func (s *Server) Form(who, path string, parts []Part, headers ...string) Reply {
	s.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		if p.FileName == "" {
			require.NoError(s.t, w.WriteField(p.Name, p.Content))
			continue
		}
		part, err := w.CreateFormFile(p.Name, p.FileName)
		require.NoError(s.t, err)
		_, err = part.Write([]byte(p.Content))
		require.NoError(s.t, err)
	}
	require.NoError(s.t, w.Close())
	return s.send("POST", path, w.FormDataContentType(), &b, append(headers, "Authorization", "Bearer "+who))
}
