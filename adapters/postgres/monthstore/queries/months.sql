-- name: ListPairMonths :many
-- An invoice belongs to the month of its last day. No period is longer than a year, so that since
-- lets the index of lists be used.
select date_trunc('month', i.period_to - 1)::date as month, i.billing_entity_id, i.billable_entity_id, issuer.name as issuer_name,
    client.name as client_name, i.status, count(*)::int as number, sum(i.amount_cents)::bigint as amount_cents,
    count(*) filter (where i.status = 'FINALIZED' and i.payment_status <> 'SUCCEEDED' and i.due_date < @today
        and not (i.payment_method = any(@undue_methods::text[])))::int as overdue,
    (array_agg(i.id order by i.id))[1]::uuid as invoice_id
from invoices i
join billing_entities issuer on issuer.operation_id = i.operation_id and issuer.id = i.billing_entity_id
join billable_entities client on client.operation_id = i.operation_id and client.id = i.billable_entity_id
where i.operation_id = @operation_id and i.type = 'INVOICE' and i.status in ('DRAFT', 'FINALIZED', 'NOT_CHARGED')
    and i.period_to > @from_date and i.period_to <= @to_date and i.period_from > @since and i.period_from < @to_date
group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 6;

-- name: ListOverdue :many
select operation_id, count(*)::int as number, sum(amount_cents)::bigint as amount_cents
from invoices
where operation_id = any(@operation_ids::uuid[]) and type = 'INVOICE' and status = 'FINALIZED' and payment_status <> 'SUCCEEDED'
    and due_date < @today and not (payment_method = any(@undue_methods::text[]))
group by operation_id;

-- name: LiveRun :one
select id from jobs where operation_id = @operation_id and kind = 'billRun' and status = 'PENDING' order by id limit 1;

-- name: ListUntoldOperations :many
select o.id from operations o
where not exists (select from month_notices n where n.operation_id = o.id and n.month = @month)
order by o.id;

-- name: InsertMonthNotice :execrows
insert into month_notices (operation_id, month, at) values (@operation_id, @month, @at)
on conflict on constraint month_notices_pkey do nothing;
