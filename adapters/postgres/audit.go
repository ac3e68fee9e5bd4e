package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/tx"
)

// writeAudit appends the lines to the audit log, in the transaction of ctx.
func (db *DB) writeAudit(ctx context.Context, entries []tx.Change) error {
	queries := db.queries(ctx)
	for _, change := range entries {
		details := []byte("{}")
		if len(change.Details) > 0 {
			var err error
			if details, err = json.Marshal(change.Details); err != nil {
				return fmt.Errorf("audit details of %s: %w", change.Action, err)
			}
		}
		err := queries.InsertAuditEntry(ctx, sqlcgen.InsertAuditEntryParams{
			ID: id.New(), ActorID: optionalID(change.ActorID), Agent: change.Agent, Action: change.Action,
			OperationID: optionalID(change.OperationID), ObjectKind: change.ObjectKind, ObjectID: optionalID(change.ObjectID),
			RequestID: db.requestID(ctx), Details: details,
		})
		if err != nil {
			return fmt.Errorf("audit of %s: %w", change.Action, err)
		}
	}
	return nil
}
