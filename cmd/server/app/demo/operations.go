package demo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
)

// demoOperation is an operation of the demo.
type demoOperation struct {
	externalID, name     string
	operator             dso.Operator
	at                   party.Position
	engine               operation.Engine
	papers               bool // agreements, accords, documents and a message
	oldBills             bool // the old engine has configs and bills
	toggle               bool
	functionalities      []operation.Functionality
	seed                 uint64
	consumers, producers int
	months               int
	issuers              int  // producers' own issuers; 0 = the operation invoices
	external             bool // producers have a meter of their own behind the operator's
	troubled             bool // things go wrong (demo_troubles.go)
}

var demoOperations = []demoOperation{
	{externalID: "ACC00000001", name: "Fougères Solaire", operator: dso.Enedis, at: party.Position{Latitude: 48.3517, Longitude: -1.2044}, engine: operation.Engine2025, toggle: true, papers: true,
		functionalities: []operation.Functionality{operation.FunctionalityGES}, seed: 1, consumers: 22, producers: 3, months: demoMonths, issuers: 2, troubled: true},
	{externalID: "ACC00000002", name: "Quartier des Lices", operator: dso.Fake, at: party.Position{Latitude: 48.1128, Longitude: -1.6844}, engine: operation.Engine2025,
		seed: 2, consumers: 190, producers: 10, months: demoMonths},
	{externalID: "ACC00000003", name: "Coopérative du Val", operator: dso.Fake, at: party.Position{Latitude: 48.3108, Longitude: -1.2311}, oldBills: true, seed: 3, consumers: 9, producers: 2, months: 4},
	{externalID: "ACC00000004", name: "Zone d’activités de la Selle", operator: dso.Fake, at: party.Position{Latitude: 48.3389, Longitude: -1.2472}, external: true, seed: 5, consumers: 11, producers: 4, months: demoMonths, troubled: true,
		functionalities: []operation.Functionality{operation.FunctionalityACI, operation.FunctionalityGES}},
}

// bills reports whether the operation is billed by the newer engine.
func (o demoOperation) bills() bool { return o.engine == operation.Engine2025 }

// allocates reports whether the seed plays the grid operator, who shares; FAKE shares
// by itself.
func (o demoOperation) allocates() bool { return !o.operator.Capabilities().AllocatesHere }

func (o demoOperation) meters() []fake.Site {
	sites := fake.Sites(o.externalID, o.seed, o.consumers, o.producers)
	for i := range sites {
		sites[i].External = o.external && sites[i].Producer
	}
	return sites
}

func (o demoOperation) creation() operation.CreateInput {
	text := func(s string) *string { return &s }
	siren := sirenFor("Fougères Énergie Partagée")
	return operation.CreateInput{Name: o.name, ExternalID: o.externalID, DSO: o.operator, Type: operation.TypeOpen,
		Engine: o.engine, JdbToggle: o.toggle, Functionalities: o.functionalities, Position: located(o.at),
		Interlocutor: operation.InterlocutorChange{
			LegalName: text("Fougères Énergie Partagée"), LegalNumber: &siren, TaxID: text(vatNumberOf(siren)),
			Address: text("1 place Aristide-Briand"), PostCode: text("35300"), City: text("Fougères"), Country: text("FR"),
			Email: text("contact@energie-partagee.example"), PhoneNumber: text("+33 2 99 00 00 00"), ContactName: text("Camille Leroy")}}
}

// located is a position that somebody typed.
func located(p party.Position) party.PositionChange {
	return party.PositionChange{Latitude: party.Coordinate{Given: true, Value: &p.Latitude}, Longitude: party.Coordinate{Given: true, Value: &p.Longitude}}
}

// siteAt spreads sites over the streets around the operation, about a kilometre wide.
func (o demoOperation) siteAt(i int) party.PositionChange {
	const street = 0.0007 // degrees
	short := func(degrees float64) float64 { return math.Round(degrees*1e6) / 1e6 }
	return located(party.Position{Latitude: short(o.at.Latitude + float64(i/15-7)*street), Longitude: short(o.at.Longitude + float64(i%15-7)*street)})
}

// demoSites are the sites that were made, by side.
type demoSites struct{ consumers, producers []site.View }

