package pmo

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Call makes a request of any path of the API, below the "/api" of the server: what the
// typed calls are made of. path may have a query; "/api" before it is left out. It is
// never another server's address, so that the token stays with its own. The caller
// closes the body of the answer, whatever its status.
func (c *Client) Call(ctx context.Context, method, path string, header http.Header, body io.Reader) (*http.Response, error) {
	target, err := pathOf(path)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.Server, "/")+target, body)
	if err != nil {
		return nil, err
	}
	for _, edit := range c.RequestEditors {
		if err := edit(ctx, r); err != nil {
			return nil, err
		}
	}
	for name, values := range header {
		r.Header[name] = values
	}
	return c.Client.Do(r)
}

// pathOf is a path of the API with its query, as it follows the address of the server.
func pathOf(path string) (string, error) {
	u, err := url.Parse("/" + strings.TrimPrefix(path, "/"))
	if err != nil {
		return "", fmt.Errorf("%q is not a path: %w", path, err)
	}
	if strings.HasPrefix(path, "//") || strings.Contains(path, "://") || u.Host != "" || u.Fragment != "" {
		return "", fmt.Errorf("%q is not a path of the API, as /operations", path)
	}
	for _, part := range strings.Split(u.Path, "/") {
		if part == ".." || part == "." {
			return "", fmt.Errorf("%q is not a path of the API: it goes up", path)
		}
	}
	target := u.EscapedPath()
	if target == "/api" || strings.HasPrefix(target, "/api/") {
		target = strings.TrimPrefix(target, "/api")
	}
	if u.RawQuery != "" {
		target += "?" + u.RawQuery
	}
	return target, nil
}
