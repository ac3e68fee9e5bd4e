package participantstore

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/participantstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/invitation"
	"github.com/openpmo/pmo/core/party"
)

func toDBActivation(r *civil.Range) pgtype.Range[pgtype.Date] {
	if r == nil {
		return pgtype.Range[pgtype.Date]{}
	}
	return postgres.ToDays(*r)
}

func fromDBActivation(r pgtype.Range[pgtype.Date]) *civil.Range {
	if !r.Valid {
		return nil
	}
	days := postgres.FromDays(r)
	return &days
}

func fromDBParticipant(r sqlcgen.Participant) participant.Participant {
	return participant.Participant{
		OperationID: r.OperationID, ID: r.ID, Name: r.Name, EnergyType: participant.EnergyType(r.EnergyType),
		DsoID: r.DsoID, ExternalID: r.ExternalID, PADT: r.Padt, Segment: participant.Segment(r.Segment),
		EntityType: party.EntityType(r.EntityType), EntityTypeOpen: r.EntityTypeOpen, ProductionType: participant.ProductionType(r.ProductionTypeID),
		ContractPower: r.ContractPowerW, Address: r.Address, PostCode: r.PostCode, City: r.City, DepartmentCode: r.DepartmentCode, INSEECode: r.InseeCode, Position: postgres.ToPosition(r.Latitude, r.Longitude),
		Identity: r.Identity, Email: r.Email, Phone: r.Phone, SIRET: r.SIRET, Treasury: r.Treasury, Tags: postgres.NilOfNone(r.Tags), IsProsumer: r.IsProsumer, Activation: fromDBActivation(r.Activation),
		BilledUntil: postgres.FromOptionalDate(r.BilledUntil), EntryDateKnown: r.EntryDateKnown, DsoStatus: r.DsoStatus, DsoAction: r.DsoAction, UserID: postgres.IDOf(r.UserID), BillingLogoID: postgres.IDOf(r.BillingLogoID),
		Version: int(r.Version), CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
}

func toDBNewParticipant(p participant.Participant) sqlcgen.InsertParticipantsParams {
	return sqlcgen.InsertParticipantsParams{
		OperationID: p.OperationID, ID: p.ID, Name: p.Name, EnergyType: string(p.EnergyType), DsoID: p.DsoID,
		ExternalID: p.ExternalID, Padt: p.PADT, Segment: string(p.Segment), EntityType: string(p.EntityType), EntityTypeOpen: p.EntityTypeOpen,
		ProductionTypeID: int16(p.ProductionType), ContractPowerW: p.ContractPower, Address: p.Address,
		PostCode: p.PostCode, City: p.City, DepartmentCode: p.DepartmentCode, InseeCode: p.INSEECode,
		Latitude: postgres.Latitude(p.Position), Longitude: postgres.Longitude(p.Position),
		Identity: p.Identity, Email: p.Email, Phone: p.Phone, SIRET: p.SIRET, Treasury: p.Treasury, Tags: postgres.NotNull(p.Tags),
		IsProsumer: p.IsProsumer, Activation: toDBActivation(p.Activation), BilledUntil: postgres.ToOptionalDate(p.BilledUntil), EntryDateKnown: p.EntryDateKnown,
		DsoStatus: p.DsoStatus, DsoAction: p.DsoAction, UserID: postgres.OptionalID(p.UserID), Version: int32(p.Version),
		CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
	}
}

// changedParticipant is a row of participants as jsonb_populate_recordset reads it, without what never changes.
type changedParticipant struct {
	OperationID      id.ID     `json:"operation_id"`
	ID               id.ID     `json:"id"`
	Name             string    `json:"name"`
	ExternalID       string    `json:"external_id"`
	PADT             string    `json:"padt"`
	Segment          string    `json:"segment"`
	EntityType       string    `json:"entity_type"`
	ProductionTypeID int16     `json:"production_type_id"`
	ContractPowerW   *int64    `json:"contract_power_w"`
	Address          string    `json:"address"`
	PostCode         string    `json:"post_code"`
	City             string    `json:"city"`
	DepartmentCode   string    `json:"department_code"`
	INSEECode        string    `json:"insee_code"`
	Latitude         *float64  `json:"latitude"`
	Longitude        *float64  `json:"longitude"`
	Identity         string    `json:"identity"`
	Email            string    `json:"email"`
	Phone            string    `json:"phone"`
	SIRET            string    `json:"siret"`
	Treasury         string    `json:"treasury"`
	Tags             []string  `json:"tags"`
	IsProsumer       bool      `json:"is_prosumer"`
	Activation       *string   `json:"activation"`
	BilledUntil      *string   `json:"billed_until"`
	EntryDateKnown   bool      `json:"entry_date_known"`
	DsoStatus        string    `json:"dso_status"`
	DsoAction        string    `json:"dso_action"`
	UserID           *id.ID    `json:"user_id"`
	BillingLogoID    *id.ID    `json:"billing_logo_id"`
	Version          int32     `json:"version"`
	UpdatedAt        time.Time `json:"updated_at"`
}

func toDBChangedParticipant(p participant.Participant) changedParticipant {
	return changedParticipant{
		OperationID: p.OperationID, ID: p.ID, Name: p.Name, ExternalID: p.ExternalID, PADT: p.PADT,
		Segment: string(p.Segment), EntityType: string(p.EntityType), ProductionTypeID: int16(p.ProductionType),
		ContractPowerW: p.ContractPower, Address: p.Address, PostCode: p.PostCode, City: p.City, DepartmentCode: p.DepartmentCode, INSEECode: p.INSEECode,
		Treasury: p.Treasury, Tags: postgres.NotNull(p.Tags), Latitude: postgres.Latitude(p.Position), Longitude: postgres.Longitude(p.Position), Identity: p.Identity, Email: p.Email, Phone: p.Phone, SIRET: p.SIRET, IsProsumer: p.IsProsumer, Activation: activationText(p.Activation),
		BilledUntil: dayText(p.BilledUntil), EntryDateKnown: p.EntryDateKnown, DsoStatus: p.DsoStatus, DsoAction: p.DsoAction, UserID: postgres.OptionalID(p.UserID), BillingLogoID: postgres.OptionalID(p.BillingLogoID),
		Version: int32(p.Version), UpdatedAt: p.UpdatedAt,
	}
}

func dayText(d *civil.Date) *string {
	if d == nil {
		return nil
	}
	text := d.String()
	return &text
}

// activationText is the text of a daterange, whose end is open for who stays.
func activationText(days *civil.Range) *string {
	if days == nil {
		return nil
	}
	text := "[" + days.From.String() + ","
	if days.To != civil.Forever {
		text += days.To.String()
	}
	text += ")"
	return &text
}

// Participants keeps the metering sites and which days their numbers are taken.
type Participants struct{ db *postgres.DB }

var (
	_ participant.Participants = (*Participants)(nil)
	_ operation.Sites          = (*Participants)(nil)
)

// NewParticipants is the store over db.
func NewParticipants(db *postgres.DB) *Participants { return &Participants{db} }

var participantConstraints = postgres.Constraints{
	// The context names the number and the operator's kind of it.
	"site_occupancies_period_excl":   participant.ErrPRMUsed,
	"participants_operation_id_fkey": operation.ErrNotFound,
	"participants_user_id_fkey":      invitation.ErrEmailNotFound,
}

// ByID finds one. Error: participant.notFound.
func (s *Participants) ByID(ctx context.Context, participantID id.ID) (participant.Participant, error) {
	row, err := queries(ctx, s.db).GetParticipant(ctx, participantID)
	return fromDBParticipant(row), postgres.OrMissing(err, participant.ErrNotFound)
}

// OperationOf finds the operation of a participant, for the policy.
// Error: participant.notFound.
func (s *Participants) OperationOf(ctx context.Context, participantID id.ID) (id.ID, error) {
	operationID, err := queries(ctx, s.db).GetParticipantOperation(ctx, participantID)
	return operationID, postgres.OrMissing(err, participant.ErrNotFound)
}

// ByIDs finds those that exist, by name in French order.
func (s *Participants) ByIDs(ctx context.Context, participantIDs []id.ID) ([]participant.Participant, error) {
	rows, err := queries(ctx, s.db).ListParticipantsByID(ctx, participantIDs)
	return fromDBParticipants(rows), err
}

// OfOperation lists those of an operation, by name in French order.
func (s *Participants) OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error) {
	rows, err := queries(ctx, s.db).ListParticipantsOfOperation(ctx, operationID)
	return fromDBParticipants(rows), err
}

