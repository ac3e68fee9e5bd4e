package paper

import (
	"fmt"
	"strconv"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
)

// inkOf is the language of a paper: that of the account, else French; French is that of the country.
func inkOf(language string, country dso.Country) string {
	if language == "nl" {
		return "nl"
	}
	if country == dso.Belgium {
		return "fr-BE"
	}
	return "fr"
}

// fill puts what is known into a paper. What is not known stays a line for the hand; nothing is made up.
func fill(k Kind, language string, op operation.Operation, p participant.Participant, creditor *Creditor, notice, until *civil.Date, today civil.Date) Sheet {
	s := Sheet{Kind: k, Language: language, Theme: op.Theme, Operation: op.Name, PMO: op.Interlocutor.LegalName, Made: today}
	i := op.Interlocutor
	s.Groups = append(s.Groups, Group{"pmo", []Field{{"name", i.LegalName}, {"number", i.LegalNumber}, {"address", joined(i.Address, i.PostCode, i.City)},
		{"email", i.Email}}})
	who := p.Identity
	if who == "" {
		who = p.Name
	}
	site := []Field{{"name", who}, {"address", joined(p.Address, p.PostCode, p.City)}, {"dsoId", p.DsoID}}
	if k != TenantNotice {
		site = append(site, Field{"email", p.Email}, Field{"phone", p.Phone})
		if p.ConsumerType() == "professional" {
			site = append(site, Field{"siret", p.SIRET})
		}
	}
	if k == Agreement {
		power, entry := "", ""
		if p.ContractPower != nil {
			power = strconv.FormatFloat(float64(*p.ContractPower)/1000, 'f', -1, 64) + " kW"
		}
		if at := p.Entry(); at != nil {
			entry = written(*at)
		}
		site = append(site, Field{"power", power}, Field{"entry", entry}, Field{"leaving", ""})
	}
	s.Groups = append(s.Groups, Group{"site", site})
	switch k {
	case SEPAMandate:
		name, ics, address := "", "", ""
		if creditor != nil {
			name, ics, address = creditor.Name, string(creditor.ICS), joined(creditor.Street, creditor.PostCode, creditor.City)
		}
		s.Groups = append(s.Groups, Group{"creditor", []Field{{"name", name}, {"address", address}, {"ics", ics}, {"rum", ""}}}, Group{"account", []Field{{"iban", ""}, {"bic", ""}, {"payment", ""}}})
	case TenantNotice:
		s.Groups = append(s.Groups, Group{"notice", []Field{{"date", written(*notice)}, {"until", written(*until)}}})
	}
	return s
}

// written is a day as it is written on paper, in French and in Dutch.
func written(d civil.Date) string {
	year, month, day := d.YearMonthDay()
	return fmt.Sprintf("%02d/%02d/%04d", day, int(month), year)
}

// joined is an address in one line; "" where the street or the town is not known.
func joined(street, postCode, city string) string {
	if street == "" || city == "" {
		return ""
	}
	if postCode != "" {
		city = postCode + " " + city
	}
	return street + ", " + city
}

// fits refuses a paper of the other side. Error: paper.side.
func fits(k Kind, p participant.Participant) error {
	if k == BillingMandate && !p.Produces() || (k == SEPAMandate || k == TenantNotice) && !p.Consumes() {
		return ErrSide.With("name", p.Name).At("participantIds")
	}
	return nil
}
