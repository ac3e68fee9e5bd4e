package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/tx"
)

// writeAudit appends the lines to the audit log, in the transaction of ctx, and what else
// they are about. They are of one instant, and a microsecond apart, so that they keep
// their order.
func (db *DB) writeAudit(ctx context.Context, entries []entry) error {
	q, at := sqlcgen.New(db.Conn(ctx)), db.now()
	for i, e := range entries {
		change, details := e.record.Complete(e.change), []byte("{}")
		if len(change.Details) > 0 {
			var err error
			if details, err = json.Marshal(change.Details); err != nil {
				return fmt.Errorf("audit details of %s: %w", change.Action, err)
			}
		}
		line := id.New()
		err := q.InsertAuditEntry(ctx, sqlcgen.InsertAuditEntryParams{
			ID: line, At: at.Add(time.Duration(i) * time.Microsecond), ActorID: OptionalID(change.ActorID), Agent: change.Agent, Action: change.Action,
			OperationID: OptionalID(change.OperationID), ObjectKind: change.ObjectKind, ObjectID: OptionalID(change.ObjectID),
			RequestID: db.requestID(ctx), Details: details,
		})
		if err == nil {
			err = writeConcerned(ctx, q, line, e.record.Concerned())
		}
		if err != nil {
			return fmt.Errorf("audit of %s: %w", change.Action, err)
		}
	}
	return nil
}

// writeConcerned appends what else a line is about.
func writeConcerned(ctx context.Context, q *sqlcgen.Queries, line id.ID, concerned []tx.Object) error {
	if len(concerned) == 0 {
		return nil
	}
	kinds, ids := make([]string, len(concerned)), make([]id.ID, len(concerned))
	for i, o := range concerned {
		kinds[i], ids[i] = o.Kind, o.ID
	}
	return q.InsertAuditObjects(ctx, sqlcgen.InsertAuditObjectsParams{EntryID: line, ObjectKinds: kinds, ObjectIds: ids})
}
