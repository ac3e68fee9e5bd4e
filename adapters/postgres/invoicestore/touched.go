package invoicestore

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// touchingInvoices takes all sites and days at once: a perimeter file may have thousands.
const touchingInvoices = `select i.id, i.number, c.name, i.period_from, i.period_to, asked.from_date, asked.to_date
	from unnest($2::uuid[], $3::date[], $4::date[]) as asked (site, from_date, to_date)
	join invoices i on i.operation_id = $1 and invoice_holds(i.type, i.status)
		and i.period_from < asked.to_date and i.period_to > asked.from_date
	join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
	where asked.site is null or exists (select from invoice_lines l where l.invoice_id = i.id and l.consumer_id = asked.site
		and l.from_date < asked.to_date and l.to_date > asked.from_date)
	order by i.period_from, i.year, i.sequence, i.id`

// Touching is the published invoices that bill some of these days of these sites, or of anybody
// where no site is named, by period and number.
func (b BilledDays) Touching(ctx context.Context, operationID id.ID, asked []participant.SiteDays) ([]participant.Touch, error) {
	sites, from, to := make([]*id.ID, len(asked)), make([]pgtype.Date, len(asked)), make([]pgtype.Date, len(asked))
	for i, one := range asked {
		if from[i], to[i] = postgres.ToDate(one.Days.From), postgres.ToDate(one.Days.To); !one.ParticipantID.IsZero() {
			sites[i] = &one.ParticipantID
		}
	}
	rows, err := b.db.Conn(ctx).Query(ctx, touchingInvoices, operationID, sites, from, to)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (participant.Touch, error) {
		var t participant.Touch
		var first, after, moved, movedTo pgtype.Date
		err := row.Scan(&t.ID, &t.Number, &t.ClientName, &first, &after, &moved, &movedTo)
		t.Days = civil.Range{From: postgres.FromDate(first), To: postgres.FromDate(after)}
		t.Moved = civil.Range{From: postgres.FromDate(moved), To: postgres.FromDate(movedTo)}
		return t, err
	})
}
