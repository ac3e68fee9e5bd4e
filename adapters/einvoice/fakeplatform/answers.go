package fakeplatform

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (f *Flow) shown() map[string]any {
	ack := map[string]any{"status": f.Ack}
	if f.Ack == "Error" {
		ack["details"] = []map[string]string{{"level": "Warning", "reasonCode": "Remark", "reasonMessage": "only a remark"},
			{"level": "Error", "item": "BT-49", "reasonCode": f.Reason, "reasonMessage": f.Message}}
	}
	return map[string]any{"flowId": f.ID, "trackingId": f.TrackingID, "name": f.Name, "flowSyntax": f.Syntax, "flowProfile": f.Profile, "processingRule": f.Rule,
		"processingRuleSource": "Input", "flowType": f.Type, "flowDirection": f.Direction, "submittedAt": f.Submitted, "updatedAt": f.Updated, "acknowledgement": ack}
}

// search answers by pages: with a cursor in 1.3, before that by whoever asks again from an instant on.
func (p *Platform) search(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Limit  int    `json:"limit"`
		Cursor string `json:"cursor"`
		Where  struct {
			UpdatedAfter time.Time `json:"updatedAfter"`
			TrackingID   string    `json:"trackingId"`
		} `json:"where"`
	}
	p.mu.Lock()
	rule := p.rule("search", "")
	p.mu.Unlock()
	if p.misbehave(w, r, rule) {
		return
	}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || q.Where.UpdatedAfter.IsZero() && q.Where.TrackingID == "" {
		p.fail(w, http.StatusBadRequest, "MISSING_REQUIRED_FIELD", "where")
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	var found []*Flow
	for _, f := range p.flows {
		if (q.Where.TrackingID == "" || f.TrackingID == q.Where.TrackingID) && (q.Where.UpdatedAfter.IsZero() || f.Updated.After(q.Where.UpdatedAfter)) {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b *Flow) int { return cmp.Or(a.Updated.Compare(b.Updated), cmp.Compare(a.ID, b.ID)) })
	limit := cmp.Or(q.Limit, 25)
	if p.PageOf > 0 {
		limit = min(limit, p.PageOf)
	}
	from, _ := strconv.Atoi(q.Cursor)
	from = min(from, len(found))
	page := found[from:min(from+limit, len(found))]
	out := map[string]any{"limit": limit, "filters": map[string]any{}}
	if p.Version == "1.3" && from+limit < len(found) {
		out["nextCursor"] = strconv.Itoa(from + limit)
	}
	results := make([]any, len(page))
	for n, f := range page {
		results[n] = f.shown()
	}
	out["results"] = results
	p.answer(w, http.StatusOK, out)
}

func (p *Platform) flow(w http.ResponseWriter, r *http.Request, flowID string) {
	p.mu.Lock()
	rule := p.rule("flow", "")
	p.mu.Unlock()
	if p.misbehave(w, r, rule) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settle()
	at := slices.IndexFunc(p.flows, func(f *Flow) bool { return f.ID == flowID })
	if at < 0 {
		p.fail(w, http.StatusNotFound, "MISSING_RESOURCE", flowID)
		return
	}
	if f := p.flows[at]; r.URL.Query().Get("docType") == "Original" {
		w.Header().Set("Content-Type", "application/xml")
		_, _ = w.Write(f.Content)
		return
	}
	p.answer(w, http.StatusOK, p.flows[at].shown())
}

// list is the lines of a legal person.
func (p *Platform) list(siren string) []Line {
	if p.Listed != nil {
		return p.Listed[siren]
	}
	return []Line{{Address: siren, Type: "WK", Status: "Enabled", Siren: siren, Unit: &Unit{Name: "SOCIÉTÉ " + siren}}}
}

func (p *Platform) lines(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Filters struct {
			Siren struct {
				Value string `json:"value"`
			} `json:"siren"`
		} `json:"filters"`
		Limit  int `json:"limit"`
		Ignore int `json:"ignore"`
	}
	_ = json.NewDecoder(r.Body).Decode(&q)
	p.mu.Lock()
	rule := p.rule("directory", "")
	found := p.list(q.Filters.Siren.Value)
	p.mu.Unlock()
	if p.misbehave(w, r, rule) {
		return
	}
	if len(found) == 0 && p.Version != "1.3" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	from := min(q.Ignore, len(found))
	page := found[from:min(from+cmp.Or(q.Limit, 50), len(found))]
	status := http.StatusOK
	if p.Version != "1.3" && len(page) < len(found) {
		status = http.StatusPartialContent
	}
	p.answer(w, status, map[string]any{"search": map[string]any{}, "totalNumberOfResults": -1, "results": page})
}

func (p *Platform) line(w http.ResponseWriter, r *http.Request, address string) {
	siren, _, _ := strings.Cut(address, "_")
	p.mu.Lock()
	rule := p.rule("directory", "")
	found := p.list(siren)
	p.mu.Unlock()
	if p.misbehave(w, r, rule) {
		return
	}
	for _, l := range found {
		if l.Address == address {
			p.answer(w, http.StatusOK, l)
			return
		}
	}
	p.fail(w, http.StatusNotFound, "MISSING_RESOURCE", address)
}

func (p *Platform) siret(w http.ResponseWriter, r *http.Request, number string) {
	p.mu.Lock()
	rule := p.rule("directory", "")
	wants, known := p.Public[number]
	p.mu.Unlock()
	if p.misbehave(w, r, rule) {
		return
	}
	if !known {
		p.fail(w, http.StatusNotFound, "MISSING_RESOURCE", number)
		return
	}
	p.answer(w, http.StatusOK, map[string]any{"siret": number, "b2gAdditionalData": wants})
}
