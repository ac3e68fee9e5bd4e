-- name: AddInvoiceDeliveries :many
insert into invoice_deliveries (operation_id, id, invoice_id, channel, state, current, address, started_by, started_at, state_at, reference, problem)
select @operation_id, w.id, w.invoice_id, w.channel, w.state, true, w.address, sqlc.narg('started_by')::uuid, @at, @at, w.reference, w.problem
from (select unnest(@ids::uuid[]) as id, unnest(@invoices::uuid[]) as invoice_id, unnest(@channels::text[]) as channel, unnest(@states::text[]) as state,
    unnest(@addresses::text[]) as address, unnest(@references_given::text[]) as reference, unnest(@problems::text[]) as problem) w
order by w.invoice_id
on conflict (invoice_id) where current do nothing
returning id;

-- name: RetireInvoiceDeliveries :many
update invoice_deliveries set current = false
where id in (select d.id from invoice_deliveries d where d.operation_id = @operation_id and d.id = any(@ids::uuid[]) and d.current order by d.invoice_id for update)
    and current
returning id;

-- name: ListCurrentDeliveries :many
select sqlc.embed(d), at_platform(d.invoice_id)::boolean as at_platform
from invoice_deliveries d where d.operation_id = @operation_id and d.invoice_id = any(@invoices::uuid[]) and d.current;

-- name: FindInvoiceDelivery :one
select sqlc.embed(d), coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from invoice_deliveries d left join users u on u.id = d.started_by
where d.id = @id;

-- name: ListInvoiceDeliveries :many
select sqlc.embed(d), coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from invoice_deliveries d left join users u on u.id = d.started_by
where d.operation_id = @operation_id and d.invoice_id = @invoice_id
order by d.started_at desc, d.id desc
limit @most;

-- name: CountDeliveryAttempt :exec
update invoice_deliveries set attempts = attempts + 1 where id = @id and state = 'WAITING';

-- name: CloseInvoiceDelivery :execrows
update invoice_deliveries set state = @state, state_at = @at, day = sqlc.narg('day')::date, ended_by = sqlc.narg('ended_by')::uuid,
    reference = @reference, problem = @problem
where id = @id and state = 'WAITING';

-- name: DeliverySettings :one
select automatic from invoice_delivery_settings where operation_id = @operation_id;

-- name: SetDeliverySettings :exec
insert into invoice_delivery_settings (operation_id, automatic) values (@operation_id, @automatic)
on conflict (operation_id) do update set automatic = excluded.automatic;
