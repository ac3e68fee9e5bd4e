package output

import (
	"fmt"
	"io"

	"github.com/openpmo/pmo/sdk/go/pmo"
)

// Progress tells how far work is: on a terminal on one line that changes, else
// nothing until the end, so that logs stay short.
type Progress struct {
	w        io.Writer
	what     string
	terminal bool
	last     string
}

// NewProgress tells about what ("import", "run") on w.
func NewProgress(w io.Writer, terminal bool, what string) *Progress {
	return &Progress{w: w, terminal: terminal, what: what}
}

// Each takes the state after a poll.
func (p *Progress) Each(status pmo.JobStatus, n pmo.Progress) {
	text := fmt.Sprintf("%s: %d of %d", p.what, n.Success+n.Failure, n.Total)
	if n.Failure > 0 {
		text += fmt.Sprintf(", %d failed", n.Failure)
	}
	if text == p.last || !p.terminal {
		p.last = text
		return
	}
	p.last = text
	_, _ = fmt.Fprintf(p.w, "\r\x1b[K%s", text)
}

// End leaves the line.
func (p *Progress) End() {
	if p.terminal && p.last != "" {
		_, _ = fmt.Fprint(p.w, "\r\x1b[K")
	}
}