func fromDBParticipants(rows []sqlcgen.Participant) []participant.Participant {
	out := make([]participant.Participant, len(rows))
	for i, r := range rows {
		out[i] = fromDBParticipant(r)
	}
	return out
}

// OfOperations lists the sites of operations, by name in French order.
func (s *Participants) OfOperations(ctx context.Context, operationIDs []id.ID) ([]operation.Site, error) {
	rows, err := queries(ctx, s.db).ListSites(ctx, operationIDs)
	if err != nil {
		return nil, err
	}
	out := make([]operation.Site, len(rows))
	for i, r := range rows {
		out[i] = operation.Site{OperationID: r.OperationID, ID: r.ID, Name: r.Name,
			Producer: participant.EnergyType(r.EnergyType) == participant.Producer, Prosumer: r.IsProsumer, Activation: fromDBActivation(r.Activation)}
	}
	return out, nil
}

// Counts counts the sites that have not left before today.
func (s *Participants) Counts(ctx context.Context, operationIDs []id.ID, today civil.Date) (map[id.ID]operation.Count, error) {
	rows, err := queries(ctx, s.db).CountSites(ctx, operationIDs, postgres.ToDate(today))
	if err != nil {
		return nil, err
	}
	out := make(map[id.ID]operation.Count, len(rows))
	for _, r := range rows {
		out[r.OperationID] = operation.Count{Sites: int(r.Sites), Consumers: int(r.Consumers), Producers: int(r.Producers)}
	}
	return out, nil
}

