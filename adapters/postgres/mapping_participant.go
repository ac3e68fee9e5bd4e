package postgres

import (
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// A range of days is half-open on both sides; an end that never comes is unbounded
// in the database and civil.Forever in the core.
func toDBDays(r civil.Range) pgtype.Range[pgtype.Date] {
	days := pgtype.Range[pgtype.Date]{Lower: pgDate(r.From), LowerType: pgtype.Inclusive,
		UpperType: pgtype.Unbounded, Valid: true}
	if !r.IsOpen() {
		days.Upper, days.UpperType = pgDate(r.To), pgtype.Exclusive
	}
	return days
}

func fromDBDays(r pgtype.Range[pgtype.Date]) civil.Range {
	days := civil.Range{From: civil.Min, To: civil.Forever}
	if r.LowerType == pgtype.Inclusive {
		days.From = civilDate(r.Lower)
	}
	if r.UpperType == pgtype.Exclusive {
		days.To = civilDate(r.Upper)
	}
	return days
}

func toDBActivation(r *civil.Range) pgtype.Range[pgtype.Date] {
	if r == nil {
		return pgtype.Range[pgtype.Date]{}
	}
	return toDBDays(*r)
}

func fromDBActivation(r pgtype.Range[pgtype.Date]) *civil.Range {
	if !r.Valid {
		return nil
	}
	days := fromDBDays(r)
	return &days
}

func fromDBParticipant(r sqlcgen.Participant) participant.Participant {
	return participant.Participant{
		OperationID: r.OperationID, ID: r.ID, Name: r.Name, EnergyType: participant.EnergyType(r.EnergyType),
		DsoID: r.DsoID, ExternalID: r.ExternalID, PADT: r.Padt, Segment: participant.Segment(r.Segment),
		EntityType: party.EntityType(r.EntityType), EntityTypeOpen: r.EntityTypeOpen, ProductionType: participant.ProductionType(r.ProductionTypeID),
		ContractPower: r.ContractPowerW, Address: r.Address, PostCode: r.PostCode, City: r.City, Position: fromDBPosition(r.Latitude, r.Longitude),
		Identity: r.Identity, Email: r.Email, Phone: r.Phone, SIRET: r.SIRET, IsProsumer: r.IsProsumer, Activation: fromDBActivation(r.Activation),
		EntryDateKnown: r.EntryDateKnown, DsoStatus: r.DsoStatus, DsoAction: r.DsoAction, UserID: idOf(r.UserID),
		Version: int(r.Version), CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
}

func toDBNewParticipant(p participant.Participant) sqlcgen.InsertParticipantParams {
	return sqlcgen.InsertParticipantParams{
		OperationID: p.OperationID, ID: p.ID, Name: p.Name, EnergyType: string(p.EnergyType), DsoID: p.DsoID,
		ExternalID: p.ExternalID, Padt: p.PADT, Segment: string(p.Segment), EntityType: string(p.EntityType), EntityTypeOpen: p.EntityTypeOpen,
		ProductionTypeID: int16(p.ProductionType), ContractPowerW: p.ContractPower, Address: p.Address,
		PostCode: p.PostCode, City: p.City, Latitude: latitude(p.Position), Longitude: longitude(p.Position),
		Identity: p.Identity, Email: p.Email, Phone: p.Phone, SIRET: p.SIRET,
		IsProsumer: p.IsProsumer, Activation: toDBActivation(p.Activation), EntryDateKnown: p.EntryDateKnown,
		DsoStatus: p.DsoStatus, DsoAction: p.DsoAction, UserID: optionalID(p.UserID), Version: int32(p.Version),
		CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
	}
}

func toDBChangedParticipant(p participant.Participant) sqlcgen.UpdateParticipantParams {
	return sqlcgen.UpdateParticipantParams{
		OperationID: p.OperationID, ID: p.ID, Name: p.Name, ExternalID: p.ExternalID, Padt: p.PADT,
		Segment: string(p.Segment), EntityType: string(p.EntityType), ProductionTypeID: int16(p.ProductionType),
		ContractPowerW: p.ContractPower, Address: p.Address, PostCode: p.PostCode, City: p.City,
		Latitude: latitude(p.Position), Longitude: longitude(p.Position), Identity: p.Identity, Email: p.Email, Phone: p.Phone, SIRET: p.SIRET, IsProsumer: p.IsProsumer, Activation: toDBActivation(p.Activation),
		EntryDateKnown: p.EntryDateKnown, DsoStatus: p.DsoStatus, DsoAction: p.DsoAction, UserID: optionalID(p.UserID),
		Version: int32(p.Version), UpdatedAt: p.UpdatedAt,
	}
}
