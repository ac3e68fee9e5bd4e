package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
)

// withoutForeignKey are the columns that hold ids of rows of ours and no foreign key, with
// the reason of each.
var withoutForeignKey = map[string]string{
	"audit_entries.actor_id":     "a line of the audit outlives what it names",
	"audit_entries.object_id":    "a line of the audit outlives what it names, and object_kind says in which table it was",
	"audit_entries.operation_id": "a line of the audit outlives what it names",
	"audit_objects.object_id":    "a line of the audit outlives what it is about, and object_kind says in which table it was",

	"bill_run_batches.clients":            "an array; each is checked when its item is written",
	"bill_run_batches.issuers":            "an array; each is checked when its item is written",
	"bill_run_batches.span_subscriptions": "an array; one that is gone is not billed",
	"bill_run_items.invoice_id":           "the draft it made, which a later run may have replaced",

	"jobs.alone_on": "what a job is alone on: an operation today, anything tomorrow",

	"emission_stamp.stamp": "names no row: it is drawn anew with every change of the factors",

	"billed_spans.operation_id":  "that of its invoice, which has a foreign key",
	"invoice_lines.operation_id": "that of its invoice, which has a foreign key",

	"collected_invoices.operation_id": "that of its invoice, which has a foreign key",

	"statements.mail_id": "names a message for ever; it names no row",

	"sessions.public_id": "how a session is called outside; it names no row",

	"operation_pairs.consumer_id":    "zeros stand for all consumers together",
	"operation_rosters.participants": "an array, named by its content",
}

// TestEveryIDHasAForeignKey: what names a row names one that is there. Ids are the columns of
// type uuid or uuid[]; numbers of operators and of the law are texts and no ids.
func TestEveryIDHasAForeignKey(t *testing.T) {
	t.Parallel()
	found := pgtest.Column(t, pgtest.New(t), `select c.relname || '.' || a.attname
		from pg_attribute a join pg_class c on c.oid = a.attrelid
		where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^river_'
			and a.attnum > 0 and not a.attisdropped and a.attname <> 'id' and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
			and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
		order by 1`)
	var named []string
	for name, reason := range withoutForeignKey {
		require.NotEmpty(t, reason, name)
		named = append(named, name)
	}
	require.ElementsMatch(t, named, found)
}