// Add stores new participants in one statement: for each one of its own the trigger would count the
// sites of the operation anew, in a row whose versions of this transaction all stay until it ends.
func (s *Participants) Add(ctx context.Context, ps ...participant.Participant) error {
	if len(ps) == 0 {
		return nil
	}
	rows := make([]sqlcgen.InsertParticipantsParams, len(ps))
	for i, p := range ps {
		rows[i] = toDBNewParticipant(p)
	}
	_, err := queries(ctx, s.db).InsertParticipants(ctx, rows)
	return participantConstraints.Translate(err)
}

// Save replaces stored participants, but for what never changes.
func (s *Participants) Save(ctx context.Context, ps ...participant.Participant) error {
	if len(ps) == 0 {
		return nil
	}
	for some := range slices.Chunk(ps, atOnce) {
		rows := make([]changedParticipant, len(some))
		for i, p := range some {
			rows[i] = toDBChangedParticipant(p)
		}
		text, err := json.Marshal(rows)
		if err != nil {
			return err
		}
		if _, err := s.db.Conn(ctx).Exec(ctx, changeParticipants, text); err != nil {
			return participantConstraints.Translate(err)
		}
	}
	return nil
}

// atOnce is how many sites one statement changes: a file has thousands, and the memory that they take
// stays what it is.
const atOnce = 1_000

