// Package letter lays a mail out: one frame for all that the product writes, in the colours of the
// operation that it is about. The text stays beside it for readers without HTML.
package letter

import (
	"html"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
)

// Frame is what stands around the words.
type Frame struct {
	Language string // of the words, as HTML names it
	Sender   string // in the head: the operation, or the product
	Open     string // on the button of a link
	Theme    operation.Theme
	Logo     []byte // PNG; nil = none
}

// logoID is what the page calls the logo, which goes with the message: a link would end before the
// mail is read again.
const logoID = "logo"

// Lay gives a message with a text its layout: paragraphs stay paragraphs, and a line that is a link
// alone becomes a button with the address below, so that it can be read and copied.
func Lay(m mail.Message, f Frame) mail.Message {
	theme := f.Theme.Readable()
	var b strings.Builder
	put := func(parts ...string) {
		for _, part := range parts {
			b.WriteString(part)
		}
	}
	put(`<!doctype html><html lang="`, html.EscapeString(f.Language), `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>`,
		html.EscapeString(m.Subject), `</title></head><body style="margin:0;background:#f5f6fa;color:#10162b;font:16px/1.5 Inter,Helvetica,Arial,sans-serif">`,
		`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">`,
		`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e3e6ee;border-radius:10px">`,
		logoRow(f), `<tr><td style="padding:16px 24px;background:`, theme.Primary, `;color:`, operation.InkOn(theme.Primary), `;border-bottom:4px solid `, theme.Secondary,
		`;border-radius:10px 10px 0 0;font-weight:bold">`, html.EscapeString(f.Sender), `</td></tr><tr><td style="padding:24px">`)
	for _, paragraph := range strings.Split(strings.TrimSpace(m.Text), "\n\n") {
		var words []string
		flush := func() {
			if len(words) > 0 {
				put(`<p style="margin:0 0 16px">`, strings.Join(words, "<br>"), `</p>`)
				words = nil
			}
		}
		for line := range strings.SplitSeq(paragraph, "\n") {
			if !isLink(line) {
				words = append(words, html.EscapeString(line))
				continue
			}
			flush()
			to := html.EscapeString(line)
			put(`<p style="margin:0 0 16px"><a href="`, to, `" style="display:inline-block;padding:12px 20px;border-radius:8px;background:`, theme.Primary, `;color:`,
				operation.InkOn(theme.Primary), `;text-decoration:none;font-weight:bold">`, html.EscapeString(f.Open),
				`</a><br><span style="font-size:13px;color:#525a73;word-break:break-all">`, to, `</span></p>`)
		}
		flush()
	}
	put(`</td></tr></table></td></tr></table></body></html>`)
	if len(f.Logo) > 0 {
		m.Attachments = append(slices.Clone(m.Attachments), mail.Attachment{Name: "logo.png", ContentType: "image/png", Content: f.Logo, ContentID: logoID})
	}
	m.HTML = b.String()
	return m
}

// logoRow is the picture above the head, on white; its words are those of the head.
func logoRow(f Frame) string {
	if len(f.Logo) == 0 {
		return ""
	}
	return `<tr><td style="padding:16px 24px"><img src="cid:` + logoID + `" alt="" height="40" style="display:block;height:40px;max-width:240px;object-fit:contain;object-position:left"></td></tr>`
}

// isLink reports whether a line is an address of ours and nothing else.
func isLink(line string) bool {
	return (strings.HasPrefix(line, "https://") || strings.HasPrefix(line, "http://")) && !strings.ContainsAny(line, " \t\u00a0")
}
