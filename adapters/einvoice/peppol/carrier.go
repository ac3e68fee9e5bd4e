package peppol

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/einvoice/outward"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

const (
	maxAnswer = 1 << 20
	maxReason = 500
)

// Carrier speaks with access points over HTTP, and looks receivers up.
type Carrier struct {
	http   *http.Client
	lookup *Lookup
	now    func() time.Time
}

var (
	_ einvoicing.Carrier  = (*Carrier)(nil)
	_ einvoicing.Follower = (*Carrier)(nil)
)

// New makes one. The client guards which addresses are called (package outward).
func New(client *http.Client, l *Lookup, now func() time.Time) *Carrier {
	return &Carrier{client, l, now}
}

func trouble(kind einvoicing.TroubleKind, status int, text string) *einvoicing.Trouble {
	text = strings.TrimSpace(text)
	if r := []rune(text); len(r) > maxReason {
		text = string(r[:maxReason])
	}
	return &einvoicing.Trouble{Kind: kind, Status: status, Text: text}
}

// The names of a document and of its process in the network.
const (
	invoiceType = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1"
	creditType  = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1"
	processID   = "cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
	country     = "BE"
)

// Participant is how the network writes an address.
func Participant(a einvoicing.Address) string { return strings.ToLower(a.Scheme + ":" + a.Value) }

func documentType(o einvoicing.Outgoing) string {
	if o.CreditNote {
		return creditType
	}
	return invoiceType
}

// places are what stands for the places of templates.
func places(to einvoicing.Connection, o einvoicing.Outgoing, carrierID string) map[string]string {
	return map[string]string{"sender": Participant(o.Sender), "receiver": Participant(o.Receiver), "docType": documentType(o), "process": processID, "country": country,
		"key": string(o.TrackingID), "id": carrierID, "secret": to.Secret, "fileName": o.FileName, "ubl": string(o.Content), "ublBase64": base64.StdEncoding.EncodeToString(o.Content)}
}

// filled puts values into the places of a template, as written says.
func filled(template string, values map[string]string, written func(string) string) string {
	var pairs []string
	for name, value := range values {
		pairs = append(pairs, "{"+name+"}", written(value))
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

// inJSON is a text within the quotes of JSON.
func inJSON(s string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s) // of a text
	text := strings.TrimSpace(out.String())
	return text[1 : len(text)-1]
}

// call asks one time. handed says that a document goes out: where no answer comes, it may have been taken.
func (c *Carrier) call(ctx context.Context, to einvoicing.Connection, method, address, contentType string, body []byte, handed bool) (status int, answer []byte, err error) {
	sent := false
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent = true }})
	q, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return 0, nil, trouble(einvoicing.TroubleForbidden, 0, err.Error())
	}
	q.Header.Set("Content-Type", contentType)
	q.Header.Set("Accept", "application/json")
	if p := to.Peppol; p.Header != "" {
		q.Header.Set(p.Header, strings.ReplaceAll(p.HeaderValue, "{secret}", to.Secret))
	}
	lost := func(err error) error {
		switch {
		case errors.Is(err, outward.ErrForbidden):
			return trouble(einvoicing.TroubleForbidden, 0, err.Error())
		case handed && sent:
			return trouble(einvoicing.TroubleUnknown, 0, err.Error())
		}
		return trouble(einvoicing.TroubleUnavailable, 0, err.Error())
	}
	reply, err := c.http.Do(q)
	if err != nil {
		return 0, nil, lost(err)
	}
	defer func() { _ = reply.Body.Close() }()
	sent = true
	if answer, err = io.ReadAll(io.LimitReader(reply.Body, maxAnswer+1)); err != nil {
		return 0, nil, lost(err)
	}
	if len(answer) > maxAnswer {
		return 0, nil, trouble(einvoicing.TroubleUnreadable, reply.StatusCode, fmt.Sprintf("more than %d bytes", maxAnswer))
	}
	return reply.StatusCode, answer, c.refused(reply, answer, handed)
}