// changeParticipants replaces many in one statement, for the reason that Add has.
const changeParticipants = `
update participants p set name = n.name, external_id = n.external_id, padt = n.padt, segment = n.segment,
    entity_type = n.entity_type, production_type_id = n.production_type_id, contract_power_w = n.contract_power_w,
    address = n.address, post_code = n.post_code, city = n.city, department_code = n.department_code, insee_code = n.insee_code,
    latitude = n.latitude, longitude = n.longitude, identity = n.identity, email = n.email, phone = n.phone,
    siret = n.siret, treasury = n.treasury, tags = n.tags, is_prosumer = n.is_prosumer, activation = n.activation, billed_until = n.billed_until, entry_date_known = n.entry_date_known,
    dso_status = n.dso_status, dso_action = n.dso_action, user_id = n.user_id, billing_logo_id = n.billing_logo_id, version = n.version, updated_at = n.updated_at
from jsonb_populate_recordset(null::participants, $1) n
where p.operation_id = n.operation_id and p.id = n.id`

// namedBy says what a site is named by that keeps it from being deleted.
var namedBy = postgres.Constraints{
	"allocation_params_operation_id_consumer_id_fkey":       participant.ErrInKey,
	"allocation_params_operation_id_producer_id_fkey":       participant.ErrInKey,
	"allocation_pool_members_operation_id_consumer_id_fkey": participant.ErrInKey,
	"bill_runs_operation_id_participant_id_fkey":            participant.ErrStartedRuns,
	"invoices_producer_id_fkey":                             participant.ErrHasInvoices,
	"invoice_lines_consumer_id_fkey":                        participant.ErrHasInvoices,
	"legacy_bills_operation_id_producer_id_fkey":            participant.ErrHasBills,
	"legacy_bills_operation_id_consumer_id_fkey":            participant.ErrHasBills,
}

// Delete removes one for good. Errors: participant.inKey, participant.startedRuns,
// participant.hasInvoices, participant.hasBills.
func (s *Participants) Delete(ctx context.Context, operationID, participantID id.ID) error {
	return namedBy.Translate(queries(ctx, s.db).DeleteParticipant(ctx, operationID, participantID))
}

const takenOccupancies = `
select o.participant_id, o.operation_id, o.dso_id, o.period
from unnest($1::text[], $2::daterange[]) as w (dso_id, period)
join site_occupancies o on o.dso_id = w.dso_id and o.period && w.period
where o.participant_id <> all($3::uuid[])
order by o.dso_id, o.period`

// Taken lists the occupancies of other participants that meet one of wanted.
func (s *Participants) Taken(ctx context.Context, wanted []participant.Occupancy) ([]participant.Occupancy, error) {
	numbers := []string{}
	periods := []pgtype.Range[pgtype.Date]{}
	ids := []id.ID{}
	for _, o := range wanted {
		ids = append(ids, o.ParticipantID)
		if !o.Period.IsEmpty() {
			numbers, periods = append(numbers, o.DsoID), append(periods, postgres.ToDays(o.Period))
		}
	}
	rows, err := s.db.Conn(ctx).Query(ctx, takenOccupancies, numbers, periods, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (participant.Occupancy, error) {
		var o participant.Occupancy
		var period pgtype.Range[pgtype.Date]
		err := row.Scan(&o.ParticipantID, &o.OperationID, &o.DsoID, &period)
		o.Period = postgres.FromDays(period)
		return o, err
	})
}

// Occupy replaces the occupancies of these participants. Error: prm.alreadyUsed.
func (s *Participants) Occupy(ctx context.Context, os []participant.Occupancy) error {
	if len(os) == 0 {
		return nil
	}
	ids := make([]id.ID, len(os))
	rows := make([]sqlcgen.InsertOccupanciesParams, 0, len(os))
	for i, o := range os {
		ids[i] = o.ParticipantID
		if !o.Period.IsEmpty() {
			rows = append(rows, sqlcgen.InsertOccupanciesParams{ParticipantID: o.ParticipantID, OperationID: o.OperationID,
				DsoID: o.DsoID, Period: postgres.ToDays(o.Period)})
		}
	}
	q := queries(ctx, s.db)
	if err := q.DeleteOccupancies(ctx, ids); err != nil {
		return err
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := q.InsertOccupancies(ctx, rows)
	return participantConstraints.Translate(err)
}
