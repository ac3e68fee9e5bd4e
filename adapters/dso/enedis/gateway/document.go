package gateway

import (
	"bytes"
	"encoding/json"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/pull"
)

// A document is one JSON value a line: first how the answers are to be read, then one
// line for each question.

// Format is the name in the contract.
const Format = "ENEDIS_API"

const version = 1

// marker begins every document, so that it is known by its first bytes.
const marker = `{"format":"` + Format + `"`

// heading is the first line.
type heading struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Labels  string `json:"labels"`
	Clock   string `json:"clock"`
	Fields  Fields `json:"fields"`
}

// Why a question has no answer.
const (
	refusedConsent = "noConsent"
	refusedNoData  = "noData"
	refusedOther   = "refused"
)

// line is one question with its answer, or why there is none.
type line struct {
	Site    string          `json:"site"`
	Nature  string          `json:"nature"`
	Start   civil.Date      `json:"start"`
	End     civil.Date      `json:"end"` // excluded
	Reply   json.RawMessage `json:"reply,omitempty"`
	Refused string          `json:"refused,omitempty"`
	Reason  string          `json:"reason,omitempty"`
}

type document struct {
	text bytes.Buffer
	out  *json.Encoder
}

func newDocument(s Settings) *document {
	d := &document{}
	d.out = json.NewEncoder(&d.text)
	d.out.SetEscapeHTML(false)
	_ = d.out.Encode(heading{Format, version, s.Labels, s.Clock, s.Fields}) // a buffer takes everything
	return d
}

// add writes a line; answers lose the spaces between their parts, nothing else.
func (d *document) add(l line) error {
	if err := d.out.Encode(l); err != nil {
		return pull.ErrSourceUnreadable.With("reason", clip(err.Error()))
	}
	return nil
}
