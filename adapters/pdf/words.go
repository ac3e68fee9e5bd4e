package pdf

import (
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// words speaks the language of a document.
type words struct {
	language string // of the catalogue: fr, fr-BE or nl
	country  string
}

func wordsOf(d billing.Document) words {
	if d.Language == "fr" && d.Country == string(dso.Belgium) {
		return words{"fr-BE", d.Country}
	}
	return words{d.Language, d.Country}
}

// tag is the language for a reader that speaks the text.
func (w words) tag() string {
	if strings.Contains(w.language, "-") || w.country == "" {
		return w.language
	}
	return w.language + "-" + w.country
}

// say is the text of a key of the area invoice; pairs are names and their values.
func (w words) say(key string, pairs ...string) string {
	params := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		params[pairs[i]] = pairs[i+1]
	}
	return catalogues.Text(w.language, "invoice", key, params)
}

// method is the name of a payment method, the same as on the screens.
func (w words) method(m billing.PaymentMethod) string {
	return catalogues.Text(w.language, "enums", "PaymentMethod."+string(m), nil)
}

// identifiers are the numbers that a party is known by. A Belgian VAT number holds the
// enterprise number, which is then not printed twice.
func (w words) identifiers(p billing.DocumentParty) []string {
	var out []string
	if p.LegalNumber != "" && p.TaxID != "BE"+p.LegalNumber {
		switch len(p.LegalNumber) {
		case 9:
			out = append(out, w.say("party.siren", "number", inGroups(p.LegalNumber, noBreak, 3)))
		case 14:
			out = append(out, w.say("party.siret", "number", inGroups(p.LegalNumber, noBreak, 3, 3, 3, 5)))
		case 10:
			out = append(out, w.say("party.enterprise", "number", inGroups(p.LegalNumber, ".", 4, 3)))
		default:
			out = append(out, p.LegalNumber)
		}
	}
	if p.TaxID != "" {
		out = append(out, w.say("party.vat", "number", taxID(p.TaxID)))
	}
	if text := w.register(p); text != "" {
		out = append(out, text)
	}
	return out
}

// register is what a company must say of itself (code de commerce R123-237, CSA 2:20): form,
// capital and register.
func (w words) register(p billing.DocumentParty) string {
	var said []string
	switch {
	case p.Form != "" && p.Capital != 0:
		said = append(said, w.say("party.capital", "form", p.Form, "amount", euros(p.Capital)))
	case p.Form != "":
		said = append(said, p.Form)
	}
	if p.Registration != "" {
		said = append(said, w.say("party.register."+p.Country, "city", p.Registration))
	}
	return strings.Join(said, " · ")
}

func taxID(s string) string {
	switch {
	case strings.HasPrefix(s, "BE") && len(s) == 12:
		return "BE" + noBreak + inGroups(s[2:], ".", 4, 3)
	case strings.HasPrefix(s, "FR") && len(s) == 13:
		return "FR" + noBreak + inGroups(s[2:], noBreak, 2, 3)
	}
	return s
}

// address are the lines below a name. The country is named where the post needs it.
func (w words) address(p billing.DocumentParty) []string {
	var out []string
	if p.Street != "" {
		out = append(out, p.Street)
	}
	if p.Street2 != "" {
		out = append(out, p.Street2)
	}
	if city := strings.TrimSpace(p.PostCode + " " + p.City); city != "" {
		out = append(out, city)
	}
	if p.Country != "" && p.Country != w.country {
		name := w.say("country." + p.Country)
		if name == "" {
			name = p.Country
		}
		out = append(out, strings.ToUpper(name))
	}
	return out
}
