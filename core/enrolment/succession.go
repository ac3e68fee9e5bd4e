package enrolment

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
)

// SuccessionInput is a change of occupant: another one takes over the meter of a site on a day.
type SuccessionInput struct {
	ParticipantID id.ID      // the predecessor
	IfVersion     int        // of the predecessor; 0 = not asked
	Date          civil.Date // first day of the successor
	// Who follows. What belongs to the place, the meter, its address and its power, is the
	// predecessor's.
	Name       string
	EntityType party.EntityType
	ExternalID string
	Identity   string
	Email      string
	Phone      string
	SIRET      string
	Treasury   string
	Tags       []string
	UserEmail  string
	// Who is invoiced for the successor, and issues for it. A consumer of whom nothing is said
	// becomes its own client where plans bill.
	Client Client
	Issuer Issuer
	// WithoutPlans leaves the predecessor's plans to it; otherwise the successor has them from
	// its first day on, with the same other sides.
	WithoutPlans bool
	DryRun       bool
}

// Succession is a change of occupant that was made, or would be.
type Succession struct {
	Predecessor site.View
	Result
}

// successorOf is the site as the place leaves it, with who follows.
func successorOf(before participant.Participant, in SuccessionInput) site.CreateInput {
	out := site.CreateInput{OperationID: before.OperationID, Name: in.Name, EnergyType: before.EnergyType, DsoID: before.DsoID, PADT: before.PADT,
		ExternalID: in.ExternalID, Segment: before.Segment, EntityType: in.EntityType, ProductionType: before.ProductionType,
		ContractPower: before.ContractPower, Address: before.Address, PostCode: before.PostCode, City: before.City,
		DepartmentCode: before.DepartmentCode, INSEECode: before.INSEECode, Identity: in.Identity, Email: in.Email, Phone: in.Phone,
		IsProsumer: before.IsProsumer, Entry: &in.Date, SIRET: in.SIRET, Treasury: in.Treasury, Tags: in.Tags, UserEmail: in.UserEmail}
	if at := before.Position; at != nil {
		out.Position = party.PositionChange{Latitude: party.Coordinate{Given: true, Value: &at.Latitude}, Longitude: party.Coordinate{Given: true, Value: &at.Longitude}}
	}
	return out
}

func written(d *civil.Date) string {
	if d == nil {
		return ""
	}
	return d.String()
}
