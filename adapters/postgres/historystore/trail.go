package historystore

import (
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/historystore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/history"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Trail reads the lines of operations.
type Trail struct{ db *postgres.DB }

var _ history.Trail = (*Trail)(nil)

// NewTrail is the reader over db.
func NewTrail(db *postgres.DB) *Trail { return &Trail{db} }

// Lines are those of an operation or of a thing in it, newest first, and how many there are.
func (s *Trail) Lines(ctx context.Context, q history.Query) ([]history.Line, int, error) {
	if q.Thing == (tx.Object{}) {
		return s.ofOperation(ctx, q)
	}
	total, err := queries(ctx, s.db).CountObjectLines(ctx, sqlcgen.CountObjectLinesParams{ObjectKind: q.Thing.Kind, ObjectID: q.Thing.ID,
		OperationID: q.OperationID, Resources: q.Resources, Agent: q.Agent, ActorID: postgres.OptionalID(q.ActorID), FromAt: optionalTime(q.From), ToAt: optionalTime(q.To)})
	if err != nil {
		return nil, 0, err
	}
	rows, err := queries(ctx, s.db).ListObjectLines(ctx, sqlcgen.ListObjectLinesParams{ObjectKind: q.Thing.Kind, ObjectID: q.Thing.ID,
		OperationID: q.OperationID, Resources: q.Resources, Agent: q.Agent, ActorID: postgres.OptionalID(q.ActorID), FromAt: optionalTime(q.From), ToAt: optionalTime(q.To),
		Behind: postgres.OptionalID(q.Behind), RowsLimit: int32(q.Limit)})
	lines := make([]history.Line, len(rows))
	for i, r := range rows {
		lines[i] = fromDB(sqlcgen.ListOperationLinesRow(r))
	}
	return lines, int(total), err
}

func fromDB(r sqlcgen.ListOperationLinesRow) history.Line {
	return history.Line{ID: r.ID, At: r.At, Agent: r.Agent, Action: r.Action, ObjectKind: r.ObjectKind, Details: r.Details,
		ObjectID: postgres.IDOf(r.ObjectID), ActorID: postgres.IDOf(r.ActorID),
		Author: history.Author{Role: policy.Role(r.Role), Firstname: r.Firstname, Lastname: r.Lastname, Email: r.Email}}
}

func (s *Trail) ofOperation(ctx context.Context, q history.Query) ([]history.Line, int, error) {
	total, err := queries(ctx, s.db).CountOperationLines(ctx, sqlcgen.CountOperationLinesParams{OperationID: q.OperationID, Resources: q.Resources,
		Agent: q.Agent, ActorID: postgres.OptionalID(q.ActorID), FromAt: optionalTime(q.From), ToAt: optionalTime(q.To)})
	if err != nil {
		return nil, 0, err
	}
	rows, err := queries(ctx, s.db).ListOperationLines(ctx, sqlcgen.ListOperationLinesParams{OperationID: q.OperationID,
		Resources: q.Resources, Agent: q.Agent, ActorID: postgres.OptionalID(q.ActorID), FromAt: optionalTime(q.From), ToAt: optionalTime(q.To),
		Behind: postgres.OptionalID(q.Behind), RowsLimit: int32(q.Limit)})
	lines := make([]history.Line, len(rows))
	for i, r := range rows {
		lines[i] = fromDB(r)
	}
	return lines, int(total), err
}

// Exists reports whether the operation has the thing.
func (s *Trail) Exists(ctx context.Context, operationID id.ID, thing tx.Object) (bool, error) {
	return queries(ctx, s.db).HasObject(ctx, sqlcgen.HasObjectParams{ObjectKind: thing.Kind, OperationID: operationID, ObjectID: thing.ID})
}

// Paths are those of folders and documents that are there, the trash included.
func (s *Trail) Paths(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]string, error) {
	rows, err := queries(ctx, s.db).ListDocumentPaths(ctx, operationID, ids)
	paths := make(map[id.ID]string, len(rows))
	for _, r := range rows {
		paths[r.Leaf] = r.Path
	}
	return paths, err
}

func optionalTime(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}
