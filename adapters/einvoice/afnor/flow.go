package afnor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/einvoice/cdar"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
)

// flowInfo describes a deposit.
type flowInfo struct {
	Name       string `json:"name,omitempty"`
	Syntax     string `json:"flowSyntax"`
	Profile    string `json:"flowProfile,omitempty"`
	Rule       string `json:"processingRule,omitempty"`
	TrackingID string `json:"trackingId"`
	SHA256     string `json:"sha256"`
}

const profile = "CIUS" // EN 16931

// syntaxes are the words of the norm.
var syntaxes = map[einvoicing.Syntax]string{einvoicing.SyntaxCII: "CII", einvoicing.SyntaxUBL: "UBL", einvoicing.SyntaxFacturX: "Factur-X", einvoicing.SyntaxCDAR: "CDAR", einvoicing.SyntaxFRR: "FRR"}

// Submit hands a file over. The answer says that it was received, not that it is good.
func (c *Carrier) Submit(ctx context.Context, to einvoicing.Connection, o einvoicing.Outgoing) (string, error) {
	info := flowInfo{Name: o.FileName, Syntax: syntaxes[o.Syntax], Rule: o.Rule, TrackingID: string(o.TrackingID), SHA256: o.SHA256}
	if info.Syntax == "" {
		return "", trouble(einvoicing.TroubleRefused, 0, "no platform takes "+string(o.Syntax))
	}
	if o.Syntax != einvoicing.SyntaxCDAR && o.Syntax != einvoicing.SyntaxFRR {
		info.Profile = profile
	}
	body, contentType := deposit(info, to.InfoType, o)
	a, err := c.do(ctx, to, request{method: http.MethodPost, address: to.FlowURL + "/v1/flows", content: body, contentType: contentType, accept: "application/json", most: maxAnswer, deposit: true})
	if err != nil {
		return "", err
	}
	var taken struct {
		FlowID string `json:"flowId"`
	}
	if err := read(a, &taken); err != nil {
		return "", err
	}
	if taken.FlowID == "" {
		return "", trouble(einvoicing.TroubleUnreadable, a.status, "no flowId: "+string(a.body))
	}
	return taken.FlowID, nil
}

// deposit writes the two parts.
func deposit(info flowInfo, as einvoicing.InfoType, o einvoicing.Outgoing) (body []byte, contentType string) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	header := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="flowInfo"`}, "Content-Type": {"application/json"}}
	if as == einvoicing.InfoText {
		header.Set("Content-Type", "text/plain")
	}
	part, _ := w.CreatePart(header) // into memory
	_, _ = part.Write(toJSON(info))
	part, _ = w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename=%q`, o.FileName)}, "Content-Type": {o.ContentType}})
	_, _ = part.Write(o.Content)
	_ = w.Close()
	return out.Bytes(), w.FormDataContentType()
}

// flow is what a platform shows of one.
type flow struct {
	FlowID     string    `json:"flowId"`
	TrackingID string    `json:"trackingId"`
	Syntax     string    `json:"flowSyntax"`
	Type       string    `json:"flowType"`
	Direction  string    `json:"flowDirection"`
	Submitted  time.Time `json:"submittedAt"`
	Updated    time.Time `json:"updatedAt"`
	Ack        *struct {
		Status  string `json:"status"`
		Details []struct {
			Level   string `json:"level"`
			Item    string `json:"item"`
			Code    string `json:"reasonCode"`
			Message string `json:"reasonMessage"`
		} `json:"details"`
	} `json:"acknowledgement"`
}

// lifeCycle ends the types of flows that carry a message of the life cycle.
const lifeCycle = "LC"

// toCore says it in the words of core.
func (f flow) toCore(raw []byte) einvoicing.Flow {
	out := einvoicing.Flow{CarrierID: f.FlowID, TrackingID: f.TrackingID, UpdatedAt: f.Updated.UTC(), Raw: raw}
	if f.Updated.IsZero() {
		out.UpdatedAt = f.Submitted.UTC()
	}
	out.Message = strings.HasSuffix(f.Type, lifeCycle) && f.Direction != "Out"
	if f.Ack == nil {
		return out
	}
	switch f.Ack.Status {
	case "Pending":
		out.Ack = einvoicing.AckPending
	case "Ok":
		out.Ack = einvoicing.AckOK
	case "Error":
		out.Ack = einvoicing.AckError
	}
	for _, d := range f.Ack.Details {
		if d.Level != "Warning" {
			out.Reasons = append(out.Reasons, einvoicing.Reason{Code: d.Code, Text: clip(d.Message), Item: d.Item})
		}
	}
	return out
}

// where chooses flows.
type where struct {
	UpdatedAfter string `json:"updatedAfter,omitempty"`
	TrackingID   string `json:"trackingId,omitempty"`
}

// found is a page of flows.
type found struct {
	Limit   int               `json:"limit"` // that the platform kept to; 0 = not said
	Cursor  string            `json:"nextCursor"`
	Results []json.RawMessage `json:"results"`
}

