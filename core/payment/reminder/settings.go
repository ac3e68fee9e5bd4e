package reminder

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Level is how often a client was written to about an invoice: 1, 2, 3.
type Level int

// Levels is how many there are.
const Levels = 3

// Bounds.
const (
	maxDays     = 365
	mostSubject = 200
	mostBody    = 5_000
)

// Languages are those in which texts are kept.
var Languages = []string{"fr", "fr-BE", "nl"}

// Settings is when clients of an operation are reminded, and in which words.
type Settings struct {
	OperationID id.ID
	Enabled     bool        // each day, without anybody's doing
	Days        [Levels]int // after the due date
	Texts       []Text      // of the operation's own, by level and language
	Version     int         // 0 = never set
}

// Text is the words of a level in a language.
type Text struct {
	Level         Level
	Language      string
	Subject, Body string
	Own           bool // the operation's; else those of the product
}

// Defaults are the settings of an operation that never chose: nobody is reminded.
func Defaults(operationID id.ID) Settings {
	return Settings{OperationID: operationID, Days: [Levels]int{7, 21, 45}}
}

// own is the operation's text of a level and language.
func (s Settings) own(level Level, language string) (Text, bool) {
	n := slices.IndexFunc(s.Texts, func(t Text) bool { return t.Level == level && t.Language == language })
	if n < 0 {
		return Text{}, false
	}
	return s.Texts[n], true
}

// placeholder is a place in a text that is filled.
var placeholder = regexp.MustCompile(`%\{(\w*)\}`)

// listPlace is the place of the list of invoices, which every body has.
const listPlace = "%{invoices}"

// Placeholders are what texts may name: who writes about what to whom, what is open in all, and the
// list of the invoices with where to pay.
var Placeholders = []string{"client", "operation", "pmo", "amount", "invoices"}

// Check says everything that is wrong, as items of reminder.invalid.
func (s Settings) Check() error {
	var wrong fault.List
	for n, days := range s.Days {
		least := n + 1
		if n > 0 {
			least = max(least, s.Days[n-1]+1)
		}
		if days < least || days > maxDays {
			wrong.Add(ErrDays.With("min", least).With("max", maxDays).At(fmt.Sprintf("days[%d]", n)))
		}
	}
	for n, t := range s.Texts {
		at := fmt.Sprintf("texts[%d].", n)
		for _, f := range []struct {
			name, text string
			most       int
		}{{"subject", t.Subject, mostSubject}, {"body", t.Body, mostBody}} {
			switch {
			case f.text == "":
				wrong.Add(fault.FieldRequired.At(at + f.name))
			case utf8.RuneCountInString(f.text) > f.most:
				wrong.Add(fault.FieldTooLong.With("max", f.most).At(at + f.name))
			}
			for _, hole := range placeholder.FindAllStringSubmatch(f.text, -1) {
				if !slices.Contains(Placeholders, hole[1]) || f.name == "subject" && hole[1] == "invoices" {
					wrong.Add(ErrPlaceholder.With("value", hole[0]).With("known", Placeholders).At(at + f.name))
				}
			}
		}
		if strings.ContainsAny(t.Subject, "\r\n") {
			wrong.Add(ErrLines.At(at + "subject"))
		}
		if t.Body != "" && !strings.Contains(t.Body, listPlace) {
			wrong.Add(ErrNoInvoices.With("value", listPlace).At(at + "body"))
		}
		if slices.ContainsFunc(s.Texts[:n], func(o Text) bool { return o.Level == t.Level && o.Language == t.Language }) {
			wrong.Add(ErrTextTwice.At(at + "language"))
		}
	}
	return wrong.Err(ErrInvalid)
}

// tidy takes spaces around the words away, and line ends of other systems.
func (t Text) tidy() Text {
	t.Subject, t.Body = strings.TrimSpace(t.Subject), strings.TrimSpace(strings.ReplaceAll(t.Body, "\r\n", "\n"))
	return t
}

// fill puts values in the places of a text; what a value says is not looked into.
func fill(text string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(text, func(hole string) string {
		if value, ok := values[hole[2:len(hole)-1]]; ok {
			return value
		}
		return hole
	})
}
