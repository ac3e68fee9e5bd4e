package kernelstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// IdempotentReply is the first answer to a request with an Idempotency-Key.
type IdempotentReply struct {
	Holder      ReplyHolder
	Key         string
	Operation   string // operationId of the contract
	RequestHash []byte // of path, query and body: another one with the same key is refused
	Status      int
	Headers     map[string]string
	Body        []byte
	Asked       []policy.Question // what the policy allowed for it
	CreatedAt   time.Time
}

// ReplyHolder is whose answer it is: a user with all rights of the role, or with those
// that a scope names.
type ReplyHolder struct {
	User  id.ID
	Scope string
}

// IdempotencyKeys stores answers beside the changes they report (ADR 0003).
//
// The order of use is: Enclose; in it Lock, Find, and when nothing is found the
// change itself and Add. Two requests with one key then run one after the other,
// and the second finds the answer of the first.
type IdempotencyKeys struct{ db *postgres.DB }

// NewIdempotencyKeys is the store over db.
func NewIdempotencyKeys(db *postgres.DB) *IdempotencyKeys { return &IdempotencyKeys{db} }

// Lock keeps other requests with the same key waiting until the transaction ends.
func (s *IdempotencyKeys) Lock(ctx context.Context, holder ReplyHolder, key string) error {
	return s.db.Hold(ctx, "idempotency "+string(holder.User)+" "+holder.Scope+" "+key)
}

// Find returns the answer stored under key; ok is false when there is none.
func (s *IdempotencyKeys) Find(ctx context.Context, holder ReplyHolder, key string) (r IdempotentReply, ok bool, err error) {
	row, err := queries(ctx, s.db).GetIdempotencyKey(ctx, sqlcgen.GetIdempotencyKeyParams{UserID: holder.User, Scope: holder.Scope, Key: key})
	if errors.Is(err, pgx.ErrNoRows) {
		return IdempotentReply{}, false, nil
	}
	if err != nil {
		return IdempotentReply{}, false, err
	}
	r = IdempotentReply{
		Holder: ReplyHolder{row.UserID, row.Scope}, Key: row.Key, Operation: row.Operation, RequestHash: row.RequestHash,
		Status: int(row.Status), Body: row.Body, CreatedAt: row.CreatedAt,
	}
	return r, true, errors.Join(json.Unmarshal(row.Headers, &r.Headers), json.Unmarshal(row.Asked, &r.Asked))
}

// Add stores an answer, in the transaction of ctx.
func (s *IdempotencyKeys) Add(ctx context.Context, r IdempotentReply) error {
	if r.Headers == nil {
		r.Headers = map[string]string{}
	}
	headers, err := json.Marshal(r.Headers)
	if err != nil {
		return err
	}
	if r.Asked == nil {
		r.Asked = []policy.Question{}
	}
	asked, err := json.Marshal(r.Asked)
	if err != nil {
		return err
	}
	if r.Body == nil {
		r.Body = []byte{}
	}
	return queries(ctx, s.db).InsertIdempotencyKey(ctx, sqlcgen.InsertIdempotencyKeyParams{
		UserID: r.Holder.User, Scope: r.Holder.Scope, Key: r.Key, Operation: r.Operation, RequestHash: r.RequestHash,
		Status: int32(r.Status), Headers: headers, Body: r.Body, Asked: asked, CreatedAt: r.CreatedAt,
	})
}

// DeleteBefore forgets answers given before an instant and tells how many.
func (s *IdempotencyKeys) DeleteBefore(ctx context.Context, before time.Time) (int64, error) {
	return queries(ctx, s.db).DeleteIdempotencyKeysBefore(ctx, before)
}