func (f found) flows() ([]einvoicing.Flow, error) {
	out := make([]einvoicing.Flow, 0, len(f.Results))
	for _, raw := range f.Results {
		var one flow
		if err := json.Unmarshal(raw, &one); err != nil || one.FlowID == "" {
			return nil, trouble(einvoicing.TroubleUnreadable, http.StatusOK, "no flow: "+string(raw))
		}
		out = append(out, one.toCore(raw))
	}
	return out, nil
}

const (
	pageOf   = 100
	maxPages = 1000
)

func (c *Carrier) search(ctx context.Context, to einvoicing.Connection, w where, limit int, cursor string) (found, error) {
	question := map[string]any{"limit": limit, "where": w}
	if cursor != "" {
		question["cursor"] = cursor
	}
	a, err := c.do(ctx, to, request{method: http.MethodPost, address: to.FlowURL + "/v1/flows/search", content: toJSON(question), contentType: "application/json",
		accept: "application/json", most: maxAnswer}, http.StatusNoContent)
	var out found
	if err != nil || a.status == http.StatusNoContent {
		return out, err
	}
	return out, read(a, &out)
}

// Find looks for what was handed over under an id of ours.
func (c *Carrier) Find(ctx context.Context, to einvoicing.Connection, trackingID id.ID) ([]einvoicing.Flow, error) {
	page, err := c.search(ctx, to, where{TrackingID: string(trackingID)}, pageOf, "")
	if err != nil {
		return nil, err
	}
	flows, err := page.flows()
	// A platform that does not know the condition answers all that it has.
	return slices.DeleteFunc(flows, func(f einvoicing.Flow) bool { return f.TrackingID != string(trackingID) }), err
}

const instants = "2006-01-02T15:04:05.000000Z"

// Changes are what changed after an instant. Version 1.3 goes on by a cursor. Before, it goes on from the
// latest change met, strictly after it: since two may have one instant it goes back a second, and only
// where a whole page brings nothing new it leaves that instant behind.
func (c *Carrier) Changes(ctx context.Context, to einvoicing.Connection, after time.Time, page func([]einvoicing.Flow) error) error {
	cursor, met := "", map[string]bool{}
	for range maxPages {
		p, err := c.search(ctx, to, where{UpdatedAfter: after.UTC().Format(instants)}, pageOf, cursor)
		if err != nil {
			return err
		}
		flows, err := p.flows()
		if err != nil {
			return err
		}
		if len(flows) > 0 {
			if err := page(flows); err != nil {
				return err
			}
		}
		if p.Cursor != "" {
			if p.Cursor == cursor {
				return trouble(einvoicing.TroubleUnreadable, http.StatusOK, "the same cursor again")
			}
			cursor = p.Cursor
			continue
		}
		full := pageOf
		if p.Limit > 0 {
			full = min(p.Limit, pageOf)
		}
		if cursor != "" || to.Settings.Version == einvoicing.V13 || len(flows) < full {
			return nil
		}
		next, latest := false, after
		for _, f := range flows {
			key := f.CarrierID + f.UpdatedAt.String()
			next, met[key] = next || !met[key], true
			if f.UpdatedAt.After(latest) {
				latest = f.UpdatedAt
			}
		}
		back := latest.Add(-time.Second)
		if !next || !back.After(after) {
			if back = latest.Add(-time.Millisecond); !next || !back.After(after) {
				back = latest
			}
		}
		if !back.After(after) {
			return nil
		}
		after = back
	}
	return trouble(einvoicing.TroubleUnreadable, http.StatusOK, fmt.Sprintf("more than %d pages", maxPages))
}

// Read reads a message of the life cycle.
func (c *Carrier) Read(ctx context.Context, to einvoicing.Connection, carrierID string) ([]einvoicing.Message, error) {
	a, err := c.do(ctx, to, request{method: http.MethodGet, address: to.FlowURL + "/v1/flows/" + url.PathEscape(carrierID) + "?docType=Original", accept: "*/*", most: maxFile}, http.StatusNotFound)
	if err != nil {
		return nil, err
	}
	if a.status == http.StatusNotFound {
		return nil, trouble(einvoicing.TroubleUnreadable, a.status, "it is not there")
	}
	messages, err := cdar.Parse(a.body)
	if err != nil {
		return nil, trouble(einvoicing.TroubleUnreadable, a.status, err.Error())
	}
	return messages, nil
}

// Test asks for what changed in the last hour, and for ourselves in the directory: what a connection needs
// to work is then seen.
func (c *Carrier) Test(ctx context.Context, to einvoicing.Connection) error {
	if _, err := c.search(ctx, to, where{UpdatedAfter: c.now().Add(-time.Hour).UTC().Format(instants)}, 1, ""); err != nil {
		return err
	}
	if to.DirectoryURL == "" {
		return nil
	}
	_, err := c.Directory(ctx, to, to.Seller)
	return err
}
