package kernelstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
)

// Events keeps what is handled after its transaction (event.Log).
type Events struct{ db *postgres.DB }

// NewEvents makes it.
func NewEvents(db *postgres.DB) Events { return Events{db} }

var _ event.Log = Events{}

// Append stores one.
func (s Events) Append(ctx context.Context, e event.Entry) error {
	body, err := json.Marshal(e.Event)
	if err != nil {
		return err
	}
	_, err = s.db.Conn(ctx).Exec(ctx, "insert into events (id, name, body, handlers, published_at) values ($1, $2, $3, $4, $5)",
		e.ID, e.Event.EventName(), body, e.Handlers, e.At)
	return err
}

// Read fills into; ok is false when the event is gone.
func (s Events) Read(ctx context.Context, eventID id.ID, into any) (bool, error) {
	var body []byte
	err := s.db.Conn(ctx).QueryRow(ctx, "select body from events where id = $1", eventID).Scan(&body)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, json.Unmarshal(body, into)
}

// Delivered notes that a handler is done; a second time, and for an event that is gone, changes nothing.
func (s Events) Delivered(ctx context.Context, d event.Delivery, at time.Time) error {
	_, err := s.db.Conn(ctx).Exec(ctx, `insert into event_deliveries (event_id, handler, delivered_at)
		select id, $2, $3 from events where id = $1 on conflict do nothing`, d.EventID, d.Handler, at)
	return err
}

// Undelivered lists what handlers have not done, oldest first.
func (s Events) Undelivered(ctx context.Context, before time.Time, limit int) ([]event.Delivery, error) {
	rows, err := s.db.Conn(ctx).Query(ctx, `select e.id, h.handler from events e cross join lateral unnest(e.handlers) as h (handler)
		where e.published_at < $1 and not exists (select from event_deliveries d where d.event_id = e.id and d.handler = h.handler)
		order by e.published_at, e.id, h.handler limit $2`, before, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[event.Delivery])
}

// DeleteBefore forgets events that are older, with their deliveries.
func (s Events) DeleteBefore(ctx context.Context, before time.Time) error {
	_, err := s.db.Conn(ctx).Exec(ctx, "delete from events where published_at < $1", before)
	return err
}
