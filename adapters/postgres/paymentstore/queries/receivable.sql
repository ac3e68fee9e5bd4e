-- name: ListOverdueDocuments :many
select i.operation_id, i.id, i.number::text as number, i.type, i.status, i.payment_status, i.payment_method, i.billing_entity_id, i.billable_entity_id, e.name as issuer_name, c.name as client_name,
    i.credits_id, i.period_from, i.period_to, i.issue_date::date as issue_date, i.due_date::date as due_date, i.amount_cents, settled_cents(i.id) as paid_cents, h.collect_on
from invoices i
join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
left join collected_invoices h on h.invoice_id = i.id and h.held
where i.operation_id = any(@operation_ids::uuid[]) and i.type = 'INVOICE' and i.status = 'FINALIZED' and i.payment_status <> 'SUCCEEDED'
    and i.due_date < @today::date and not (i.payment_method = any(@undue_methods::text[]))
order by i.due_date, i.number, i.id limit @most;

-- name: ListDocumentsOfClient :many
-- Of all clients where none is named, then of those with a line of a site: a credit note has the lines of
-- its invoice.
select i.operation_id, i.id, i.number::text as number, i.type, i.status, i.payment_status, i.payment_method, i.billing_entity_id, i.billable_entity_id, e.name as issuer_name, c.name as client_name,
    i.credits_id, i.period_from, i.period_to, i.issue_date::date as issue_date, i.due_date::date as due_date, i.amount_cents, settled_cents(i.id) as paid_cents, h.collect_on
from invoices i
join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
left join collected_invoices h on h.invoice_id = i.id and h.held
where i.operation_id = @operation_id and i.number is not null and i.type in ('INVOICE', 'CREDIT_NOTE')
    and (sqlc.narg('client_id')::uuid is null or i.billable_entity_id = sqlc.narg('client_id')::uuid)
    and (sqlc.narg('site_id')::uuid is null or exists (select from invoice_lines l where l.invoice_id = coalesce(i.credits_id, i.id) and l.consumer_id = sqlc.narg('site_id')::uuid))
order by i.issue_date, i.number, i.id limit @most;

-- name: ListMovements :many
select s.invoice_id, s.kind, s.amount_cents, s.booked_on, s.reference, s.created_at
from settlements s where s.operation_id = @operation_id and s.invoice_id = any(@ids::uuid[]) and s.withdrawn_at is null
order by s.booked_on, s.created_at, s.id;

-- name: ListBalances :many
-- An invoice and the note that takes it back are one (root): what was paid of it and not paid back is
-- owed to the client.
with issued as (
    select i.billable_entity_id, coalesce(i.credits_id, i.id) as root, i.type = 'CREDIT_NOTE' as note, i.amount_cents, settled_cents(i.id) as paid,
        case when i.type = 'INVOICE' and i.status = 'FINALIZED' and i.payment_status <> 'SUCCEEDED' and i.due_date < @today::date and not (i.payment_method = any(@undue_methods::text[]))
            then i.due_date end as overdue_since
    from invoices i
    where i.operation_id = @operation_id and i.number is not null and i.type in ('INVOICE', 'CREDIT_NOTE')
), roots as (
    select d.billable_entity_id, count(*) filter (where not d.note) as invoices, coalesce(sum(d.amount_cents) filter (where not d.note), 0) as invoiced,
        coalesce(sum(d.amount_cents) filter (where d.note), 0) as credited, sum(case when d.note then -d.paid else d.paid end) as settled,
        sum(case when d.note then d.paid - d.amount_cents else d.amount_cents - d.paid end) as owed, min(d.overdue_since) as overdue_since
    from issued d group by d.billable_entity_id, d.root
)
select c.id, c.name, sum(r.invoices)::int as invoices, sum(r.invoiced)::bigint as invoiced, sum(r.credited)::bigint as credited, sum(r.settled)::bigint as settled,
    sum(greatest(r.owed, 0))::bigint as open, sum(greatest(-r.owed, 0))::bigint as overpaid,
    coalesce(sum(r.owed) filter (where r.overdue_since is not null), 0)::bigint as overdue, count(r.overdue_since)::int as overdue_invoices,
    coalesce(max(sqlc.arg(today)::date - r.overdue_since), 0)::int as longest_late
from roots r join billable_entities c on c.operation_id = @operation_id and c.id = r.billable_entity_id
group by c.id, c.name order by c.id;

-- name: GetClientName :one
select name from billable_entities where operation_id = @operation_id and id = @id;