// refused says what an answer that is no success means; nil = it is one.
func (c *Carrier) refused(reply *http.Response, answer []byte, handed bool) error {
	status := reply.StatusCode
	t := trouble(einvoicing.TroubleRefused, status, fmt.Sprintf("HTTP %d %s", status, answer))
	if seconds, err := strconv.Atoi(reply.Header.Get("Retry-After")); err == nil {
		t.RetryAfter = time.Duration(max(0, seconds)) * time.Second
	}
	switch {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		t.Kind = einvoicing.TroubleDenied
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		t.Kind = einvoicing.TroubleBusy
	case status >= 500 && handed || status == http.StatusRequestTimeout && handed:
		t.Kind = einvoicing.TroubleUnknown
	case status >= 500 || status == http.StatusRequestTimeout:
		t.Kind = einvoicing.TroubleUnavailable
	case status >= 300 && status < 400:
		t.Kind = einvoicing.TroubleForbidden
	default:
		t.Reasons = reasonsOf(status, answer)
	}
	return t
}

// reasonsOf are those of a refusal: a list of errors where there is one.
func reasonsOf(status int, answer []byte) (out []einvoicing.Reason) {
	var said struct {
		Errors []struct {
			Code    string `json:"code"`
			Message string `json:"message"`
			Field   string `json:"field"`
		} `json:"errors"`
	}
	if json.Unmarshal(answer, &said) == nil {
		for _, e := range said.Errors {
			if e.Code+e.Message != "" {
				out = append(out, einvoicing.Reason{Code: e.Code, Text: trouble("", 0, e.Message).Text, Item: e.Field})
			}
		}
	}
	if len(out) == 0 {
		out = []einvoicing.Reason{{Code: strconv.Itoa(status), Text: trouble("", 0, string(answer)).Text}}
	}
	return out
}

// field reads a value of JSON by the names that lead to it.
func field(answer []byte, path string) string {
	var v any
	if path == "" || json.Unmarshal(answer, &v) != nil {
		return ""
	}
	for _, name := range strings.Split(path, ".") {
		object, ok := v.(map[string]any)
		if !ok {
			return ""
		}
		v = object[name]
	}
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// Submit hands an e-invoice over.
func (c *Carrier) Submit(ctx context.Context, to einvoicing.Connection, o einvoicing.Outgoing) (string, error) {
	if o.Syntax != einvoicing.SyntaxUBL {
		return "", trouble(einvoicing.TroubleRefused, 0, "Peppol takes UBL, no "+string(o.Syntax))
	}
	values := places(to, o, "")
	contentType, body := "application/xml", o.Content
	if to.Kind == einvoicing.PeppolJSON {
		contentType, body = "application/json", []byte(filled(to.Peppol.Body, values, inJSON))
	}
	delete(values, "secret") // it stands in the header, never in an address
	_, answer, err := c.call(ctx, to, http.MethodPost, filled(to.Peppol.SubmitURL, values, url.PathEscape), contentType, body, true)
	if err != nil {
		return "", err
	}
	if carrierID := field(answer, to.Peppol.IDField); carrierID != "" {
		return carrierID, nil
	}
	if strings.Contains(to.Peppol.StatusURL, "{id}") {
		return "", trouble(einvoicing.TroubleUnreadable, http.StatusOK, "no "+to.Peppol.IDField+": "+string(answer))
	}
	return string(o.TrackingID), nil
}

// Find asks for what was handed over under our id, where the access point can be asked so. Where it cannot,
// nobody but a person knows.
func (c *Carrier) Find(ctx context.Context, to einvoicing.Connection, trackingID id.ID) ([]einvoicing.Flow, error) {
	if !strings.Contains(to.Peppol.StatusURL, "{key}") {
		return nil, trouble(einvoicing.TroubleUnknown, 0, "the access point cannot be asked for what it was handed")
	}
	f, err := c.Follow(ctx, to, trackingID, "")
	var t *einvoicing.Trouble
	if errors.As(err, &t) && t.Status == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []einvoicing.Flow{f}, nil
}

// Follow says what became of a deposit.
func (c *Carrier) Follow(ctx context.Context, to einvoicing.Connection, trackingID id.ID, carrierID string) (einvoicing.Flow, error) {
	out := einvoicing.Flow{CarrierID: carrierID, TrackingID: string(trackingID), UpdatedAt: c.now().UTC(), Ack: einvoicing.AckOK}
	if to.Peppol.StatusURL == "" {
		return out, nil
	}
	values := map[string]string{"key": string(trackingID), "id": carrierID}
	_, answer, err := c.call(ctx, to, http.MethodGet, filled(to.Peppol.StatusURL, values, url.PathEscape), "application/json", nil, false)
	if err != nil {
		return out, err
	}
	if out.CarrierID == "" {
		out.CarrierID = field(answer, to.Peppol.IDField)
	}
	if out.CarrierID == "" {
		out.CarrierID = string(trackingID)
	}
	state := field(answer, to.Peppol.StateField)
	among := func(list string) bool {
		return slices.ContainsFunc(strings.Split(list, ","), func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), state) })
	}
	out.Raw = answer
	switch {
	case state == "":
		return out, trouble(einvoicing.TroubleUnreadable, http.StatusOK, "no "+to.Peppol.StateField+": "+string(answer))
	case among(to.Peppol.Failed):
		out.Ack, out.Reasons = einvoicing.AckError, []einvoicing.Reason{{Code: state, Text: trouble("", 0, field(answer, to.Peppol.ReasonField)).Text}}
	case among(to.Peppol.Delivered):
		out.Delivered = true
	default:
		out.Ack = einvoicing.AckPending
	}
	return out, nil
}

