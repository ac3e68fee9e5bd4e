package backofficestore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/dso"
)

// adminQueries are the rows of the back-office lists, by the list's name. The
// columns of a query are the list's fields, in double quotes where the contract
// writes capitals; a NULL is left out of the row.
var adminQueries = map[string]string{
	backoffice.Users.Name:           adminUsers,
	backoffice.Operations.Name:      adminOperations,
	backoffice.Participants.Name:    adminParticipants,
	backoffice.Approvals.Name:       adminApprovals,
	backoffice.Outbox.Name:          adminOutbox,
	backoffice.Jobs.Name:            adminJobs,
	backoffice.SellerClaims.Name:    adminSellerClaims,
	backoffice.TRVPrices.Name:       adminTRVPrices,
	backoffice.EmissionFactors.Name: adminEmissionFactors,
	backoffice.PriceRanges.Name:     adminPriceRanges,
	backoffice.Bills.Name:           adminBills,
}

const adminPriceRanges = `select id, version, country, start_date::text as "startDate", low_micro_euro as "lowMicroEuro", high_micro_euro as "highMicroEuro" from price_ranges`

const adminTRVPrices = `select id, version, consumer_type as "consumerType", contract_type as "contractType", start_date::text as "startDate",
    from_kva as "fromKVA", base as "baseMicroEuro", peak as "peakMicroEuro", off_peak as "offPeakMicroEuro", source from trv_prices`

const adminEmissionFactors = `select id, version, country, production_type_id as "productionTypeId", start_date::text as "startDate", milligrams as "milligramsPerKilowattHour", source
    from emission_factors`

// adminBills are the bills of the old engine; its quantities are ten-thousandths of a kWh.
const adminBills = `
select b.id, b.version, b.operation_id as "operationId", o.name as "operationName", b.bill_type as "billType", b.producer_id as "producerId", p.name as "producerName",
    b.consumer_id as "consumerId", c.name as "consumerName", b.first_day::text as "billingPeriodStart", (b.end_day - 1)::text as "billingPeriodEnd",
    b.quantity * 100 as "sharedMilliWh", b.amount_cents as "amountCents", b.due_on::text as "dueDate", b.document_name as "documentName",
    b.payment_status as "paymentStatus", true as "isLegacyBill", b.created_at as "createdAt"
from legacy_bills b join operations o on o.id = b.operation_id
join participants p on p.operation_id = b.operation_id and p.id = b.producer_id
left join participants c on c.operation_id = b.operation_id and c.id = b.consumer_id`

const adminOutbox = `select id, recipient as "to", subject, body_text as "text", created_at as "createdAt" from outbox_messages`

// adminJobs are those of the queue's own table. The error is that of the last attempt.
const adminJobs = `
select id::text as id, kind, state::text as status, queue, attempt, created_at as "createdAt",
    finalized_at as "finishedAt", errors[array_upper(errors, 1)] ->> 'error' as error
from river_job`

// Lists reads the lists of the back-office.
type Lists struct{ db *postgres.DB }

var _ backoffice.Lists = (*Lists)(nil)

// NewLists is the reader over db.
func NewLists(db *postgres.DB) *Lists { return &Lists{db} }

// Rows counts the rows that fit and reads one page of them. Names of columns come
// from the list only, values are parameters.
func (s *Lists) Rows(ctx context.Context, l backoffice.List, q backoffice.Query) (backoffice.Rows, error) {
	source, err := adminSource(l)
	if err != nil {
		return backoffice.Rows{}, err
	}
	args := s.arguments()
	args["hidden"], args["from"], args["count"] = l.Hidden, q.From, q.Count
	where := condition(l, q, args)
	rows := backoffice.Rows{From: q.From}
	if err := s.db.Conn(ctx).QueryRow(ctx, "select count(*) from "+source+where, args).Scan(&rows.Total); err != nil {
		return backoffice.Rows{}, fmt.Errorf("list %s: %w", l.Name, err)
	}
	found, err := s.db.Conn(ctx).Query(ctx, "select "+adminRow+" from "+source+where+order(l, q)+" limit @count offset @from", args)
	if err != nil {
		return backoffice.Rows{}, fmt.Errorf("list %s: %w", l.Name, err)
	}
	rows.JSON, err = pgx.CollectRows(found, pgx.RowTo[[]byte])
	return rows, err
}

