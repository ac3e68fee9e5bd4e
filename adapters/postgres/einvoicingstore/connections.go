package einvoicingstore

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Cipher encrypts secrets at rest (see adapters/seal).
type Cipher interface {
	Seal(value []byte) []byte
	Open(sealed []byte) ([]byte, error)
}

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Connections stores connections; what lets us in is encrypted.
type Connections struct {
	db     *postgres.DB
	cipher Cipher
}

// NewConnections is the store over db.
func NewConnections(db *postgres.DB, c Cipher) *Connections { return &Connections{db, c} }

var _ einvoicing.Connections = (*Connections)(nil)

var constraints = postgres.Constraints{
	"einvoice_connections_seller_key": einvoicing.ErrConnectionTaken,
	"transmissions_connection_fkey":   einvoicing.ErrConnectionUsed,
	"transmissions_live_key":          einvoicing.ErrLive,
	"transmissions_live_report_key":   einvoicing.ErrLive,
}

func (s *Connections) fromDB(r sqlcgen.EinvoiceConnection, issuer string) (einvoicing.Connection, error) {
	secret, err := s.cipher.Open(r.SecretSealed)
	if err != nil {
		return einvoicing.Connection{}, fmt.Errorf("secret of a connection: %w", err)
	}
	hook, err := s.cipher.Open(r.HookKeySealed)
	if err != nil {
		return einvoicing.Connection{}, fmt.Errorf("key of a connection: %w", err)
	}
	c := einvoicing.Connection{ID: r.ID, OperationID: r.OperationID, IssuerID: r.BillingEntityID, IssuerName: issuer, Seller: r.Seller, Name: r.Name, Kind: einvoicing.Kind(r.Kind),
		Active: r.Active, Secret: string(secret), HookKey: string(hook), Version: int(r.Version), CreatedAt: r.CreatedAt, PolledUntil: r.PolledUntil, PolledAt: r.PolledAt}
	if c.Problem, err = problemFromDB(r.Problem); err != nil {
		return c, err
	}
	return c, json.Unmarshal(r.Settings, &c.Settings)
}

func problemFromDB(stored []byte) (*einvoicing.Problem, error) {
	if len(stored) == 0 {
		return nil, nil
	}
	var p einvoicing.Problem
	return &p, json.Unmarshal(stored, &p)
}

func problemToDB(p *einvoicing.Problem) []byte {
	if p == nil {
		return nil
	}
	text, _ := json.Marshal(p) // of texts and an instant
	return text
}

// List is the connections of an operation, by name.
func (s *Connections) List(ctx context.Context, operationID id.ID) ([]einvoicing.Connection, error) {
	rows, err := queries(ctx, s.db).ListConnections(ctx, operationID)
	if err != nil {
		return nil, err
	}
	out := make([]einvoicing.Connection, len(rows))
	for n, r := range rows {
		if out[n], err = s.fromDB(r.EinvoiceConnection, r.IssuerName); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ByID finds one of an operation.
func (s *Connections) ByID(ctx context.Context, operationID, connectionID id.ID) (einvoicing.Connection, error) {
	c, err := s.Find(ctx, connectionID)
	if err == nil && c.OperationID != operationID {
		return einvoicing.Connection{}, policy.ErrNotFound
	}
	return c, err
}

// Find is one by its id alone.
func (s *Connections) Find(ctx context.Context, connectionID id.ID) (einvoicing.Connection, error) {
	r, err := queries(ctx, s.db).GetConnection(ctx, connectionID)
	if err != nil {
		return einvoicing.Connection{}, postgres.OrMissing(err, policy.ErrNotFound)
	}
	return s.fromDB(r.EinvoiceConnection, r.IssuerName)
}

// firstBack is from how long before it was made a connection is asked what changed.
const firstBack = 24 * time.Hour

// Add stores a new one.
func (s *Connections) Add(ctx context.Context, c einvoicing.Connection) error {
	settings, err := json.Marshal(c.Settings)
	if err != nil {
		return err
	}
	return constraints.Translate(queries(ctx, s.db).InsertConnection(ctx, sqlcgen.InsertConnectionParams{OperationID: c.OperationID, ID: c.ID, BillingEntityID: c.IssuerID,
		Seller: c.Seller, Name: c.Name, Kind: string(c.Kind), Active: c.Active, Settings: settings, SecretSealed: s.cipher.Seal([]byte(c.Secret)),
		HookKeySealed: s.cipher.Seal([]byte(c.HookKey)), Version: int32(c.Version), CreatedAt: c.CreatedAt, PolledUntil: c.CreatedAt.Add(-firstBack)}))
}

// Change stores one when its stored version is the one before.
func (s *Connections) Change(ctx context.Context, c einvoicing.Connection) error {
	settings, err := json.Marshal(c.Settings)
	if err != nil {
		return err
	}
	n, err := queries(ctx, s.db).UpdateConnection(ctx, sqlcgen.UpdateConnectionParams{OperationID: c.OperationID, ID: c.ID, Name: c.Name, Kind: string(c.Kind), Active: c.Active,
		Settings: settings, SecretSealed: s.cipher.Seal([]byte(c.Secret)), HookKeySealed: s.cipher.Seal([]byte(c.HookKey)), Version: int32(c.Version), Before: int32(c.Version) - 1})
	if err == nil && n == 0 {
		return fault.ObjectChanged
	}
	return err
}

// Remove deletes one by which nothing was sent.
func (s *Connections) Remove(ctx context.Context, operationID, connectionID id.ID) error {
	n, err := queries(ctx, s.db).DeleteConnection(ctx, operationID, connectionID)
	if err == nil && n == 0 {
		return policy.ErrNotFound
	}
	return constraints.Translate(err)
}

// Report keeps what is wrong.
func (s *Connections) Report(ctx context.Context, connectionID id.ID, p *einvoicing.Problem) error {
	return queries(ctx, s.db).ReportConnection(ctx, problemToDB(p), connectionID)
}

// Due lists those that may be asked again.
func (s *Connections) Due(ctx context.Context, now time.Time, limit int) ([]id.ID, error) {
	return queries(ctx, s.db).ListConnectionsDue(ctx, now, int32(limit))
}

// Claim keeps others from asking until an instant.
func (s *Connections) Claim(ctx context.Context, connectionID id.ID, now, until time.Time) (bool, error) {
	n, err := queries(ctx, s.db).ClaimConnection(ctx, sqlcgen.ClaimConnectionParams{Until: until, ID: connectionID, Now: now})
	return n > 0, err
}

// Polled records that all up to an instant is known.
func (s *Connections) Polled(ctx context.Context, connectionID id.ID, until, at, next time.Time) error {
	return queries(ctx, s.db).RecordPoll(ctx, sqlcgen.RecordPollParams{Until: until, At: at, Next: next, ID: connectionID})
}

// Postpone gives one up until an instant.
func (s *Connections) Postpone(ctx context.Context, connectionID id.ID, next time.Time) error {
	return queries(ctx, s.db).PostponePoll(ctx, next, connectionID)
}

// Hurry has one asked as soon as may be.
func (s *Connections) Hurry(ctx context.Context, connectionID id.ID, at time.Time) error {
	return queries(ctx, s.db).HurryPoll(ctx, at, connectionID)
}

// storable is what a carrier gave, as text that the database keeps, up to a bound.
func storable(raw []byte) string {
	if len(raw) > maxRaw {
		raw = raw[:maxRaw]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(string(raw), "\uFFFD"), "\x00", "")
}
