// Package searchstore looks for things by part of their names and numbers.
package searchstore

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/search"
)

// Things looks for things in operations.
type Things struct{ db *postgres.DB }

var _ search.Things = Things{}

// NewThings is the store over db.
func NewThings(db *postgres.DB) Things { return Things{db} }

// source is where a kind is looked for: rows t, by what, what tells them apart, their order among
// those that begin alike.
type source struct{ from, name, by, detail, order string }

var sources = map[search.Kind]source{
	search.Site: {from: "participants t", name: "t.name", by: "t.name || ' ' || t.dso_id", detail: "t.dso_id"},
	search.Client: {from: "billable_entities t", name: "t.name", by: "t.name || ' ' || t.legal_number",
		detail: "coalesce(nullif(t.legal_number, ''), t.city)"},
	search.Issuer: {from: "billing_entities t", name: "t.name", by: "t.name || ' ' || t.legal_number",
		detail: "coalesce(nullif(t.legal_number, ''), t.city)"},
	search.Plan: {from: "plans t", name: "t.name", by: "t.name", detail: "''"},
	search.Invoice: {from: "invoices t join billable_entities c on c.operation_id = t.operation_id and c.id = t.billable_entity_id and t.number is not null",
		name: "t.number", by: "t.number", detail: "c.name", order: "t.issue_date desc, t.sequence desc, "},
}

// Find looks for a kind, and counts all that match.
func (s Things) Find(ctx context.Context, kind search.Kind, in search.Where, words []string, limit int) ([]search.Hit, int, error) {
	from, ok := sources[kind]
	if !ok {
		return nil, 0, fmt.Errorf("searchstore: nothing is known of kind %s", kind)
	}
	conditions, args := []string{"t.operation_id = any($1::uuid[])"}, []any{in.Operations}
	if in.Sites != nil {
		args = append(args, in.Sites)
		conditions = append(conditions, fmt.Sprintf("t.id = any($%d::uuid[])", len(args)))
	}
	for _, word := range words {
		args = append(args, word)
		conditions = append(conditions, fmt.Sprintf("position($%d::text in folded(%s)) > 0", len(args), from.by))
	}
	args = append(args, words[0], limit)
	rows, err := s.db.Conn(ctx).Query(ctx, fmt.Sprintf(`select t.id, t.operation_id, %s, %s, count(*) over () from %s where %s
		order by starts_with(folded(%s), $%d::text) desc, %s%s collate name_order, t.id limit $%d`, from.name, from.detail, from.from,
		strings.Join(conditions, " and "), from.name, len(args)-1, from.order, from.name, len(args)), args...)
	if err != nil {
		return nil, 0, err
	}
	total := 0
	hits, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h search.Hit, err error) {
		err = row.Scan(&h.ID, &h.OperationID, &h.Name, &h.Detail, &total)
		return h, err
	})
	return hits, total, err
}