// Changes are none: deposits are followed one by one.
func (c *Carrier) Changes(context.Context, einvoicing.Connection, time.Time, func([]einvoicing.Flow) error) error {
	return nil
}

// Read reads nothing: the network has no messages of a life cycle.
func (c *Carrier) Read(context.Context, einvoicing.Connection, string) ([]einvoicing.Message, error) {
	return nil, trouble(einvoicing.TroubleUnreadable, 0, "Peppol has no messages of a life cycle")
}

// Test asks for a status of nothing, where there is one to ask for, and for ourselves in the network.
func (c *Carrier) Test(ctx context.Context, to einvoicing.Connection) error {
	if strings.Contains(to.Peppol.StatusURL, "{") {
		_, err := c.Follow(ctx, to, id.New(), "test")
		var t *einvoicing.Trouble
		if errors.As(err, &t) && t.Kind != einvoicing.TroubleRefused && t.Kind != einvoicing.TroubleUnreadable {
			return err
		}
	}
	return c.lookup.test(ctx, to)
}

// Directory are the addresses under which an enterprise can be reached.
func (c *Carrier) Directory(ctx context.Context, to einvoicing.Connection, number string) ([]einvoicing.Line, error) {
	return c.lookup.directory(ctx, to, number)
}

// Line is one address of the network.
func (c *Carrier) Line(ctx context.Context, to einvoicing.Connection, a einvoicing.Address) (einvoicing.Line, bool, error) {
	return c.lookup.line(ctx, to, a)
}

// PublicBody is not known in the network.
func (c *Carrier) PublicBody(context.Context, einvoicing.Connection, string) (einvoicing.PublicRules, bool, error) {
	return einvoicing.PublicRules{}, false, nil
}

// Hook is none: an access point is asked.
func (c *Carrier) Hook(einvoicing.Connection, einvoicing.HookCall) (string, error) {
	return "", einvoicing.ErrHook
}

// belgian are the addresses that an enterprise may have: by its number, and by its VAT number.
func belgian(number string) []einvoicing.Address {
	return []einvoicing.Address{{Scheme: string(party.SchemeEnterprise), Value: number}, {Scheme: string(party.SchemeBelgianVAT), Value: "BE" + number}}
}
