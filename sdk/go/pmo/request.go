package pmo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/oapi-codegen/runtime"
)

// RequestEditorFn changes a request before it is sent.
type RequestEditorFn func(ctx context.Context, req *http.Request) error

// HTTPRequestDoer sends requests, as *http.Client does.
type HTTPRequestDoer interface {
	Do(req *http.Request) (*http.Response, error)
}

// Client makes the calls of the contract and gives their answers as they come.
type Client struct {
	Server         string // the base of all paths of the contract, with a slash at its end
	Client         HTTPRequestDoer
	RequestEditors []RequestEditorFn // applied to each request
}

// ClientWithResponses makes the calls of the contract and reads their answers.
type ClientWithResponses struct {
	*Client
}

// ClientOption sets something of a client when it is made.
type ClientOption func(*Client) error

// NewClient gives the client of the contract whose paths begin at server.
func NewClient(server string, opts ...ClientOption) (*Client, error) {
	c := &Client{Server: server}
	for _, set := range opts {
		if err := set(c); err != nil {
			return nil, err
		}
	}
	if !strings.HasSuffix(c.Server, "/") {
		c.Server += "/"
	}
	if c.Client == nil {
		c.Client = &http.Client{}
	}
	return c, nil
}

// NewClientWithResponses is NewClient with answers read.
func NewClientWithResponses(server string, opts ...ClientOption) (*ClientWithResponses, error) {
	c, err := NewClient(server, opts...)
	if err != nil {
		return nil, err
	}
	return &ClientWithResponses{c}, nil
}

// WithHTTPClient sends requests by another client than the default one.
func WithHTTPClient(doer HTTPRequestDoer) ClientOption {
	return func(c *Client) error {
		c.Client = doer
		return nil
	}
}

// WithRequestEditorFn lets edit change each request before it is sent.
func WithRequestEditorFn(edit RequestEditorFn) ClientOption {
	return func(c *Client) error {
		c.RequestEditors = append(c.RequestEditors, edit)
		return nil
	}
}

// WithBaseURL replaces the address that the client was made with.
func WithBaseURL(baseURL string) ClientOption {
	return func(c *Client) error {
		u, err := url.Parse(baseURL)
		if err != nil {
			return err
		}
		c.Server = u.String()
		return nil
	}
}

// sendJSON sends a value as the JSON body of a request.
func (c *Client) sendJSON(ctx context.Context, method, path string, pathParams []any, params, body any, editors []RequestEditorFn) (*http.Response, error) {
	content, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, method, path, pathParams, params, "application/json", bytes.NewReader(content), editors)
}

// send makes one call. The verbs of path stand for pathParams; params is nil or a pointer to
// a generated …Params struct; contentType is "" for a call without body.
func (c *Client) send(ctx context.Context, method, path string, pathParams []any, params any, contentType string, body io.Reader, editors []RequestEditorFn) (*http.Response, error) {
	texts := make([]any, len(pathParams))
	for i, value := range pathParams {
		text, err := runtime.StyleParamWithOptions("simple", false, "", value, runtime.StyleParamOptions{ParamLocation: runtime.ParamLocationPath})
		if err != nil {
			return nil, err
		}
		texts[i] = text
	}
	query, header, err := parametersOf(params)
	if err != nil {
		return nil, err
	}
	target := strings.TrimSuffix(c.Server, "/") + fmt.Sprintf(path, texts...)
	if query != "" {
		target += "?" + query
	}
	r, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	r.Header = header
	for _, list := range [][]RequestEditorFn{c.RequestEditors, editors} {
		for _, edit := range list {
			if err := edit(ctx, r); err != nil {
				return nil, err
			}
		}
	}
	return c.Client.Do(r)
}

// parametersOf writes a …Params struct as the contract does: fields with a form tag go into
// the query, several values by comma; the others are headers. Nil pointers are left out.
func parametersOf(params any) (query string, header http.Header, err error) {
	header = http.Header{}
	whole := reflect.Indirect(reflect.ValueOf(params))
	if !whole.IsValid() {
		return "", header, nil
	}
	var parts []string
	for i := range whole.NumField() {
		value := whole.Field(i)
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				continue
			}
			value = value.Elem()
		}
		tag, inQuery := whole.Type().Field(i).Tag.Lookup("form")
		style, location := "form", runtime.ParamLocationQuery
		if !inQuery {
			tag, style, location = whole.Type().Field(i).Tag.Get("json"), "simple", runtime.ParamLocationHeader
		}
		name, _, _ := strings.Cut(tag, ",")
		text, err := runtime.StyleParamWithOptions(style, false, name, value.Interface(), runtime.StyleParamOptions{ParamLocation: location})
		if err != nil {
			return "", nil, err
		}
		if inQuery {
			parts = append(parts, text)
		} else {
			header.Set(name, text)
		}
	}
	return strings.Join(parts, "&"), header, nil
}
