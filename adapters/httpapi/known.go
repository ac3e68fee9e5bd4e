package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/core/civil"
)

// mostKnown is how much of answers a page may come with: what is more is asked for by the page itself.
const mostKnown = 256 << 10

// home is where everybody begins.
const home = "/pmo"

// Addresses of an operation: its figures, its month with the month or without, its invoices.
var (
	dashboard  = regexp.MustCompile(`^/pmo/operations/([0-9a-f-]{36})/dashboard$`)
	ofMonth    = regexp.MustCompile(`^/pmo/operations/([0-9a-f-]{36})/month(?:/([0-9]{4}-[0-9]{2}))?$`)
	ofInvoices = regexp.MustCompile(`^/pmo/operations/([0-9a-f-]{36})/billing/invoices$`)
)

// known is an answer that a page comes with, by its address.
type known struct {
	Path string          `json:"path"`
	Body json.RawMessage `json:"body"`
}

// visit is a page that somebody opens, with what it comes with: the answers to the first questions of every page behind
// the sign-in and to those that a dashboard waits for, put to the API in the name of who opens the page. It is one request
// and one way there and back in place of four, one after the other. Only what was answered goes with the page; for the
// rest it asks itself and learns why not.
type visit struct {
	api     http.Handler
	request *http.Request
	answers []known
	size    int
	session struct{ ID, Role, Language string } // Role "" = the sign-in comes next
	// ahead are questions whose answers take longer: the page waits for none, and its browser asks them while the
	// scripts are on their way.
	ahead []string
	// several says that home shows the list of operations, and is not on its way to the only one.
	several bool
}

// ask puts one question.
func (v *visit) ask(path string, into any) bool {
	body, ok := answer(v.api, v.request, contract.Base+path)
	if !ok || v.size+len(body) > mostKnown || (into != nil && json.Unmarshal(body, into) != nil) {
		return false
	}
	v.size += len(body)
	v.answers = append(v.answers, known{contract.Base + path, body})
	return true
}

// greet learns who comes, by which it is known what scripts the page needs.
func (v *visit) greet() {
	v.ask("/config", nil)
	if len(v.request.Cookies()) > 0 {
		v.ask("/session", &v.session)
	}
}

// askFirst puts the first questions of whom it greeted.
func (v *visit) askFirst(now time.Time) {
	address := v.request.URL.Path
	var operations []openedOperation
	switch v.session.Role {
	case "":
		return
	case "organizer":
		var organizer struct{ ID string }
		if v.ask("/organizers/by-jwt", &organizer) {
			v.ask("/organizers/"+organizer.ID+"/operations?detailed=true", &operations)
		}
		v.ask("/jobs", nil)
		v.ask("/users/"+v.session.ID+"/member-invitations", nil)
		v.ahead = monthsAhead(address, operations, now)
	case "observer":
		v.ask("/observers/by-jwt/operations?detailed=true", &operations)
		v.ask("/users/"+v.session.ID+"/member-invitations", nil)
	case "participant":
		v.ask("/participants/by-jwt", nil)
		v.ask("/users/"+v.session.ID+"/site-invitations", nil)
	case "admin":
		v.ask("/operations", nil)
	}
	// The period of a dashboard is chosen by what data there is: all its other questions wait for that.
	if of := dashboard.FindStringSubmatch(address); of != nil && v.session.Role != "participant" {
		v.ask("/operations/"+of[1]+"/measurements/date-ranges", nil)
		v.ask("/energy-allocation/coefficients-due?operationIds="+of[1], nil)
	}
	if v.several = len(operations) > 1 && strings.TrimSuffix(address, "/") == home; v.several {
		v.ahead = []string{contract.Base + "/months"}
	}
}

// openedOperation is what pages ask ahead by.
type openedOperation struct {
	ID       string
	Features []string
}

// monthsAhead are the questions about months of the page of an address. That of invoices has one where there are bill
// runs. A month's page whose address names no month leads to the last one that is over, by the answer to the first
// question; in nearly all operations that is the one before today's, whose answer is then there too.
func monthsAhead(address string, operations []openedOperation, now time.Time) []string {
	if of := ofInvoices.FindStringSubmatch(address); of != nil {
		byRuns := func(o openedOperation) bool { return o.ID == of[1] && slices.Contains(o.Features, "editedInvoices") }
		if !slices.ContainsFunc(operations, byRuns) {
			return nil
		}
		return []string{contract.Base + "/operations/" + of[1] + "/months"}
	}
	of := ofMonth.FindStringSubmatch(address)
	if of == nil {
		return nil
	}
	months := contract.Base + "/operations/" + of[1] + "/months"
	if of[2] != "" {
		return []string{months + "/" + of[2]}
	}
	return []string{months, months + "/" + civil.MonthOf(civil.Paris.DateOf(now)).Add(-1).String()}
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
