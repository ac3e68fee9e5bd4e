package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
)

// Participants keeps the metering sites and which days their numbers are taken.
type Participants struct{ db *DB }

var (
	_ participant.Participants = (*Participants)(nil)
	_ operation.Sites          = (*Participants)(nil)
)

// NewParticipants is the store over db.
func NewParticipants(db *DB) *Participants { return &Participants{db} }

var participantConstraints = constraints{
	// The context names the number and the operator's kind of it.
	"site_occupancies_period_excl":   participant.ErrPRMUsed,
	"participants_operation_id_fkey": operation.ErrNotFound,
	"participants_user_id_fkey":      participant.ErrEmailNotFound,
}

// ByID finds one. Error: participant.notFound.
func (s *Participants) ByID(ctx context.Context, participantID id.ID) (participant.Participant, error) {
	row, err := s.db.queries(ctx).GetParticipant(ctx, participantID)
	return fromDBParticipant(row), orMissing(err, participant.ErrNotFound)
}

// OperationOf finds the operation of a participant, for the policy.
// Error: participant.notFound.
func (s *Participants) OperationOf(ctx context.Context, participantID id.ID) (id.ID, error) {
	operationID, err := s.db.queries(ctx).GetParticipantOperation(ctx, participantID)
	return operationID, orMissing(err, participant.ErrNotFound)
}

// ByIDs finds those that exist, by name in French order.
func (s *Participants) ByIDs(ctx context.Context, participantIDs []id.ID) ([]participant.Participant, error) {
	rows, err := s.db.queries(ctx).ListParticipantsByID(ctx, participantIDs)
	return fromDBParticipants(rows), err
}

// OfOperation lists those of an operation, by name in French order.
func (s *Participants) OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error) {
	rows, err := s.db.queries(ctx).ListParticipantsOfOperation(ctx, operationID)
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
	rows, err := s.db.queries(ctx).ListSites(ctx, operationIDs)
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
	rows, err := s.db.queries(ctx).CountSites(ctx, operationIDs, pgDate(today))
	if err != nil {
		return nil, err
	}
	out := make(map[id.ID]operation.Count, len(rows))
	for _, r := range rows {
		out[r.OperationID] = operation.Count{Sites: int(r.Sites), Consumers: int(r.Consumers), Producers: int(r.Producers)}
	}
	return out, nil
}

// Add stores new participants.
func (s *Participants) Add(ctx context.Context, ps ...participant.Participant) error {
	if len(ps) == 0 {
		return nil
	}
	rows := make([]sqlcgen.InsertParticipantParams, len(ps))
	for i, p := range ps {
		rows[i] = toDBNewParticipant(p)
	}
	return participantConstraints.translate(first(s.db.queries(ctx).InsertParticipant(ctx, rows).Exec))
}

// Save replaces stored participants, but for what never changes.
func (s *Participants) Save(ctx context.Context, ps ...participant.Participant) error {
	if len(ps) == 0 {
		return nil
	}
	rows := make([]sqlcgen.UpdateParticipantParams, len(ps))
	for i, p := range ps {
		rows[i] = toDBChangedParticipant(p)
	}
	return participantConstraints.translate(first(s.db.queries(ctx).UpdateParticipant(ctx, rows).Exec))
}

// first is the first error of a batch; the others only say that one came before.
func first(exec func(func(int, error))) error {
	var found error
	exec(func(_ int, err error) {
		if err != nil && found == nil {
			found = err
		}
	})
	return found
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
			numbers, periods = append(numbers, o.DsoID), append(periods, toDBDays(o.Period))
		}
	}
	rows, err := s.db.conn(ctx).Query(ctx, takenOccupancies, numbers, periods, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (participant.Occupancy, error) {
		var o participant.Occupancy
		var period pgtype.Range[pgtype.Date]
		err := row.Scan(&o.ParticipantID, &o.OperationID, &o.DsoID, &period)
		o.Period = fromDBDays(period)
		return o, err
	})
}

// Occupy replaces the occupancies of these participants. Error: prm.alreadyUsed.
func (s *Participants) Occupy(ctx context.Context, os []participant.Occupancy) error {
	if len(os) == 0 {
		return nil
	}
	ids := make([]id.ID, len(os))
	rows := make([]sqlcgen.InsertOccupancyParams, 0, len(os))
	for i, o := range os {
		ids[i] = o.ParticipantID
		if !o.Period.IsEmpty() {
			rows = append(rows, sqlcgen.InsertOccupancyParams{ParticipantID: o.ParticipantID, OperationID: o.OperationID,
				DsoID: o.DsoID, Period: toDBDays(o.Period)})
		}
	}
	queries := s.db.queries(ctx)
	if err := queries.DeleteOccupancies(ctx, ids); err != nil {
		return err
	}
	if len(rows) == 0 {
		return nil
	}
	return participantConstraints.translate(first(queries.InsertOccupancy(ctx, rows).Exec))
}