// Row is one row with its hidden fields. Error: notFound.
func (s *Lists) Row(ctx context.Context, l backoffice.List, rowID string) ([]byte, error) {
	source, err := adminSource(l)
	if err != nil {
		return nil, err
	}
	args := s.arguments()
	args["hidden"], args["id"] = []string{}, []string{rowID}
	var row []byte
	err = s.db.Conn(ctx).QueryRow(ctx, "select "+adminRow+" from "+source+` where `+fits("id", "id", l.Fields["id"]), args).Scan(&row)
	return row, postgres.OrMissing(err, backoffice.ErrNotFound)
}

// arguments are what every query may ask for: the civil day that it is for each operator,
// by the clock of the core.
func (s *Lists) arguments() pgx.NamedArgs {
	now := s.db.Now()
	var operators []string
	var todays []pgtype.Date
	for _, o := range dso.Operators() {
		operators, todays = append(operators, string(o)), append(todays, postgres.ToDate(o.Zone().DateOf(now)))
	}
	return pgx.NamedArgs{"operators": operators, "todays": todays}
}

const adminRow = "jsonb_strip_nulls(to_jsonb(t) - coalesce(@hidden::text[], '{}'))"

func adminSource(l backoffice.List) (string, error) {
	query, ok := adminQueries[l.Name]
	if !ok {
		return "", fmt.Errorf("list %s has no query", l.Name)
	}
	return "(" + query + ") t", nil
}

// condition writes the where clause of q and puts its values into args.
func condition(l backoffice.List, q backoffice.Query, args pgx.NamedArgs) string {
	var all []string
	for _, field := range slices.Sorted(maps.Keys(l.Fields)) { // one text, so that its plan is kept
		values, ok := q.Filters[field]
		if !ok {
			continue
		}
		name := "f_" + field
		args[name] = values
		all = append(all, fits(field, name, l.Fields[field]))
	}
	if q.Text != "" {
		args["q"] = q.Text
		var any []string
		for _, field := range l.Searched {
			any = append(any, "strpos(lower("+column(field)+icu+"), lower(@q::text"+icu+")) > 0")
		}
		all = append(all, "("+strings.Join(any, " or ")+")")
	}
	if len(all) == 0 {
		return ""
	}
	return " where " + strings.Join(all, " and ")
}

// icu folds capitals as French does.
const icu = ` collate "fr-x-icu"`

// nameOrder sorts names as people do: É beside E, Site 2 before Site 10.
const nameOrder = ` collate name_order`

func fits(field, name string, kind backoffice.Kind) string {
	switch kind {
	case backoffice.IDs:
		return column(field) + " && @" + name + "::text[]::uuid[]"
	case backoffice.ID:
		return column(field) + " = any(@" + name + "::text[]::uuid[])"
	case backoffice.Bool:
		return column(field) + " = any(@" + name + "::text[]::boolean[])"
	case backoffice.Number:
		return number(field) + " = any(@" + name + "::text[]::bigint[])"
	default: // an absent text is found by ""
		return "coalesce(" + column(field) + ", '') = any(@" + name + "::text[])"
	}
}

func order(l backoffice.List, q backoffice.Query) string {
	by := column(q.Sort)
	switch l.Fields[q.Sort] {
	case backoffice.Name:
		by += nameOrder
	case backoffice.Number:
		by = number(q.Sort)
	}
	direction := " asc"
	if q.Descending {
		direction = " desc"
	}
	return " order by " + by + direction + ` nulls last, t."id"` + direction
}

func column(field string) string { return "t." + pgx.Identifier{field}.Sanitize() }

// number is the column as an integer: some of them are texts on the wire.
func number(field string) string { return column(field) + "::bigint" }
