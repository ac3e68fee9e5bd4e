// Package fakeplatform is a made-up French platform that speaks XP Z12-013 as a server: it takes
// deposits, checks them, acknowledges, tells of the life cycle, keeps a directory, and misbehaves as it is
// told to. Tests, the demo and `pmo-server fake platform` send to it; nothing leaves it.
package fakeplatform

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// Options are how a platform behaves where no rule says otherwise.
type Options struct {
	Version  string        // "1.1", "1.2" or "1.3"; "" = "1.3"
	ClientID string        // "" = whoever
	Secret   string        // "" = whichever
	AckAfter time.Duration // how long the analysis of a deposit takes
	// Course are the statuses of each invoice, one after the other, each so long after the one before.
	Course  []Step
	Listed  map[string][]Line // of the directory by SIREN; nil = whoever is asked for is there
	Arrival string            // state of what an access point of Peppol was handed once AckAfter is over; "" = sent
	Public  map[string]Public // what public establishments want, by SIRET; others are not known
	PageOf  int               // flows in a page of a search; 0 = what is asked for
	Rules   []Rule
	Reports Step // what the administration says of reports of sales; none where it has no code
	Now     func() time.Time
	Refuses func(number string) (Step, bool) // statuses besides the course
}

// Step is a status of the life cycle.
type Step struct {
	Code   int           `json:"code"`
	After  time.Duration `json:"-"`
	Reason string        `json:"reason,omitempty"` // its code
	Words  string        `json:"words,omitempty"`
}

// Line is an address of the directory, in the words of the norm.
type Line struct {
	Address string `json:"addressingIdentifier"`
	Type    string `json:"platformType"`
	Status  string `json:"directoryLineStatus"`
	Siren   string `json:"siren"`
	Unit    *Unit  `json:"legalUnit,omitempty"`
}

// Public is what a public establishment wants, in the words of the norm.
type Public struct {
	Commitment bool `json:"managesLegalCommitmentCode"`
	Either     bool `json:"managesLegalCommitmentOrServiceCode"`
	Service    bool `json:"serviceCodeStatus"`
}

// Unit is whose address it is.
type Unit struct {
	Name string `json:"businessName"`
}

