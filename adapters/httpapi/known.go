package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
)

// mostKnown is how much of answers a page may come with: what is more is asked for by the page itself.
const mostKnown = 256 << 10

// home is where everybody begins.
const home = "/pmo"

// dashboard is the address of an operation's figures.
var dashboard = regexp.MustCompile(`^/pmo/operations/([0-9a-f-]{36})/dashboard$`)

// known is an answer that a page comes with, by its address.
type known struct {
	Path string          `json:"path"`
	Body json.RawMessage `json:"body"`
}

// first is what a page that is opened comes with.
type first struct {
	answers  []known
	language string // "" = the sign-in comes next
	// ahead are questions whose answers take longer: the page waits for none, and its browser asks them while the
	// scripts are on their way.
	ahead []string
	// several says that home shows the list of operations, and is not on its way to the only one.
	several bool
}

// asked are the first questions of every page behind the sign-in and those that a dashboard waits for, put to the API in the name of who opens the page:
// it is one request and one way there and back in place of four, one after the other. Only what was answered goes
// with the page; for the rest it asks itself and learns why not.
func asked(api http.Handler, r *http.Request) (f first) {
	size := 0
	ask := func(path string, into any) bool {
		body, ok := answer(api, r, contract.Base+path)
		if !ok || size+len(body) > mostKnown || (into != nil && json.Unmarshal(body, into) != nil) {
			return false
		}
		size += len(body)
		f.answers = append(f.answers, known{contract.Base + path, body})
		return true
	}
	ask("/config", nil)
	var session struct{ ID, Role, Language string }
	if len(r.Cookies()) == 0 || !ask("/session", &session) {
		return f
	}
	var operations []struct{}
	switch session.Role {
	case "organizer":
		var organizer struct{ ID string }
		if ask("/organizers/by-jwt", &organizer) {
			ask("/organizers/"+organizer.ID+"/operations?detailed=true", &operations)
		}
		ask("/jobs", nil)
		ask("/users/"+session.ID+"/member-invitations", nil)
	case "observer":
		ask("/observers/by-jwt/operations?detailed=true", &operations)
		ask("/users/"+session.ID+"/member-invitations", nil)
	case "participant":
		ask("/participants/by-jwt", nil)
		ask("/users/"+session.ID+"/site-invitations", nil)
	case "admin":
		ask("/operations", nil)
	}
	// The period of a dashboard is chosen by what data there is: all its other questions wait for that.
	if of := dashboard.FindStringSubmatch(r.URL.Path); of != nil && session.Role != "participant" {
		ask("/operations/"+of[1]+"/measurements/date-ranges", nil)
		ask("/energy-allocation/coefficients-due?operationIds="+of[1], nil)
	}
	if f.several = len(operations) > 1 && strings.TrimSuffix(r.URL.Path, "/") == home; f.several {
		f.ahead = []string{contract.Base + "/months"}
	}
	f.language = session.Language
	return f
}

// answer is what the API says to the person of a request who reads another address.
func answer(api http.Handler, r *http.Request, address string) ([]byte, bool) {
	ctx := context.WithValue(r.Context(), chi.RouteCtxKey, (*chi.Context)(nil)) // a request of its own for the router
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, false
	}
	q.RemoteAddr, q.Host, q.TLS, q.Header = r.RemoteAddr, r.Host, r.TLS, r.Header.Clone()
	q.Header.Del("Accept-Encoding") // it goes into the page as it is
	q.Header.Set("Accept", "application/json")
	w := &answerBuffer{header: http.Header{}, status: http.StatusOK}
	api.ServeHTTP(w, q)
	whole := w.status == http.StatusOK && strings.HasPrefix(w.header.Get("Content-Type"), "application/json") && json.Valid(w.body.Bytes())
	return w.body.Bytes(), whole
}

// answerBuffer keeps an answer of the API for a page.
type answerBuffer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answerBuffer) Header() http.Header { return a.header }

func (a *answerBuffer) WriteHeader(status int) { a.status = status }

func (a *answerBuffer) Write(piece []byte) (int, error) { return a.body.Write(piece) }
