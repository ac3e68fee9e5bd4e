-- name: ListDiscounts :many
select * from discounts where operation_id = @operation_id order by consumer_id, producer_id nulls first, start_date;

-- name: InsertDiscount :exec
insert into discounts (operation_id, id, consumer_id, producer_id, start_date, end_date, percentage, reason, created_by, created_at)
values (@operation_id, @id, @consumer_id, @producer_id, @start_date, @end_date, @percentage, @reason, @created_by, @created_at);

-- name: EndDiscount :execrows
update discounts set end_date = @end_date where operation_id = @operation_id and id = @id;

-- name: DeleteDiscount :execrows
delete from discounts where operation_id = @operation_id and id = @id;

-- name: ListInvoicedDays :many
-- Of a pair, on what is issued and stands, or shows energy within one person.
select b.from_date, b.to_date from billed_spans b
join subscriptions s on s.id = b.subscription_id
join invoices i on i.id = b.invoice_id
where b.operation_id = @operation_id and b.firm and s.consumer_id = @consumer_id and s.producer_id is not distinct from sqlc.narg('producer_id')::uuid
    and invoice_counts(i.type, i.status)
order by b.from_date;

-- name: ListWaitingAdjustments :many
-- What is on no issued invoice; settled is what is on a period without anything to pay that is not made again.
select sqlc.embed(a), h.invoice_id, (coalesce(i.status = 'NOT_CHARGED' and exists (select from billed_spans b where b.invoice_id = i.id and b.firm), false))::boolean as settled
from adjustments a
left join invoice_adjustments h on h.adjustment_id = a.id and h.holds
left join invoices i on i.id = h.invoice_id
where a.operation_id = @operation_id and a.withdrawn_at is null and i.number is null
order by a.created_at, a.id;

-- name: ListAdjustmentsWaitingOn :many
-- As ListBilledOn has it for days: what was cancelled keeps its amounts, which hold no more.
select * from adjustments a
where a.operation_id = @operation_id and a.withdrawn_at is null and a.created_at < @before and not exists (
    select from invoice_adjustments h join invoices i on i.id = h.invoice_id left join invoices note on note.credits_id = i.id
    where h.adjustment_id = a.id
        and (i.status = 'NOT_CHARGED' and h.holds and exists (select from billed_spans b where b.invoice_id = i.id and b.firm)
            or i.type = 'INVOICE' and i.issue_date <= @day::date and (note.issue_date is null or note.issue_date > @day)))
order by a.created_at, a.id;

-- name: ListAdjustments :many
select sqlc.embed(a), e.name as issuer_name, c.name as client_name, h.invoice_id, i.number, (coalesce(i.status = 'NOT_CHARGED', false))::boolean as not_charged,
    coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from adjustments a
join billing_entities e on e.operation_id = a.operation_id and e.id = a.billing_entity_id
join billable_entities c on c.operation_id = a.operation_id and c.id = a.billable_entity_id
left join users u on u.id = a.created_by
left join invoice_adjustments h on h.adjustment_id = a.id and h.holds
left join invoices i on i.id = h.invoice_id
where a.operation_id = @operation_id and (a.withdrawn_at is null or i.number is not null) and (sqlc.narg('id')::uuid is null or a.id = sqlc.narg('id')::uuid)
order by a.created_at desc, a.id desc;

-- name: InsertAdjustment :exec
insert into adjustments (operation_id, id, billing_entity_id, billable_entity_id, kind, amount_cents, vat_rate, reason, created_by, created_at)
values (@operation_id, @id, @billing_entity_id, @billable_entity_id, @kind, @amount_cents, @vat_rate, @reason, @created_by, @created_at);

-- name: WithdrawAdjustment :execrows
update adjustments set withdrawn_by = @withdrawn_by, withdrawn_at = @withdrawn_at where operation_id = @operation_id and id = @id and withdrawn_at is null;

-- name: ListAuthors :many
select id, coalesce(nullif(trim(firstname || ' ' || lastname), ''), email, '')::text as name from users where id = any(@ids::uuid[]);