func (d *seeding) seedSites(ctx context.Context, operationID id.ID, o demoOperation) (demoSites, error) {
	var made demoSites
	entry := civil.MonthOf(d.today).Add(-o.months).First()
	for i, meter := range o.meters() {
		in := o.site(i, meter, len(made.producers))
		in.OperationID, in.Entry = operationID, &entry
		view, err := d.Services.Participant.Site.Create(ctx, d.organizer, in)
		if err != nil {
			return made, err
		}
		if in.UserEmail != "" {
			if err := d.acceptSites(ctx); err != nil {
				return made, err
			}
		}
		if meter.Producer {
			made.producers = append(made.producers, view)
		} else {
			made.consumers = append(made.consumers, view)
		}
	}
	return made, nil
}

// acceptSites agrees to what is proposed to the participant of the demo, as its holder.
func (d *seeding) acceptSites(ctx context.Context) error {
	holder, err := d.as(ctx, d.participant)
	if err != nil {
		return err
	}
	proposed, err := d.Services.Participant.Invitation.Invited(ctx, holder, holder.UserID)
	for _, one := range proposed {
		err = errors.Join(err, d.Services.Participant.Invitation.Accept(ctx, holder, holder.UserID, one.ID))
	}
	return err
}

// site describes the i-th meter as a participant.
func (o demoOperation) site(i int, meter fake.Site, producers int) site.CreateInput {
	power := meter.PowerW
	in := site.CreateInput{DsoID: meter.DsoID, EnergyType: participant.Consumer, ContractPower: &power,
		PostCode: "35300", City: "Fougères", Position: o.siteAt(i), DsoStatus: "EN_VIGUEUR", DsoAction: "CREATION"}
	if meter.Producer {
		in.EnergyType, in.ProductionType, in.Segment = participant.Producer, participant.Solar, "P4_SURPLUS"
		in.EntityType = party.ProOther
		in.Name = "Toiture " + demoRoofs[producers%len(demoRoofs)]
		in.Address = fmt.Sprintf("%d rue du Soleil", producers+1)
		in.Identity = "Commune de Fougères"
		return in
	}
	in.Segment = "C5"
	if i < len(demoBusinesses) {
		in.Name, in.Identity, in.EntityType = demoBusinesses[i], demoHolders[i], party.ProTertiary
	} else {
		in.Name = demoFamilies[(i-len(demoBusinesses))%len(demoFamilies)]
		in.Identity = "M. et Mme " + strings.TrimPrefix(in.Name, "Famille ")
		if round := (i - len(demoBusinesses)) / len(demoFamilies); round > 0 {
			in.Name += fmt.Sprintf(" %d", round+1)
		}
		in.EntityType = party.PartIndiv
	}
	in.Address = fmt.Sprintf("%d rue de la Pinterie", i+1)
	in.Phone = fmt.Sprintf("+33 2 99 00 %02d %02d", i/100, i%100)
	in.Email = fmt.Sprintf("site%d.%s@exemple.example", i+1, strings.ToLower(o.externalID))
	if i == 0 && o.externalID == "ACC00000001" {
		in.UserEmail = "participant@demo.pmo"
	}
	return in
}

var demoBusinesses = []string{"Boulangerie du Château", "École Jules-Ferry", "Mairie", "Médiathèque", "Gymnase des Cotterêts",
	"Pharmacie Centrale", "Garage du Nançon", "Crèche des Lutins"}

// demoHolders are who holds the contracts of demoBusinesses.
var demoHolders = []string{"SARL Le Fournil", "Commune de Fougères", "Commune de Fougères", "Commune de Fougères", "Commune de Fougères",
	"SELARL Pharmacie Centrale", "SARL Garage du Nançon", "Association Les Lutins"}

var demoFamilies = []string{"Famille Martin", "Famille Bernard", "Famille Thomas", "Famille Robert", "Famille Richard", "Famille Dubois",
	"Famille Moreau", "Famille Simon", "Famille Laurent", "Famille Michel", "Famille Garcia", "Famille Roux", "Famille Fournier",
	"Famille Girard", "Famille Bonnet", "Famille Lambert", "Famille Fontaine", "Famille Rousseau", "Famille Vincent", "Famille Faure"}

var demoRoofs = []string{"École Jules-Ferry", "Gymnase", "Médiathèque", "Halle aux grains", "Atelier municipal", "Ferme de la Vairie",
	"Entrepôt nord", "Maison de quartier", "Salle des fêtes", "Parking relais"}
