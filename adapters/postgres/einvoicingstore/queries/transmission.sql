-- name: ListTransmissions :many
select sqlc.embed(t), coalesce(i.number, '')::text as number, c.name as client_name, c.id as client_id, n.name as connection_name,
    (t.state = 'REFUSED' and t.subject = 'INVOICE' and i.status = 'FINALIZED' and not exists (select from transmissions o
        where o.invoice_id = t.invoice_id and o.subject = t.subject and (o.created_at, o.id) > (t.created_at, t.id)))::bool as task
from transmissions t join invoices i on i.id = t.invoice_id
    join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
    join einvoice_connections n on n.id = t.connection_id
where t.operation_id = @operation_id
    and (sqlc.narg('invoice_id')::uuid is null or t.invoice_id = sqlc.narg('invoice_id'))
    and (sqlc.narg('connection_id')::uuid is null or t.connection_id = sqlc.narg('connection_id'))
    and (cardinality(@states::text[]) = 0 or t.state = any(@states::text[]))
    and (cardinality(@ids::uuid[]) = 0 or t.id = any(@ids::uuid[]))
order by t.created_at desc, t.id desc limit @most;

-- name: GetTransmission :one
select sqlc.embed(t), coalesce(i.number, r.number, '')::text as number from transmissions t left join invoices i on i.id = t.invoice_id left join ereports r on r.id = t.ereport_id where t.id = @id;

-- name: LockTransmission :exec
select id from transmissions where id = @id for update;

-- name: ListLatestTransmissions :many
select distinct on (invoice_id) * from transmissions
where operation_id = @operation_id and subject = @subject and invoice_id = any(@invoice_ids::uuid[])
order by invoice_id, created_at desc, id desc;

-- name: ListTransmissionStatuses :many
select * from transmission_statuses where transmission_id = any(@ids::uuid[]) order by transmission_id, at, code;

-- name: InsertTransmission :exec
insert into transmissions (operation_id, id, connection_id, invoice_id, ereport_id, subject, state, next_at, paid_on, created_at, updated_at)
values (@operation_id, @id, @connection_id, @invoice_id, @ereport_id, @subject, @state, @next_at, @paid_on, @created_at, @updated_at);

-- name: UpdateTransmission :exec
update transmissions set state = @state, withdrawn = @withdrawn, refused_by = @refused_by, refusal = @refusal, carrier_id = @carrier_id, ack = @ack, ack_at = @ack_at,
    ack_reasons = @ack_reasons, deposited_at = @deposited_at, in_doubt = false, claimed_until = 'epoch', problem = null, updated_at = @updated_at
where id = @id;

-- name: InsertTransmissionStatus :exec
insert into transmission_statuses (transmission_id, code, at, reasons) values (@transmission_id, @code, @at, @reasons) on conflict do nothing;

-- name: RetryTransmission :exec
update transmissions set attempts = @attempts, in_doubt = @in_doubt, problem = @problem, attempted_at = @attempted_at, next_at = @next_at, claimed_until = 'epoch'
where id = @id and state = 'QUEUED';

-- name: AnnounceTransmission :exec
update transmissions set sha256 = @sha256, syntax = @syntax where id = @id;

-- name: ListTransmissionsDue :many
select t.id from transmissions t join einvoice_connections n on n.id = t.connection_id
where t.state = 'QUEUED' and n.active and t.next_at <= @now and t.claimed_until <= @now order by t.created_at, t.id limit @most;

-- name: ClaimTransmission :one
update transmissions t set claimed_until = @until, attempted_at = @now::timestamptz, in_doubt = true
from (select o.id, o.in_doubt from transmissions o where o.id = @id for update) before
where t.id = before.id and t.state = 'QUEUED' and t.next_at <= @now and t.claimed_until <= @now
    and exists (select from einvoice_connections n where n.id = t.connection_id and n.active)
returning before.in_doubt;

-- name: ListOutstanding :many
select * from transmissions where connection_id = @connection_id and state in ('DEPOSITED', 'ACCEPTED') order by state desc, random() limit @most;

-- name: ListTransmissionsByTracking :many
select id from transmissions where connection_id = @connection_id and id::text = any(@ids::text[]);

-- name: FindTransmissionByNumber :one
select t.id from transmissions t left join invoices i on i.id = t.invoice_id left join ereports r on r.id = t.ereport_id
where t.connection_id = @connection_id and (t.subject = 'INVOICE' and i.number = @number::text or t.subject = 'EREPORT' and r.number = @number::text)
order by t.created_at desc, t.id desc limit 1;

-- name: ListSeenFlows :many
select m.carrier_id, m.updated_at from carrier_messages m
    join (select unnest(@carrier_ids::text[]) as carrier_id, unnest(@updated_ats::timestamptz[]) as updated_at) f
    on f.carrier_id = m.carrier_id and f.updated_at = m.updated_at
where m.connection_id = @connection_id;

-- name: InsertCarrierMessage :exec
insert into carrier_messages (connection_id, carrier_id, updated_at, outcome, transmission_id, number, raw, received_at)
values (@connection_id, @carrier_id, @updated_at, @outcome, @transmission_id, @number, @raw, @received_at) on conflict do nothing;

-- name: ListUnclearMessages :many
select sqlc.embed(m), n.name as connection_name from carrier_messages m join einvoice_connections n on n.id = m.connection_id
where n.operation_id = @operation_id and m.outcome in ('UNMATCHED', 'UNREADABLE') order by m.received_at desc, m.carrier_id limit @most;

-- name: ListPaidTransmissions :many
select t.operation_id, t.connection_id, t.invoice_id, (select max(s.booked_on) from settlements s where s.invoice_id = i.id and s.kind = 'PAYMENT' and s.withdrawn_at is null)::date as paid_on
from transmissions t join invoices i on i.id = t.invoice_id join einvoice_connections n on n.id = t.connection_id
where t.subject = 'INVOICE' and t.state in ('ACCEPTED', 'DELIVERED') and n.active and (n.settings ->> 'declaresPayments')::bool
    and i.type = 'INVOICE' and i.status = 'FINALIZED' and i.payment_status = 'SUCCEEDED'
    and exists (select from settlements s where s.invoice_id = i.id and s.kind = 'PAYMENT' and s.withdrawn_at is null)
    and not exists (select from transmissions o where o.invoice_id = t.invoice_id and o.subject = 'COLLECTION')
order by t.created_at limit @most;

-- name: ListHeads :many
select operation_id, id, coalesce(number, '')::text as number, type, credits_id from invoices where operation_id = @operation_id and id = any(@ids::uuid[]);

-- name: CountRefused :one
select count(*)::int as number, coalesce(min(t.updated_at), 'epoch')::timestamptz as since
from transmissions t join invoices i on i.id = t.invoice_id
where t.operation_id = @operation_id and t.state = 'REFUSED' and t.subject = 'INVOICE' and i.status = 'FINALIZED' and not exists (select from transmissions o
    where o.invoice_id = t.invoice_id and o.subject = t.subject and (o.created_at, o.id) > (t.created_at, t.id));

-- name: CountStuck :one
select count(*)::int as number, coalesce(min(coalesce(t.deposited_at, t.created_at)), 'epoch')::timestamptz as since
from transmissions t where t.operation_id = @operation_id and t.state in ('QUEUED', 'DEPOSITED') and coalesce(t.deposited_at, t.created_at) < @before::timestamptz;
