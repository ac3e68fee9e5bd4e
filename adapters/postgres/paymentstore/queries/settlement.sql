-- name: LockSettledInvoices :many
select id from invoices where operation_id = @operation_id and id = any(@ids::uuid[]) order by id for update;

-- name: ListSettledInvoices :many
select i.id, coalesce(i.number, '')::text as number, c.name as client_name, i.type, i.status, i.payment_status, i.issue_date,
    (case i.type when 'CREDIT_NOTE' then settled_cents(i.credits_id) else i.amount_cents end)::bigint as amount_cents
from invoices i join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
where i.operation_id = @operation_id and i.id = any(@ids::uuid[]) order by i.id;

-- name: ListSettlements :many
select sqlc.embed(s), coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name,
    coalesce(nullif(trim(coalesce(w.firstname, '') || ' ' || coalesce(w.lastname, '')), ''), w.email, '')::text as withdrawn_by_name
from settlements s left join users u on u.id = s.created_by left join users w on w.id = s.withdrawn_by
where s.operation_id = @operation_id and (s.invoice_id = any(@invoice_ids::uuid[]) or s.id = any(@ids::uuid[])) order by s.created_at, s.id;

-- name: InsertSettlements :exec
insert into settlements (operation_id, id, invoice_id, kind, amount_cents, booked_on, reference, line_id, created_by, created_at)
select @operation_id, x.id, x.invoice_id, x.kind, x.amount_cents, x.booked_on, x.reference, x.line_id, @created_by, @created_at
from (select unnest(@ids::uuid[]) as id, unnest(@invoice_ids::uuid[]) as invoice_id, unnest(@kinds::text[]) as kind, unnest(@amounts::bigint[]) as amount_cents,
    unnest(@days::date[]) as booked_on, unnest(@said::text[]) as reference, nullif(unnest(@lines::text[]), '')::uuid as line_id) x;

-- name: WithdrawSettlement :exec
update settlements set withdrawn_by = @by::uuid, withdrawn_at = @at::timestamptz where operation_id = @operation_id and id = @id and withdrawn_at is null;

-- name: SetPaymentStatus :exec
update invoices set payment_status = @status where operation_id = @operation_id and id = @id;

-- name: ReleaseInvoice :exec
with released as (update collected_invoices set held = false where invoice_id = @invoice_id and held returning collection_id)
update collections set returned = true, version = version + 1 where id in (select collection_id from released);
