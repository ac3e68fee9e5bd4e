package operation

import (
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Type is a badge and a filter, nothing else (domain 10).
type Type string

// The two types.
const (
	TypeOpen        Type = "OPEN"
	TypePatrimonial Type = "PATRIMONIAL"
)

// Engine is the billing engine; empty is the old one.
type Engine string

// The engines.
const (
	EngineOld  Engine = ""
	Engine2025 Engine = "ENGINE_2025"
)

// Functionality switches something on for one operation.
type Functionality string

// The functionalities: external series, and CO2 figures.
const (
	FunctionalityACI Functionality = "ACI"
	FunctionalityGES Functionality = "GES_KPI"
)

// DefaultAnniversary anchors billing periods where nothing else is said
// (specification section 9).
var DefaultAnniversary = civil.NewDate(2020, time.January, 1)

// Longest texts, as the contract has them; they count characters.
const (
	maxName       = 120
	maxExternalID = 40
)

// Operation is one sharing operation.
type Operation struct {
	ID              id.ID
	ExternalID      string // the operator's own id, as ACC00000001; unique
	Name            string
	Type            Type
	DSO             dso.Operator
	Engine          Engine
	JdbToggle       bool // bill runs have a screen of their own
	Functionalities []Functionality
	UseEnphaseData  bool
	AnniversaryDate civil.Date
	Theme           Theme
	LogoID          id.ID // the picture, also of the PMO (package logo); "" = none
	Interlocutor    Interlocutor
	Position        *party.Position // where it is; nil = not said
	Version         int
	CreatedAt       time.Time
}

// Zone is the zone of all civil days of the operation.
func (o Operation) Zone() civil.Zone { return o.DSO.Zone() }

// Language is what a new client of the operation is written to in where nothing is said: French
// in both countries (specification section 1).
func (o Operation) Language() string { return "fr" }

// Has reports whether a functionality is switched on.
func (o Operation) Has(f Functionality) bool { return slices.Contains(o.Functionalities, f) }

// checkExternalID refuses an external id of another form than files, folders and sheets of
// workbooks can be named by: a letter or digit, then letters without accents, digits, space,
// point, dash and underscore. It never changes, so that those from before keep theirs; names
// made of them are made safe where they are made.
func checkExternalID(text string) error {
	for i, c := range []byte(text) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case i > 0 && strings.IndexByte(" ._-", c) >= 0:
		default:
			return ErrExternalIDForm.With("value", text)
		}
	}
	return nil
}

// check finds everything that is wrong with o after where it is has changed, and writes
// texts as they are stored.
func (o *Operation) check(where party.PositionChange) error {
	return refusal(ErrInvalid, o.wrong(where))
}

// checkNew is check of an operation that is made, with the form of its external id.
func (o *Operation) checkNew(where party.PositionChange) error {
	wrong := o.wrong(where)
	wrong.Add(checkExternalID(o.ExternalID))
	return refusal(ErrInvalid, wrong)
}

func (o *Operation) wrong(where party.PositionChange) (wrong fault.List) {
	o.Name = strings.TrimSpace(o.Name)
	o.ExternalID = strings.TrimSpace(o.ExternalID)
	wrong.Add(length("name", o.Name, 1, maxName))
	wrong.Add(length("externalId", o.ExternalID, 1, maxExternalID))
	if o.Type != TypeOpen && o.Type != TypePatrimonial {
		wrong.Add(ErrType.With("value", string(o.Type)))
	}
	if _, err := dso.ParseOperator(string(o.DSO)); err != nil {
		wrong.Add(err)
	}
	if o.Engine != EngineOld && o.Engine != Engine2025 {
		wrong.Add(ErrEngine.With("value", string(o.Engine)))
	}
	o.Functionalities = slices.Clone(o.Functionalities)
	slices.Sort(o.Functionalities)
	o.Functionalities = slices.Compact(o.Functionalities)
	for _, f := range o.Functionalities {
		if f != FunctionalityACI && f != FunctionalityGES {
			wrong.Add(ErrFunctionality.With("value", string(f)))
		}
	}
	o.Interlocutor.check(&wrong)
	position, err := where.Apply(o.Position)
	wrong.Add(err)
	o.Position = position
	return wrong
}

// refusal is the one thing that is wrong, or parent with all of them.
func refusal(parent *fault.Error, wrong fault.List) error {
	if len(wrong.Items) == 1 {
		return wrong.Items[0]
	}
	return wrong.Err(parent)
}

// Variant is the operation's.
func (o Operation) Variant() Variant {
	return Variant{DSO: o.DSO, Engine: o.Engine, JdbToggle: o.JdbToggle}
}

// Offers reports whether a feature exists for the operation.
func (o Operation) Offers(f Feature) bool { return slices.Contains(Features(o.Variant()), f) }

// Require refuses what does not exist for the operation. Error: featureNotAvailable.
func (o Operation) Require(f Feature) error {
	if o.Offers(f) {
		return nil
	}
	return ErrFeature.With("feature", string(f)).With("dso", string(o.DSO))
}

// Lacks are the empty fields of an operation that stand in the way of something it can do, in the order
// of its form, and how many fields do when they are empty.
func (o Operation) Lacks() (lacks []Lack, fields int) {
	i := o.Interlocutor
	var seller []Act
	if o.Offers(FeatureBilling) {
		seller = []Act{ActSubscribe, ActInvoice}
	}
	for _, f := range []struct {
		name   string
		filled bool
		blocks []Act
	}{
		{"interlocutor.legalName", i.LegalName != "", seller},
		{"interlocutor.legalNumber", i.LegalNumber != "", seller},
		{"interlocutor.address", i.Address != "", seller},
		{"interlocutor.postCode", i.PostCode != "", seller},
		{"interlocutor.city", i.City != "", seller},
		{"interlocutor.email", i.Email != "", []Act{ActAnswer}},
		{"position", o.Position != nil, []Act{ActMap}},
	} {
		if len(f.blocks) == 0 {
			continue
		}
		fields++
		if !f.filled {
			lacks = append(lacks, Lack{f.name, f.blocks})
		}
	}
	return lacks, fields
}
