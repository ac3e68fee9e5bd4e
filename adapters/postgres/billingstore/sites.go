package billingstore

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/billingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// Sites reads the sites of an operation as billing sees them.
type Sites struct{ db *postgres.DB }

// NewSites is the reader over db.
func NewSites(db *postgres.DB) *Sites { return &Sites{db} }

var _ billing.Sites = (*Sites)(nil)

// OfOperation lists the sites, by name.
func (s *Sites) OfOperation(ctx context.Context, operationID id.ID) ([]billing.Site, error) {
	rows, err := queries(ctx, s.db).ListBillingSites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sites := make([]billing.Site, len(rows))
	for i, row := range rows {
		sites[i] = fromDBBillingSite(operationID, row)
	}
	return sites, nil
}

// Places reads where some sites are and whom to write to.
func (s *Sites) Places(ctx context.Context, operationID id.ID, sites []id.ID) ([]billing.Place, error) {
	rows, err := queries(ctx, s.db).ListBillingPlaces(ctx, operationID, sites)
	out := make([]billing.Place, len(rows))
	for i, r := range rows {
		out[i] = billing.Place{ID: r.ID, Consumes: r.EnergyType == "consumer" || r.IsProsumer, Name: r.Name, Street: r.Address, PostCode: r.PostCode, City: r.City,
			Email: r.Email, Phone: r.Phone, EstablishmentID: r.SIRET, EntityType: party.EntityType(r.EntityType)}
	}
	return out, err
}

// PeakHours reads the peak hours that contracts of supply tell.
func (s *Sites) PeakHours(ctx context.Context, operationID id.ID) (map[id.ID]civil.Hours, error) {
	rows, err := queries(ctx, s.db).ListPeakHours(ctx, operationID)
	out := make(map[id.ID]civil.Hours, len(rows))
	for _, r := range rows {
		out[r.ParticipantID] = civil.Hours{From: civil.Clock(*r.PeakStart), To: civil.Clock(*r.OffPeakStart)}
	}
	return out, err
}

// Roster reads clients with their sites and subscriptions by one query, and the sites
// that produce by another.
func (s *Sites) Roster(ctx context.Context, operationID id.ID, clients []id.ID) (billing.Roster, error) {
	var r billing.Roster
	producing, err := queries(ctx, s.db).ListProducingSites(ctx, operationID)
	if err != nil {
		return r, err
	}
	for _, row := range producing {
		r.Sites = append(r.Sites, fromDBBillingSite(operationID, sqlcgen.ListBillingSitesRow(row)))
	}
	if clients != nil {
		rows, err := queries(ctx, s.db).ListRosterOf(ctx, operationID, clients)
		room(&r, len(rows))
		for _, row := range rows {
			addToRoster(&r, operationID, sqlcgen.ListRosterRow(row))
		}
		return r, err
	}
	rows, err := queries(ctx, s.db).ListRoster(ctx, operationID)
	room(&r, len(rows))
	for _, row := range rows {
		addToRoster(&r, operationID, row)
	}
	return r, err
}

// room makes place for what so many rows hold at most.
func room(r *billing.Roster, rows int) {
	r.Sites = slices.Grow(r.Sites, rows)
	r.Clients, r.Subscriptions = make([]billing.BillableEntity, 0, rows), make([]billing.Subscription, 0, rows)
}

// addToRoster takes one row: a subscription, or a site or a client that has none. Rows
// come client by client, and site by site.
func addToRoster(r *billing.Roster, operationID id.ID, row sqlcgen.ListRosterRow) {
	if n := len(r.Clients); n == 0 || r.Clients[n-1].ID != row.ClientID {
		r.Clients = append(r.Clients, billing.BillableEntity{ID: row.ClientID, OperationID: operationID,
			Identity: billing.Identity{Name: row.ClientName, LegalNumber: row.ClientLegalNumber, Street: row.ClientStreet, PostCode: row.ClientPostCode}})
	}
	client := &r.Clients[len(r.Clients)-1]
	consumer := postgres.IDOf(row.SiteID)
	if consumer.IsZero() {
		return
	}
	if n := len(client.ConsumerIDs); n == 0 || client.ConsumerIDs[n-1] != consumer {
		client.ConsumerIDs = append(client.ConsumerIDs, consumer)
		r.Sites = append(r.Sites, fromDBBillingSite(operationID, sqlcgen.ListBillingSitesRow{ID: consumer, Name: row.SiteName, DsoID: row.DsoID,
			EnergyType: row.EnergyType, IsProsumer: row.IsProsumer, UserID: row.UserID, Identity: row.Identity, BilledUntil: row.BilledUntil, EntryDate: row.EntryDate, ExitDate: row.ExitDate}))
	}
	if subscription := postgres.IDOf(row.SubscriptionID); !subscription.IsZero() {
		r.Subscriptions = append(r.Subscriptions, billing.Subscription{ID: subscription, OperationID: operationID,
			Pair: billing.Pair{ConsumerID: consumer, ProducerID: postgres.IDOf(row.ProducerID)}, PlanID: postgres.IDOf(row.PlanID),
			Days: civil.Range{From: postgres.FromDate(row.StartDate), To: postgres.FromEnd(row.EndDate)}, Billed: ranges(row.Billed)})
	}
}

// BilledAs finds the issuer and the client of sites.
func (s *Sites) BilledAs(ctx context.Context, operationID id.ID, sites []id.ID) (map[id.ID]participant.BilledAs, error) {
	rows, err := queries(ctx, s.db).ListBilledAs(ctx, operationID, sites)
	out := make(map[id.ID]participant.BilledAs, len(rows))
	for _, r := range rows {
		out[r.SiteID] = participant.BilledAs{BillingEntity: entityOf(r.IssuerID, r.IssuerName), BillableEntity: entityOf(r.ClientID, r.ClientName),
			Detail: participant.BillingDetail{Name: r.Name, Address: r.Street, PostCode: r.PostCode, City: r.City,
				Email: r.Email, PhoneNumber: r.Phone, LegalNumber: r.LegalNumber}}
	}
	return out, err
}

func entityOf(entityID *id.ID, name string) *participant.Entity {
	if entityID == nil {
		return nil
	}
	return &participant.Entity{ID: *entityID, Name: name}
}

func fromDBBillingSite(operationID id.ID, r sqlcgen.ListBillingSitesRow) billing.Site {
	return billing.Site{ID: r.ID, OperationID: operationID, Name: r.Name, DsoID: r.DsoID, Street: r.Address, PostCode: r.PostCode, City: r.City,
		Consumes: r.EnergyType == "consumer" || r.IsProsumer, Produces: r.EnergyType == "producer" || r.IsProsumer,
		Activation: postgres.FromRange(r.EntryDate, r.ExitDate), AccountID: postgres.IDOf(r.UserID), Holder: r.Identity, BilledUntil: postgres.FromOptionalDate(r.BilledUntil)}
}
