package reminder

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
)

// Words are texts of the catalogues.
type Words func(language, area, key string, params map[string]any) string

// Draft is what a mail says.
type Draft struct{ Subject, Body string }

// languageOf is that in which a client of an operation is written to.
func languageOf(op operation.Operation, c Client) string {
	switch {
	case c.Language == "nl":
		return "nl"
	case op.DSO.Country() == dso.Belgium:
		return "fr-BE"
	}
	return "fr"
}

// text is the words of a level in a language: the operation's own, else those of the product.
func (w Words) text(s Settings, level Level, language string) Text {
	if own, ok := s.own(level, language); ok {
		own.Own = true
		return own
	}
	part := func(name string) string {
		return w(language, "mail", fmt.Sprintf("reminder.%d.%s", level, name), nil)
	}
	return Text{Level: level, Language: language, Subject: part("subject"), Body: part("text")}
}

// write puts the mail into words: the invoices one by one, each with where to pay it.
func (w Words) write(op operation.Operation, s Settings, m Mail, language string, today civil.Date) Draft {
	say := func(key string, params map[string]any) string { return w(language, "mail", "reminder."+key, params) }
	euro := func(c money.Cents) string { return say("euro", map[string]any{"amount": c.String()}) }
	var list []string
	for _, d := range m.Debts {
		line := "– " + say("invoice", map[string]any{"number": d.Number, "issuer": d.IssuerName, "issued": d.IssuedOn.String(), "due": d.DueDate.String(), "days": d.DaysLate(today), "open": euro(d.Open())})
		if d.IBAN != "" {
			line += "\n   " + say("account", map[string]any{"iban": grouped(string(d.IBAN)), "holder": cmp.Or(d.Holder, d.IssuerName), "reference": cmp.Or(d.Reference, d.Number)})
		}
		list = append(list, line)
	}
	values := map[string]string{"client": m.Client.Name, "operation": op.Name, "pmo": cmp.Or(op.Interlocutor.LegalName, op.Name), "amount": euro(m.Open()), "invoices": strings.Join(list, "\n")}
	t := w.text(s, m.Level, language)
	return Draft{Subject: fill(t.Subject, values), Body: fill(t.Body, values)}
}

// grouped writes an account number by four characters, as it is printed.
func grouped(iban string) string {
	var b strings.Builder
	for n, letter := range iban {
		if n > 0 && n%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(letter)
	}
	return b.String()
}
