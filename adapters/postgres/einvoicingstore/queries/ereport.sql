-- name: GetEReportSettings :one
select * from ereport_settings where seller = @seller;

-- name: PutEReportSettings :execrows
insert into ereport_settings (seller, regime, untaxed, day_of, since, platform_code, version, changed_by, changed_at)
values (@seller, @regime, @untaxed, @day_of, @since, @platform_code, @version, @changed_by, @changed_at)
on conflict (seller) do update set regime = excluded.regime, untaxed = excluded.untaxed, day_of = excluded.day_of, since = excluded.since, platform_code = excluded.platform_code,
    version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at
where ereport_settings.version + 1 = excluded.version;

-- name: ListSellerOperations :many
select distinct operation_id::uuid as operation_id from (
    select n.operation_id from seller_claims n where n.number_owner = @seller
    union select i.operation_id from invoices i where i.number_owner = @seller and i.number is not null) x order by operation_id;

-- name: ListReportableInvoices :many
-- Those whose last day or day of issue lies within some days, and those that were reported of a period of
-- these days.
select i.id, i.operation_id, i.number::text as number, i.type, i.issue_date::date as issue_date,
    jsonb_build_object('Buyer', i.snapshot->'Buyer', 'Seller', i.snapshot->'Seller', 'VAT', i.snapshot->'VAT', 'First', i.snapshot->'First', 'Last', i.snapshot->'Last',
        'DueDate', i.snapshot->'DueDate', 'Credits', i.snapshot->'Credits', 'Net', i.snapshot->'Net', 'Tax', i.snapshot->'Tax')::jsonb as facts,
    (select min(e.period_start) from ereport_invoices e where e.invoice_id = i.id)::date as reported_of
from invoices i
where i.number_owner = @seller::text and i.number is not null and i.type in ('INVOICE', 'CREDIT_NOTE')
    and (i.issue_date >= @first::date and i.issue_date < @after::date
        or (i.snapshot->>'Last')::date >= @first::date and (i.snapshot->>'Last')::date < @after::date
        or exists (select from ereport_invoices e where e.invoice_id = i.id and e.period_start >= @first::date and e.period_start < @after::date))
order by i.issue_date, i.series, i.year, i.sequence limit @most;

-- name: HoldEReportSeller :exec
select pg_advisory_xact_lock(hashtextextended('ereport ' || @seller::text, 0));

-- name: InsertEReport :exec
insert into ereports (id, operation_id, seller, period_start, period_end, sequence, kind, number, document_id, sha256, digest, by_hand, invoices, net_cents, tax_cents, created_by, created_at)
values (@id, @operation_id, @seller, @period_start, @period_end, @sequence, @kind, @number, @document_id, @sha256, @digest, @by_hand, @invoices, @net_cents, @tax_cents, @created_by, @created_at);

-- name: InsertEReportInvoices :exec
insert into ereport_invoices (ereport_id, invoice_id, period_start) select @ereport_id::uuid, unnest(@ids::uuid[]), @period_start::date;

-- name: ListEReports :many
select sqlc.embed(e), coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as author
from ereports e left join users u on u.id = e.created_by
where e.seller = @seller and e.period_start >= @first::date and e.period_start < @after::date order by e.period_start, e.sequence;

-- name: GetEReport :one
select * from ereports where id = @id;

-- name: ListReportTransmissions :many
select * from transmissions where ereport_id = any(@ids::uuid[]) order by ereport_id, created_at, id;
