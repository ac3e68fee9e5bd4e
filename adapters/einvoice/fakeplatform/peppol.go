package fakeplatform

import (
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// peppol plays an access point of Peppol: POST /peppol/send takes {"sender", "receiver", "document"} with
// the e-invoice as base64, POST /peppol/raw/{sender}/{receiver}/{key} the e-invoice itself, and GET
// /peppol/status/{id or key} says what became of it. Rules are of the calls peppol and peppolStatus.
func (p *Platform) peppol(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if p.Secret != "" && !strings.HasSuffix(r.Header.Get("Authorization"), p.Secret) && r.Header.Get("X-Token") != p.Secret {
		p.fail(w, http.StatusUnauthorized, "MISSING_TOKEN", "unknown key")
		return
	}
	if len(parts) == 3 && parts[1] == "status" {
		p.peppolStatus(w, r, parts[2])
		return
	}
	body, _ := io.ReadAll(http.MaxBytesReader(w, r.Body, maxDeposit))
	about := info{Name: "invoice.xml", Syntax: "UBL", Profile: "CIUS"}
	var receiver string
	if parts[1] == "send" {
		var sent struct{ Sender, Receiver, Document, Key string }
		_ = json.Unmarshal(body, &sent)
		body, _ = base64.StdEncoding.DecodeString(sent.Document)
		receiver, about.TrackingID = sent.Receiver, sent.Key
	} else if len(parts) > 4 {
		receiver, about.TrackingID = parts[3], parts[4]
	}
	p.mu.Lock()
	rule := p.rule("peppol", receiver)
	p.mu.Unlock()
	var f *Flow
	if failing := rule.Hangs || rule.Status >= 300 || rule.Body != ""; !failing || rule.Stores {
		f = p.store(about, body, rule)
	}
	if rule.Status == http.StatusUnprocessableEntity {
		p.answer(w, rule.Status, map[string]any{"errors": []map[string]string{{"code": "PEPPOL-R003", "message": "no reference", "field": "BT-10"}, {"code": "PEPPOL-R010", "message": "no address"}}})
		return
	}
	if p.misbehave(w, r, rule) {
		return
	}
	if err := xml.Unmarshal(body, new(document)); err != nil {
		p.fail(w, http.StatusBadRequest, "INVALID", "no XML")
		return
	}
	p.answer(w, http.StatusOK, map[string]any{"data": map[string]string{"id": f.ID}})
}

func (p *Platform) peppolStatus(w http.ResponseWriter, r *http.Request, name string) {
	p.mu.Lock()
	rule := p.rule("peppolStatus", name)
	p.settle()
	var found *Flow
	for _, f := range p.flows {
		if f.ID == name || f.TrackingID == name {
			found = f
		}
	}
	p.mu.Unlock()
	switch {
	case p.misbehave(w, r, rule):
	case found == nil:
		p.fail(w, http.StatusNotFound, "MISSING_RESOURCE", name)
	default:
		state, reason := "sending", ""
		switch found.Ack {
		case "Ok":
			state = "sent"
			if p.Arrival != "" {
				state = p.Arrival
			}
		case "Error":
			state, reason = "failed", found.Message
		}
		p.answer(w, http.StatusOK, map[string]any{"data": map[string]string{"id": found.ID}, "status": state, "reason": reason, "tries": strconv.Itoa(1)})
	}
}
