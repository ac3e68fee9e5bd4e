package participant

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
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
	Position       *party.Position // where it is; nil = not said
	Identity       string          // contact: the person or body that holds the contract of the site
	Email          string          // contact: for those who may read contacts
	Phone          string          // contact
	SIRET          string          // SIRET or Belgian enterprise number
	IsProsumer     bool
	Activation     *civil.Range // days in the perimeter, To = civil.Forever when open; nil = no entry date
	EntryDateKnown bool         // the operator has confirmed the entry date
	DsoStatus      string       // the operator's word, opaque but for those of status.go
	DsoAction      string       // what was asked of the operator
	UserID         id.ID        // the account that sees the site; "" = none
	Version        int
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// ConsumerType follows from entity type and SIRET (specification section 3).
func (p Participant) ConsumerType() party.ConsumerType {
	return party.ConsumerTypeOf(p.EntityType, p.SIRET)
}

// Consumes tells whether the site may receive energy; a producer that consumes too may.
func (p Participant) Consumes() bool { return p.EnergyType == Consumer || p.IsProsumer }

// Produces tells whether the site gives energy.
func (p Participant) Produces() bool { return p.EnergyType == Producer || p.IsProsumer }

// plays tells whether the site is on a side.
func (p Participant) plays(side EnergyType) bool { return p.EnergyType == side || p.IsProsumer }

// ActiveOn tells whether the site is in the perimeter on a day.
func (p Participant) ActiveOn(d civil.Date) bool {
	return p.Activation != nil && p.Activation.Contains(d)
}

// ActiveIn tells whether the site is in the perimeter on a day of r.
func (p Participant) ActiveIn(r civil.Range) bool {
	return p.Activation != nil && p.Activation.Overlaps(r)
}

// occupancy is the days in which no other site may have the number: the
// activation, or from the day it was asked for on while there is no entry date. A
// request that was refused without any date holds nothing back.
func (p Participant) occupancy(zone civil.Zone) civil.Range {
	if p.Activation != nil {
		return *p.Activation
	}
	if p.DsoStatus == WordDataError || p.DsoAction == WordDataError {
		return civil.Range{}
	}
	return civil.Range{From: zone.DateOf(p.CreatedAt), To: civil.Forever}
}

// moved lists the days on which being in the perimeter differs between two
// activations.
func moved(before, after *civil.Range) []civil.Range {
	switch {
	case before == nil && after == nil:
		return nil
	case before == nil:
		return []civil.Range{*after}
	case after == nil:
		return []civil.Range{*before}
	case !before.Overlaps(*after):
		return civil.Merge([]civil.Range{*before, *after})
	}
	return civil.Merge([]civil.Range{
		{From: min(before.From, after.From), To: max(before.From, after.From)},
		{From: min(before.To, after.To), To: max(before.To, after.To)},
	})
}