// Rule is how some calls are answered instead.
type Rule struct {
	Call  string `json:"call"`           // token, deposit, search, flow, directory
	Name  string `json:"name,omitempty"` // only deposits whose file name holds it
	Times int    `json:"times,omitempty"`
	// Status is that of the answer; 0 = as usual.
	Status     int    `json:"status,omitempty"`
	Body       string `json:"body,omitempty"`       // json, html, none, huge, slow, noFlowId, garbage
	RetryAfter string `json:"retryAfter,omitempty"` // seconds or a date
	// Stores says that what is deposited is kept although the answer fails: a time-out after storing.
	Stores bool `json:"stores,omitempty"`
	Hangs  bool `json:"hangs,omitempty"` // no answer comes
	// Ack is the acknowledgement of what is deposited: Pending for ever, Error with Reason, or a word that
	// nobody knows.
	Ack    string `json:"ack,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Flow is what the platform keeps.
type Flow struct {
	ID, TrackingID, Name, Syntax, Profile, Rule, Type, Direction string
	Number                                                       string
	Submitted, Updated                                           time.Time
	Ack, Reason, Message                                         string
	Content                                                      []byte
	due                                                          time.Time // when the analysis ends; zero = never
}

// Platform is one.
type Platform struct {
	Options
	mu     sync.Mutex
	flows  []*Flow
	tokens map[string]bool
	next   int
	course map[string]time.Time // number → when its course began
	told   map[string]int       // number → how many steps were told
	calls  map[string]int
	hang   chan struct{}
}

// New makes one, empty.
func New(o Options) *Platform {
	if o.Version == "" {
		o.Version = "1.3"
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Platform{Options: o, tokens: map[string]bool{}, course: map[string]time.Time{}, told: map[string]int{}, calls: map[string]int{}, hang: make(chan struct{})}
}

// Release ends the calls that hang.
func (p *Platform) Release() { close(p.hang) }

// Script adds rules.
func (p *Platform) Script(rules ...Rule) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Rules = append(p.Rules, rules...)
}

// Deposits are the invoices and messages that were handed over and kept.
func (p *Platform) Deposits() (out []Flow) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.flows {
		if f.Direction == "Out" {
			out = append(out, *f)
		}
	}
	return out
}

// Calls is how often something was called.
func (p *Platform) Calls(call string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls[call]
}

// ForgetTokens makes those that were given worthless.
func (p *Platform) ForgetTokens() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.tokens)
}

// rule finds how a call is to be answered.
func (p *Platform) rule(call, name string) Rule {
	p.calls[call]++
	for n := range p.Rules {
		r := &p.Rules[n]
		if r.Call != call || r.Times < 0 || r.Name != "" && !strings.Contains(name, r.Name) {
			continue
		}
		found := *r
		if r.Times > 0 {
			if r.Times--; r.Times == 0 {
				r.Times = -1
			}
		}
		return found
	}
	return Rule{}
}

// ServeHTTP answers the services flow, directory and token, whatever stands before their paths.
func (p *Platform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, "/peppol/"):
		p.peppol(w, r)
	case strings.HasSuffix(path, "/token"):
		p.token(w, r)
	case !p.known(r):
		p.fail(w, http.StatusUnauthorized, "MISSING_TOKEN", "unknown token")
	case strings.HasSuffix(path, "/v1/flows") && r.Method == http.MethodPost:
		p.deposit(w, r)
	case strings.HasSuffix(path, "/v1/flows/search"):
		p.search(w, r)
	case strings.Contains(path, "/v1/flows/"):
		p.flow(w, r, path[strings.LastIndex(path, "/")+1:])
	case strings.HasSuffix(path, "/v1/directory-line/search"):
		p.lines(w, r)
	case strings.Contains(path, "/v1/siret/code-insee:"):
		p.siret(w, r, path[strings.LastIndex(path, "code-insee:")+len("code-insee:"):])
	case strings.Contains(path, "/v1/directory-line/code:"):
		p.line(w, r, path[strings.LastIndex(path, "code:")+len("code:"):])
	case strings.HasSuffix(path, "/v1/healthcheck"):
		w.WriteHeader(http.StatusOK)
	default:
		p.fail(w, http.StatusNotFound, "MISSING_RESOURCE", path)
	}
}

func (p *Platform) known(r *http.Request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
}

func (p *Platform) answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func (p *Platform) fail(w http.ResponseWriter, status int, code, message string) {
	p.answer(w, status, map[string]string{"errorCode": code, "errorMessage": message})
}

// most is how much of a huge answer is sent.
const most = 5 << 20

// misbehave answers as a rule says; false = it says nothing of the answer.
func (p *Platform) misbehave(w http.ResponseWriter, r *http.Request, rule Rule) bool {
	if rule.Hangs {
		select {
		case <-r.Context().Done():
		case <-p.hang:
		}
		return true
	}
	if rule.Status == 0 && rule.Body == "" {
		return false
	}
	if rule.RetryAfter != "" {
		w.Header().Set("Retry-After", rule.RetryAfter)
	}
	status := rule.Status
	if status == 0 {
		status = http.StatusOK
	}
	switch rule.Body {
	case "html":
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "<html><body>Bad gateway</body></html>")
	case "none":
		w.WriteHeader(status)
	case "huge":
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"flowId":"`+strings.Repeat("x", most)+`"}`)
	case "garbage":
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "{")
	case "noFlowId":
		p.answer(w, status, map[string]string{"name": "x"})
	case "slow":
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"flowId":`)
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
		select {
		case <-r.Context().Done():
		case <-p.hang:
		}
	default:
		code := map[int]string{400: "MISSING_REQUIRED_FIELD", 401: "MISSING_TOKEN", 403: "FORBIDDEN_ACCESS", 413: "FILE_SIZE_EXCEEDED", 422: "UNPROCESSABLE_ENTITY", 429: "TOO_MANY_REQUESTS",
			500: "INTERNAL_ERROR", 503: "RESOURCE_ERROR"}[status]
		p.fail(w, status, code, "as the script says")
	}
	return true
}

func (p *Platform) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	rule := p.rule("token", "")
	p.next++
	value := "token-" + strconv.Itoa(p.next)
	p.mu.Unlock()
	if p.misbehave(w, r, rule) {
		return
	}
	if r.FormValue("grant_type") != "client_credentials" || p.ClientID != "" && r.FormValue("client_id") != p.ClientID || p.Secret != "" && r.FormValue("client_secret") != p.Secret {
		p.answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
		return
	}
	p.mu.Lock()
	p.tokens[value] = true
	p.mu.Unlock()
	p.answer(w, http.StatusOK, map[string]any{"access_token": value, "token_type": "Bearer", "expires_in": 3600})
}

const maxDeposit = 100 << 20

// info is the description of a deposit.
type info struct {
	Name       string `json:"name"`
	Syntax     string `json:"flowSyntax"`
	Profile    string `json:"flowProfile"`
	Rule       string `json:"processingRule"`
	TrackingID string `json:"trackingId"`
	SHA256     string `json:"sha256"`
}

func (p *Platform) deposit(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxDeposit)
	var about info
	var content []byte
	if err := r.ParseMultipartForm(maxDeposit); err == nil {
		text := r.FormValue("flowInfo")
		if files := r.MultipartForm.File["flowInfo"]; text == "" && len(files) > 0 {
			if f, err := files[0].Open(); err == nil {
				read, _ := io.ReadAll(f)
				text = string(read)
			}
		}
		_ = json.Unmarshal([]byte(text), &about)
		if f, _, err := r.FormFile("file"); err == nil {
			content, _ = io.ReadAll(f)
		}
	}
	p.mu.Lock()
	rule := p.rule("deposit", about.Name)
	p.mu.Unlock()
	failing := rule.Hangs || rule.Status >= 300 || rule.Body != ""
	if about.Syntax == "" || about.Name == "" && p.Version != "1.1" {
		p.fail(w, http.StatusBadRequest, "MISSING_REQUIRED_FIELD", "flowInfo")
		return
	}
	var f *Flow
	if !failing || rule.Stores {
		f = p.store(about, content, rule)
	}
	if p.misbehave(w, r, rule) {
		return
	}
	p.answer(w, http.StatusAccepted, map[string]any{"flowId": f.ID, "submittedAt": f.Submitted, "name": f.Name, "flowSyntax": f.Syntax, "flowProfile": f.Profile,
		"processingRule": f.Rule, "trackingId": f.TrackingID})
}

// document is what is read of an invoice or of a message about one.
type document struct {
	XMLName xml.Name
	ID      string `xml:"ExchangedDocument>ID"`
	UBL     string `xml:"ID"`
	Report  string `xml:"ReportDocument>Id"`
	About   string `xml:"AcknowledgementDocument>ReferenceReferencedDocument>IssuerAssignedID"`
}

// electronic is the e-invoice of what was handed over: of a Factur-X that in the PDF.
func electronic(syntax string, content []byte) ([]byte, error) {
	if syntax != "Factur-X" {
		return content, nil
	}
	held, err := api.ExtractAttachmentsRaw(bytes.NewReader(content), "", nil, model.NewDefaultConfiguration())
	if err != nil || len(held) == 0 {
		return nil, errors.Join(errNoInvoice, err)
	}
	return io.ReadAll(held[0])
}

var errNoInvoice = errors.New("fakeplatform: no e-invoice in the document")

func (p *Platform) store(about info, content []byte, rule Rule) *Flow {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Now().UTC()
	p.next++
	f := &Flow{ID: "i_" + strconv.Itoa(218000+p.next), TrackingID: about.TrackingID, Name: about.Name, Syntax: about.Syntax, Profile: about.Profile, Rule: about.Rule,
		Type: "CustomerInvoice", Direction: "Out", Submitted: now, Updated: now, Ack: "Pending", Content: content, due: now.Add(p.AckAfter)}
	var d document
	structured, err := electronic(about.Syntax, content)
	if err == nil {
		err = xml.Unmarshal(structured, &d)
	}
	f.Number = cmp.Or(d.ID, d.UBL, d.Report)
	switch about.Syntax {
	case "CDAR":
		f.Type, f.Number = "CustomerInvoiceLC", d.About
	case "FRR":
		f.Type = "AggregatedCustomerTransactionReport"
	}
	sum := sha256.Sum256(content)
	twice := slices.ContainsFunc(p.flows, func(o *Flow) bool {
		return o.Direction == "Out" && o.Type == f.Type && o.Number == f.Number && o.Number != "" && o.Ack != "Error"
	})
	switch {
	case about.SHA256 != "" && about.SHA256 != hex.EncodeToString(sum[:]):
		f.Reason = "ChecksumMismatch"
	case len(content) == 0:
		f.Reason = "EmptyFlow"
	case err != nil:
		f.Reason = "InvalidSchema"
	case twice:
		f.Reason = "AlreadyExistingFlow"
	}
	switch rule.Ack {
	case "":
	case "Pending":
		f.due = time.Time{}
	case "Error":
		f.Reason = rule.Reason
	default: // of a version to come
		f.Ack, f.due = rule.Ack, time.Time{}
	}
	p.flows = append(p.flows, f)
	return f
}

// settle brings everything up to now: analyses end, and courses go on.
func (p *Platform) settle() {
	now := p.Now().UTC()
	for _, f := range slices.Clone(p.flows) {
		if f.Ack == "Pending" && !f.due.IsZero() && !now.Before(f.due) {
			f.Ack, f.Updated = "Ok", now
			if f.Reason != "" {
				f.Ack, f.Message = "Error", "as "+f.Reason+" says"
			}
			if f.Ack == "Ok" && f.Type == "CustomerInvoice" && f.Number != "" {
				p.course[f.Number] = now
			}
			if f.Ack == "Ok" && f.Syntax == "FRR" && p.Reports.Code != 0 {
				p.receive("StateTransactionReportLC", f.Number, message(f.Number, p.Reports, now))
			}
		}
	}
	for number, began := range p.course {
		steps := p.Course
		if p.Refuses != nil {
			if step, ok := p.Refuses(number); ok {
				steps = append(slices.Clone(steps), step)
			}
		}
		at := began
		for n, step := range steps {
			at = at.Add(step.After)
			if n >= p.told[number] && !now.Before(at) {
				p.say(number, step, at)
				p.told[number] = n + 1
			}
		}
	}
}

// Say tells of a status of an invoice, as a message of the life cycle.
func (p *Platform) Say(number string, step Step) *Flow {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.say(number, step, p.Now().UTC())
}

func (p *Platform) say(number string, step Step, at time.Time) *Flow {
	return p.receive("CustomerInvoiceLC", number, message(number, step, at))
}

// Receive keeps something that comes in: of any type, with any content.
func (p *Platform) Receive(kind string, content []byte) *Flow {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.receive(kind, "", content)
}

func (p *Platform) receive(kind, number string, content []byte) *Flow {
	p.next++
	now := p.Now().UTC()
	f := &Flow{ID: "s_" + strconv.Itoa(500000+p.next), Name: "cdar.xml", Syntax: "CDAR", Type: kind, Direction: "In", Number: number, Submitted: now, Updated: now, Ack: "Ok", Content: content}
	p.flows = append(p.flows, f)
	return f
}

// Touch says of a flow that it changed, at an instant.
func (p *Platform) Touch(flowID string, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.flows {
		if f.ID == flowID {
			f.Updated = at
		}
	}
}

func message(number string, step Step, at time.Time) []byte {
	reason := ""
	if step.Reason != "" {
		reason = "<ram:ReasonCode>" + step.Reason + "</ram:ReasonCode><ram:Reason>" + step.Words + "</ram:Reason>"
	}
	stamp := at.Format("20060102150405") + "Z"
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>%[1]s#%[2]d</ram:ID><ram:IssueDateTime><udt:DateTimeString format="205">%[3]s</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:AcknowledgementDocument><ram:TypeCode>23</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="205">%[3]s</udt:DateTimeString></ram:IssueDateTime>
<ram:ReferenceReferencedDocument><ram:IssuerAssignedID>%[1]s</ram:IssuerAssignedID><ram:ProcessConditionCode>%[2]d</ram:ProcessConditionCode>
<ram:SpecifiedDocumentStatus><ram:SequenceNumeric>1</ram:SequenceNumeric>%[4]s</ram:SpecifiedDocumentStatus></ram:ReferenceReferencedDocument></rsm:AcknowledgementDocument>
</rsm:CrossDomainAcknowledgementAndResponse>
`, number, step.Code, stamp, reason)
}
