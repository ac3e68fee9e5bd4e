package participant

import (
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
)

// maxPower is the largest contract power, in W: 100 MW.
const maxPower = 100_000_000

// check finds everything that is wrong with a participant of operator o and writes
// texts as they are stored. Fields have the contract's names.
func (p *Participant) check(o dso.Operator) fault.List {
	var wrong fault.List
	p.trim()
	if p.Name == "" {
		wrong.Add(ErrFieldRequired.At("name"))
	}
	p.checkLengths(&wrong)
	if p.EnergyType != Consumer && p.EnergyType != Producer {
		wrong.Add(ErrEnergyType.With("value", string(p.EnergyType)))
	}
	_, err := dso.ParseIdentifier(o, p.DsoID)
	addAt(&wrong, err, "dsoId")
	_, err = dso.ParsePADT(p.PADT)
	addAt(&wrong, err, "padt")
	p.checkClass(&wrong)
	p.checkContact(&wrong, o.Country())
	p.checkDates(&wrong)
	return wrong
}

func (p *Participant) trim() {
	for _, s := range []*string{&p.Name, &p.DsoID, &p.ExternalID, &p.PADT, &p.Address, &p.PostCode, &p.City,
		&p.Identity, &p.Email, &p.Phone, &p.SIRET, &p.DsoStatus, &p.DsoAction} {
		*s = strings.TrimSpace(*s)
	}
}

func (p *Participant) checkLengths(wrong *fault.List) {
	for _, text := range []struct {
		field, value string
		most         int
	}{
		{"name", p.Name, 120}, {"externalId", p.ExternalID, 40}, {"address", p.Address, 200}, {"city", p.City, 100},
		{"identity", p.Identity, 200}, {"phone", p.Phone, 30}, {"dsoStatus", p.DsoStatus, 40}, {"dsoAction", p.DsoAction, 40},
	} {
		if utf8.RuneCountInString(text.value) > text.most {
			wrong.Add(ErrFieldTooLong.With("max", text.most).At(text.field))
		}
	}
}

// checkClass looks at what the site is: segment, sort of entity, means, power.
func (p *Participant) checkClass(wrong *fault.List) {
	if p.Segment != "" {
		switch side := p.Segment.energyType(); {
		case side == "":
			wrong.Add(ErrSegment.With("value", string(p.Segment)))
		case side != p.EnergyType:
			wrong.Add(ErrSegmentSide.With("value", string(p.Segment)))
		}
	}
	switch {
	case p.EntityType == "" && !p.EntityTypeOpen:
		wrong.Add(ErrFieldRequired.At("entityType"))
	case p.EntityType != "":
		_, err := party.ParseEntityType(string(p.EntityType))
		addAt(wrong, err, "entityType")
	}
	switch {
	case p.ProductionType == 0:
	case !p.ProductionType.known():
		wrong.Add(ErrProductionType.With("value", int(p.ProductionType)))
	case p.EnergyType == Consumer && !p.IsProsumer:
		wrong.Add(ErrProductionOfConsumer)
	}
	if p.ContractPower != nil && (*p.ContractPower < 0 || *p.ContractPower > maxPower) {
		wrong.Add(ErrContractPower)
	}
}

func (p *Participant) checkContact(wrong *fault.List, c dso.Country) {
	if p.Address == "" {
		wrong.Add(party.ErrAddressRequired)
	}
	if p.PostCode != "" {
		addAt(wrong, dso.CheckPostCode(c, p.PostCode), "postCode")
	}
	if p.Email != "" {
		e, err := party.ParseEmail(p.Email)
		addAt(wrong, err, "email")
		if err == nil {
			p.Email = string(e)
		}
	}
	if p.SIRET == "" {
		return
	}
	var number string
	var err error
	if c == dso.Belgium {
		var n party.BCE
		n, err = party.ParseBCE(p.SIRET)
		number = string(n)
	} else {
		var n party.SIRET
		n, err = party.ParseSIRET(p.SIRET)
		number = string(n)
	}
	addAt(wrong, err, "siret")
	if err == nil {
		p.SIRET = number
	}
}

func (p *Participant) checkDates(wrong *fault.List) {
	if p.EnergyType == Producer && p.Activation == nil {
		wrong.Add(ErrNotCommissioned)
	}
}

// activation makes the days of a site from the first and the last one; nil, nil is
// no entry date. Errors: activation.entryRequired, activation.reversed.
func activation(entry, exit *civil.Date) (*civil.Range, error) {
	switch {
	case entry == nil && exit == nil:
		return nil, nil
	case entry == nil:
		return nil, ErrEntryRequired
	case exit == nil:
		return &civil.Range{From: *entry, To: civil.Forever}, nil
	}
	r, err := civil.Inclusive(*entry, *exit)
	if err != nil {
		return nil, ErrReversed.With("entry", entry.String()).With("exit", exit.String())
	}
	return &r, nil
}

// Entry is the first day in the perimeter, nil when it is not known.
func (p Participant) Entry() *civil.Date {
	if p.Activation == nil {
		return nil
	}
	return &p.Activation.From
}

// Exit is the last day in the perimeter, nil when there is none.
func (p Participant) Exit() *civil.Date {
	if p.Activation == nil || p.Activation.IsOpen() {
		return nil
	}
	last := p.Activation.Last()
	return &last
}

// refusal is the one thing that is wrong, or all of them in parent.
func refusal(parent *fault.Error, wrong fault.List) error {
	if len(wrong.Items) == 1 {
		return wrong.Items[0]
	}
	return wrong.Err(parent)
}

func addAt(wrong *fault.List, err error, field string) {
	if f := fault.From(err); f != nil {
		wrong.Add(f.At(field))
		return
	}
	wrong.Add(err)
}
