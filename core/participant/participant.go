package participant

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/party"
)

// EnergyType is what a participant does at its site.
type EnergyType string

// The two energy types.
const (
	Consumer EnergyType = "consumer"
	Producer EnergyType = "producer"
)

// Segment is the connection class of a site (specification section 3).
type Segment string

// The segments: C… of consumers, P… of producers.
const (
	SegmentC1        Segment = "C1"
	SegmentC2        Segment = "C2"
	SegmentC3        Segment = "C3"
	SegmentC4        Segment = "C4"
	SegmentC5        Segment = "C5"
	SegmentP1        Segment = "P1"
	SegmentP2        Segment = "P2"
	SegmentP3        Segment = "P3"
	SegmentP4Surplus Segment = "P4_SURPLUS" // 'P4 en surplus'
	SegmentP4Total   Segment = "P4_TOTAL"   // 'P4 en totalité'
)

// energyType is whose segment it is; "" for none of the ten.
func (s Segment) energyType() EnergyType {
	switch s {
	case SegmentC1, SegmentC2, SegmentC3, SegmentC4, SegmentC5:
		return Consumer
	case SegmentP1, SegmentP2, SegmentP3, SegmentP4Surplus, SegmentP4Total:
		return Producer
	}
	return ""
}

// ProductionType is how a producer makes energy, by the number of the contract.
type ProductionType int

// The production types (specification section 3); 0 = not said.
const (
	Solar        ProductionType = 3
	Wind         ProductionType = 10
	Cogeneration ProductionType = 11
	Hydro        ProductionType = 13
)

func (t ProductionType) known() bool {
	return t == Solar || t == Wind || t == Cogeneration || t == Hydro
}

