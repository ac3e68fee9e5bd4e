package importstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/importstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/pull/drop"
)

// DropLooks remembers what the last look into the drops found.
type DropLooks struct{ db *postgres.DB }

var _ drop.Looks = (*DropLooks)(nil)

// DropMemory is what is remembered of drops.
type DropMemory struct {
	*DroppedFiles
	*DropLooks
}

var _ drop.Memory = DropMemory{}

// NewDropMemory is both stores over db.
func NewDropMemory(db *postgres.DB) DropMemory {
	return DropMemory{NewDroppedFiles(db), NewDropLooks(db)}
}

// NewDropLooks is the store over db.
func NewDropLooks(db *postgres.DB) *DropLooks { return &DropLooks{db} }

// Get reads the look of an operation; nothing when there was none.
func (s *DropLooks) Get(ctx context.Context, operationID id.ID) (drop.Look, error) {
	row, err := queries(ctx, s.db).GetDropLook(ctx, operationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return drop.Look{}, nil
	}
	if err != nil {
		return drop.Look{}, err
	}
	return fromDBDropLook(row)
}

// All reads those of all operations.
func (s *DropLooks) All(ctx context.Context) (map[id.ID]drop.Look, error) {
	rows, err := queries(ctx, s.db).ListDropLooks(ctx)
	out := make(map[id.ID]drop.Look, len(rows))
	for _, row := range rows {
		look, err := fromDBDropLook(row)
		if err != nil {
			return nil, err
		}
		out[row.OperationID] = look
	}
	return out, err
}

// Ask notes that somebody wants a look.
func (s *DropLooks) Ask(ctx context.Context, operationID id.ID, at time.Time) error {
	return queries(ctx, s.db).AskDropLook(ctx, operationID, &at)
}

// Keep stores what a look found.
func (s *DropLooks) Keep(ctx context.Context, operationID id.ID, look drop.Look) error {
	waiting := make([]storedWaiting, len(look.Waiting))
	for i, w := range look.Waiting {
		waiting[i] = storedWaiting{w.Drop, w.Name, w.Size, w.ModifiedAt, w.Since, postgres.ToStoredFaults([]*fault.Error{w.Why})[0]}
	}
	text, err := json.Marshal(waiting)
	if err != nil {
		return err
	}
	return queries(ctx, s.db).KeepDropLook(ctx, sqlcgen.KeepDropLookParams{OperationID: operationID, LookedAt: look.LookedAt,
		Waiting: text, WaitingCount: int32(look.Count)})
}

// storedWaiting is a file that is not taken, in a jsonb column.
type storedWaiting struct {
	Place      string               `json:"place"`
	Name       string               `json:"name,omitempty"`
	Size       int64                `json:"size"`
	ModifiedAt time.Time            `json:"modifiedAt"`
	Since      time.Time            `json:"since"`
	Why        postgres.StoredFault `json:"why"`
}

func fromDBDropLook(row sqlcgen.DropLook) (drop.Look, error) {
	var waiting []storedWaiting
	if err := json.Unmarshal(row.Waiting, &waiting); err != nil {
		return drop.Look{}, err
	}
	look := drop.Look{AskedAt: row.AskedAt, LookedAt: row.LookedAt, Count: int(row.WaitingCount), Waiting: make([]drop.WaitingFile, len(waiting))}
	for i, w := range waiting {
		look.Waiting[i] = drop.WaitingFile{File: drop.File{Name: w.Name, Size: w.Size, ModifiedAt: w.ModifiedAt},
			Drop: w.Place, Since: w.Since, Why: postgres.FromStoredFaults([]postgres.StoredFault{w.Why})[0]}
	}
	return look, nil
}
