package enrolment

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/party"
)

// Refusals of a file of clients.
var (
	// ErrClientTwice is a second line about one client; parameter firstRow.
	ErrClientTwice = fault.New(fault.Invalid, "import.clientTwice", fault.Text("name"), fault.Int("firstRow"))
	// ErrClientNamesake is a line without reference whose name several clients have.
	ErrClientNamesake = fault.New(fault.Invalid, "import.clientNamesake", fault.Text("name"))
	// ErrNoSuchSite is a number that no site of the operation has.
	ErrNoSuchSite = fault.New(fault.Invalid, "import.noSuchSite", fault.Text("dsoId"))
)

// clientsFile is what lines of a file of clients are about: the clients that stand, and the sites.
type clientsFile struct {
	clients []billing.BillableEntity
	sites   []participant.Participant
	told    map[string]int // first row of a client, by its id or what a new one is called
}

// client is the one that a line is about: by its reference, else by its name; a zero one is new.
func (f clientsFile) client(l perimeterfile.ClientLine) (billing.BillableEntity, error) {
	reference, name := l.Fields["reference"], l.Fields["name"]
	var found []billing.BillableEntity
	for _, c := range f.clients {
		if reference != "" && c.Reference == reference {
			found = []billing.BillableEntity{c}
			break
		}
		if c.Name == name && (reference == "" || c.Reference == "") {
			found = append(found, c)
		}
	}
	if len(found) > 1 {
		return billing.BillableEntity{}, ErrClientNamesake.With("name", name).At("name")
	}
	who := "new " + reference + " " + name
	var out billing.BillableEntity
	if len(found) == 1 {
		out, who = found[0], string(found[0].ID)
	}
	if first, twice := f.told[who]; twice {
		return out, ErrClientTwice.With("name", name).With("firstRow", first).At("name")
	}
	f.told[who] = l.Row
	return out, nil
}

// siteIDs are the sites of a line: of two with one number the one that entered last.
func (f clientsFile) siteIDs(numbers []string) (ids []id.ID, names []string, err error) {
	for _, number := range numbers {
		var at *participant.Participant
		for i, one := range f.sites {
			if one.DsoID == number && (at == nil || at.Entry() == nil || one.Entry() != nil && *one.Entry() > *at.Entry()) {
				at = &f.sites[i]
			}
		}
		if at == nil {
			return nil, nil, ErrNoSuchSite.With("dsoId", number).At("consumerIds")
		}
		ids, names = append(ids, at.ID), append(names, at.DsoID)
	}
	return ids, names, nil
}

// changeOf is what a line changes of a client, field by field as people write them; nothing that is
// the same is set.
func (f clientsFile) changeOf(l perimeterfile.ClientLine, before billing.BillableEntity) (in entity.BillableEntityChange, said []perimeterfile.Change, err error) {
	tags := strings.Join(before.Tags, ", ")
	for _, one := range []struct {
		field, before string
		to            **string
	}{
		{"name", before.Name, &in.Name}, {"address", before.Street, &in.Street}, {"addressLine2", before.Street2, &in.Street2}, {"postCode", before.PostCode, &in.PostCode},
		{"city", before.City, &in.City}, {"country", string(before.Country), &in.Country}, {"email", before.Email, &in.Email}, {"phoneNumber", before.Phone, &in.Phone},
		{"contactName", before.Contact, &in.Contact}, {"legalNumber", before.LegalNumber, &in.LegalNumber}, {"taxId", before.TaxID, &in.TaxID}, {"contractNumber", before.Contract, &in.Contract},
		{"language", before.Language, &in.Language}, {"bic", string(before.BIC), &in.BIC}, {"reference", before.Reference, &in.Reference},
	} {
		if text, ok := l.Fields[one.field]; ok && plain(one.field, text) != one.before {
			*one.to = &text
			said = append(said, perimeterfile.Change{Field: one.field, Before: one.before, After: text})
		}
	}
	if text, ok := l.Fields["iban"]; ok && plain("iban", text) != string(before.IBAN) {
		in.IBAN = &text
		said = append(said, perimeterfile.Change{Field: "iban", Before: before.IBAN.Masked(), After: party.IBAN(plain("iban", text)).Masked()})
	}
	if text, ok := l.Fields["consumerType"]; ok && text != string(before.ConsumerType) {
		kind := party.ConsumerType(text)
		in.ConsumerType = &kind
		said = append(said, perimeterfile.Change{Field: "consumerType", Before: string(before.ConsumerType), After: text})
	}
	if text, ok := l.Fields["tags"]; ok {
		var all []string
		for _, tag := range strings.Split(text, ",") {
			if tag = strings.TrimSpace(tag); tag != "" {
				all = append(all, tag)
			}
		}
		if after := strings.Join(all, ", "); after != tags {
			in.Tags = &all
			said = append(said, perimeterfile.Change{Field: "tags", Before: tags, After: after})
		}
	}
	if len(l.Numbers) > 0 {
		ids, names, err := f.siteIDs(l.Numbers)
		if err != nil {
			return in, nil, err
		}
		if !sameSites(ids, before.ConsumerIDs) {
			in.ConsumerIDs = ids
			said = append(said, perimeterfile.Change{Field: "consumerIds", Before: f.numbersOf(before.ConsumerIDs), After: strings.Join(names, ", ")})
		}
	}
	return in, said, nil
}

// numbersOf are the numbers of sites, as a file has them.
func (f clientsFile) numbersOf(ids []id.ID) string {
	var out []string
	for _, one := range f.sites {
		if slices.Contains(ids, one.ID) {
			out = append(out, one.DsoID)
		}
	}
	return strings.Join(out, ", ")
}

func sameSites(a, b []id.ID) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// plain is a number as it is stored: without what people put between its digits.
func plain(field, text string) string {
	switch field {
	case "iban", "bic", "legalNumber", "taxId":
		return strings.ToUpper(strings.NewReplacer(" ", "", ".", "", "\u00a0", "", "\u202f", "").Replace(text))
	}
	return text
}