// Participant is one metering site in one operation.
type Participant struct {
	OperationID    id.ID
	ID             id.ID
	Name           string
	EnergyType     EnergyType
	DsoID          string // PRM or EAN
	ExternalID     string
	PADT           string
	Segment        Segment
	EntityType     party.EntityType
	EntityTypeOpen bool // nobody was asked for it: the site is of a perimeter file, which does not say it
	ProductionType ProductionType
	ContractPower  *int64 // W; nil = not known
	Address        string
	PostCode       string
	City           string
	DepartmentCode string          // of a French department, 2 or 3 characters; "" = not said
	INSEECode      string          // of a French commune, 5 characters; "" = not said
	Position       *party.Position // where it is; nil = not said
	Identity       string          // contact: the person or body that holds the contract of the site
	Email          string          // contact: for those who may read contacts
	Phone          string          // contact
	SIRET          string          // SIRET or Belgian enterprise number
	Treasury       string          // the public treasury that cashes for a public body; "" = none
	Tags           []string        // the organizer's own words, each once, in their order
	IsProsumer     bool
	Activation     *civil.Range // days in the perimeter, To = civil.Forever when open; nil = no entry date
	EntryDateKnown bool         // the operator has confirmed the entry date
	DsoStatus      string       // the operator's word, opaque but for those of status.go
	DsoAction      string       // what was asked of the operator
	BilledUntil    *civil.Date  // the last day that another tool billed; nil = none did
	UserID         id.ID        // the account that sees the site; "" = none
	BillingLogoID  id.ID        // of a producer that the old engine bills for (package logo); "" = none
	Version        int
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// ConsumerType follows from entity type and SIRET (specification section 3).
func (p Participant) ConsumerType() party.ConsumerType {
	return party.ConsumerTypeOf(p.EntityType, p.SIRET)
}

// Consumes reports whether the site may receive energy; a producer that consumes too may.
func (p Participant) Consumes() bool { return p.EnergyType == Consumer || p.IsProsumer }

// Produces reports whether the site gives energy.
func (p Participant) Produces() bool { return p.EnergyType == Producer || p.IsProsumer }

// Plays reports whether the site is on a side.
func (p Participant) Plays(side EnergyType) bool { return p.EnergyType == side || p.IsProsumer }

// ActiveOn reports whether the site is in the perimeter on a day.
func (p Participant) ActiveOn(d civil.Date) bool {
	return p.Activation != nil && p.Activation.Contains(d)
}

// ActiveIn reports whether the site is in the perimeter on a day of r.
func (p Participant) ActiveIn(r civil.Range) bool {
	return p.Activation != nil && p.Activation.Overlaps(r)
}

// Occupancy is the days in which no other site may have the number: the
// activation, or from the day it was asked for on while there is no entry date. A
// request that was refused without any date holds nothing back.
func (p Participant) Occupancy(zone civil.Zone) civil.Range {
	if p.Activation != nil {
		return *p.Activation
	}
	if p.DsoStatus == folder.DataError || p.DsoAction == folder.DataError {
		return civil.Range{}
	}
	return civil.Range{From: zone.DateOf(p.CreatedAt), To: civil.Forever}
}

// maxPower is the largest contract power, in W: 100 MW.
const maxPower = 100_000_000

// Check finds everything that is wrong with a participant of operator o and writes
// texts as they are stored. Fields have the contract's names.
func (p *Participant) Check(o dso.Operator) fault.List {
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
	for _, s := range []*string{&p.Name, &p.DsoID, &p.ExternalID, &p.PADT, &p.Address, &p.PostCode, &p.City, &p.DepartmentCode, &p.INSEECode,
		&p.Identity, &p.Email, &p.Phone, &p.SIRET, &p.Treasury, &p.DsoStatus, &p.DsoAction} {
		*s = strings.TrimSpace(*s)
	}
	p.DepartmentCode, p.INSEECode = strings.ToUpper(p.DepartmentCode), strings.ToUpper(p.INSEECode)
}

func (p *Participant) checkLengths(wrong *fault.List) {
	for _, text := range []struct {
		field, value string
		most         int
	}{
		{"name", p.Name, 120}, {"externalId", p.ExternalID, 40}, {"address", p.Address, 200}, {"city", p.City, 100},
		{"identity", p.Identity, 200}, {"phone", p.Phone, 30}, {"treasury", p.Treasury, 200}, {"dsoStatus", p.DsoStatus, 40}, {"dsoAction", p.DsoAction, 40},
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
	for _, err := range dso.CheckCodes(c, p.DepartmentCode, p.INSEECode) {
		wrong.Add(err)
	}
	var err error
	p.Tags, err = party.Tags(p.Tags)
	wrong.Add(err)
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

// ActivationOf makes the days of a site from the first and the last one; nil, nil is
// no entry date. Errors: activation.entryRequired, activation.reversed.
func ActivationOf(entry, exit *civil.Date) (*civil.Range, error) {
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

// HasLeft reports whether the last day of the site in the perimeter has passed. A site without
// an entry date has not left.
func (p Participant) HasLeft(today civil.Date) bool {
	return p.Activation != nil && p.Activation.To <= today
}

// Refusal is the one thing that is wrong, or all of them in parent.
func Refusal(parent *fault.Error, wrong fault.List) error {
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

// Ask fills the words of a request that nobody has answered yet.
func (p *Participant) Ask() {
	if p.DsoAction == "" {
		p.DsoAction = folder.ActionCreate
	}
	if p.DsoStatus == "" {
		p.DsoStatus = folder.Asked
	}
}

// Confirm keeps whether the operator has confirmed the entry date: it does so by
// having the site in force, and another date is to be confirmed again.
func (p *Participant) Confirm(before *Participant) {
	sameEntry := before != nil && before.Activation != nil && p.Activation != nil &&
		before.Activation.From == p.Activation.From
	p.EntryDateKnown = p.Activation != nil &&
		(p.DsoStatus == folder.InForce || sameEntry && before.EntryDateKnown)
}

func (p Participant) Occupies(zone civil.Zone) Occupancy {
	return Occupancy{ParticipantID: p.ID, OperationID: p.OperationID, DsoID: p.DsoID, Period: p.Occupancy(zone)}
}

// CheckWords writes the words of a folder as they are stored, and refuses those that
// nobody knows, where they take the place of others.
func (p *Participant) CheckWords(wrong *fault.List, before Participant) {
	for _, w := range []struct {
		word    *string
		stored  string
		known   []string
		unknown *fault.Error
	}{{&p.DsoStatus, before.DsoStatus, folder.StatusWords(), ErrDsoStatus}, {&p.DsoAction, before.DsoAction, folder.ActionWords(), ErrDsoAction}} {
		if *w.word == "" || *w.word == w.stored {
			continue
		}
		if *w.word = strings.ToUpper(*w.word); !slices.Contains(w.known, *w.word) && *w.word != w.stored {
			wrong.Add(w.unknown.With("value", *w.word).With("known", strings.Join(w.known, ", ")))
		}
	}
}

// Folder is how far the site is with its operator.
func (p Participant) Folder() folder.Folder {
	return folder.Of(p.DsoStatus, p.DsoAction, p.Activation)
}
