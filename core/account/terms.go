package account

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Terms are one version of the terms of use. Published ones never change: what
// somebody accepted stays readable.
type Terms struct {
	Version     string // as in 2026-11
	PublishedOn civil.Date
	Text        map[Language]string // paragraphs; a line that begins with "# " is a heading
}

// TextIn is the text in a language, French when there is none.
func (t Terms) TextIn(l Language) string {
	if text, ok := t.Text[l]; ok {
		return text
	}
	return t.Text[French]
}

// Acceptance is the consent of one person to one version.
type Acceptance struct {
	UserID     id.ID
	Version    string
	AcceptedAt time.Time
}
