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

// writeAudit appends the lines to the audit log, in the transaction of ctx. They are of one
// instant, and a microsecond apart, so that they keep their order.
func (db *DB) writeAudit(ctx context.Context, entries []tx.Change) error {
	q, at := sqlcgen.New(db.Conn(ctx)), db.now()
	for i, change := range entries {
		details := []byte("{}")
		if len(change.Details) > 0 {
			var err error
			if details, err = json.Marshal(change.Details); err != nil {
				return fmt.Errorf("audit details of %s: %w", change.Action, err)
			}
		}
		err := q.InsertAuditEntry(ctx, sqlcgen.InsertAuditEntryParams{
			ID: id.New(), At: at.Add(time.Duration(i) * time.Microsecond), ActorID: OptionalID(change.ActorID), Agent: change.Agent, Action: change.Action,
			OperationID: OptionalID(change.OperationID), ObjectKind: change.ObjectKind, ObjectID: OptionalID(change.ObjectID),
			RequestID: db.requestID(ctx), Details: details,
		})
		if err != nil {
			return fmt.Errorf("audit of %s: %w", change.Action, err)
		}
	}
	return nil
}
