package cdar

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
)

// percent writes a rate with its two decimals.
func percent(rate int) string { return fmt.Sprintf("%d.%02d", rate/100, rate%100) }

// ErrNone is a text that is no message of the life cycle.
var ErrNone = errors.New("no message of the life cycle")

// received is what is read of a message: names without their spaces, so that a platform may call these as
// it likes.
type received struct {
	XMLName  xml.Name
	Document struct {
		Issued string `xml:"IssueDateTime>DateTimeString"`
	} `xml:"ExchangedDocument"`
	Answers []struct {
		Issued     string `xml:"IssueDateTime>DateTimeString"`
		References []struct {
			Number   string `xml:"IssuerAssignedID"`
			Code     string `xml:"ProcessConditionCode"`
			Statuses []struct {
				Code   string   `xml:"ReasonCode"`
				Texts  []string `xml:"Reason"`
				Action string   `xml:"RequestedActionCode"`
				Notes  []string `xml:"IncludedNote>Content"`
			} `xml:"SpecifiedDocumentStatus"`
		} `xml:"ReferenceReferencedDocument"`
	} `xml:"AcknowledgementDocument"`
}

const (
	mostReasons = 50
	mostText    = 1000
)

// Parse reads a file of messages: one for each document that it refers to. The status is the process
// condition; what StatusCode says besides is not looked at.
func Parse(content []byte) ([]einvoicing.Message, error) {
	var m received
	if err := xml.NewDecoder(bytes.NewReader(content)).Decode(&m); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if m.XMLName.Local != "CrossDomainAcknowledgementAndResponse" {
		return nil, fmt.Errorf("%w: it begins with %q", ErrNone, m.XMLName.Local)
	}
	var out []einvoicing.Message
	for _, a := range m.Answers {
		at, err := parseInstant(a.Issued)
		if err != nil {
			if at, err = parseInstant(m.Document.Issued); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrNone, err)
			}
		}
		for _, r := range a.References {
			code, err := strconv.Atoi(strings.TrimSpace(r.Code))
			number := strings.TrimSpace(r.Number)
			if err != nil || number == "" {
				return nil, fmt.Errorf("%w: status %q of document %q", ErrNone, r.Code, number)
			}
			one := einvoicing.Message{Number: number, Status: einvoicing.Status{Code: code, At: at}}
			for _, s := range r.Statuses {
				words := strings.TrimSpace(strings.Join(append(s.Texts, s.Notes...), " "))
				if s.Code == "" && words == "" || len(one.Status.Reasons) == mostReasons {
					continue
				}
				one.Status.Reasons = append(one.Status.Reasons, einvoicing.Reason{Code: strings.TrimSpace(s.Code), Text: clip(words), Item: strings.TrimSpace(s.Action)})
			}
			out = append(out, one)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: it refers to no document", ErrNone)
	}
	return out, nil
}

func clip(s string) string {
	if runes := []rune(s); len(runes) > mostText {
		return string(runes[:mostText])
	}
	return s
}

// parseInstant reads the forms of instants; without a zone they are of the French clock.
func parseInstant(s string) (time.Time, error) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{"20060102150405Z07:00", "20060102150405-0700", time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	for _, layout := range []string{"20060102150405", "200601021504", "20060102"} {
		if t, err := time.ParseInLocation(layout, s, civil.Paris.Location()); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no instant", s)
}
