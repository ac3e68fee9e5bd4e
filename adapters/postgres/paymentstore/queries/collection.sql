-- name: ListInvoiceFacts :many
select i.operation_id, i.id, coalesce(i.number, '')::text as number, i.type, i.status, i.payment_status, i.payment_method, i.billing_entity_id, i.billable_entity_id,
    e.name as issuer_name, c.name as client_name, i.amount_cents, i.period_from, i.period_to, i.due_date, coalesce(i.snapshot->'Payment'->>'Reference', '')::text as reference,
    array(select distinct l.consumer_id from invoice_lines l where l.invoice_id = i.id order by l.consumer_id)::uuid[] as consumers,
    holding.collection_id, (select count(*) from collected_invoices h where h.invoice_id = i.id)::int as times
from invoices i
join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
left join collected_invoices holding on holding.invoice_id = i.id and holding.held
where i.id = any(@ids::uuid[]);

-- name: ListOpenInvoiceFacts :many
select i.operation_id, i.id, coalesce(i.number, '')::text as number, i.type, i.status, i.payment_status, i.payment_method, i.billing_entity_id, i.billable_entity_id,
    e.name as issuer_name, c.name as client_name, i.amount_cents, i.period_from, i.period_to, i.due_date, coalesce(i.snapshot->'Payment'->>'Reference', '')::text as reference,
    array(select distinct l.consumer_id from invoice_lines l where l.invoice_id = i.id order by l.consumer_id)::uuid[] as consumers,
    holding.collection_id, (select count(*) from collected_invoices h where h.invoice_id = i.id)::int as times
from invoices i
join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
left join collected_invoices holding on holding.invoice_id = i.id and holding.held
where i.operation_id = @operation_id and i.payment_method = 'debit' and i.type = 'INVOICE' and i.status = 'FINALIZED' and i.payment_status <> 'SUCCEEDED'
    and holding.collection_id is null
order by i.number, i.id;

-- name: ListMandatesOfClients :many
select sqlc.embed(m), d.name as creditor_name, bc.billable_entity_id,
    (select a.iban_sealed from mandate_amendments a where a.mandate_id = m.id and a.until > (
        select max(o.created_at) from collected_invoices h join collections o on o.id = h.collection_id where h.mandate_id = m.id and o.status = 'EXPORTED')
    order by a.version limit 1) as former_sealed
from mandates m
join creditors d on d.operation_id = m.operation_id and d.id = m.creditor_id
join billable_entity_consumers bc on bc.operation_id = m.operation_id and bc.consumer_id = m.participant_id
where m.ics = @ics and bc.billable_entity_id = any(@clients::uuid[])
order by m.id, bc.billable_entity_id;

-- name: GetCollection :one
select sqlc.embed(o), c.name as creditor_name, e.name as issuer_name, coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name,
    (select count(*) from collected_invoices h join invoices i on i.id = h.invoice_id where h.collection_id = o.id and h.held and i.payment_status = 'SUCCEEDED')::int as paid,
    (select count(*) from collected_invoices h where h.collection_id = o.id and not h.held and o.status = 'EXPORTED')::int as failed
from collections o
join creditors c on c.operation_id = o.operation_id and c.id = o.creditor_id
join billing_entities e on e.operation_id = c.operation_id and e.id = c.billing_entity_id
left join users u on u.id = o.created_by
where o.id = @id;

-- name: GetHoldingCollection :one
select sqlc.embed(o), c.name as creditor_name, e.name as issuer_name, coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name,
    (select count(*) from collected_invoices h join invoices i on i.id = h.invoice_id where h.collection_id = o.id and h.held and i.payment_status = 'SUCCEEDED')::int as paid,
    (select count(*) from collected_invoices h where h.collection_id = o.id and not h.held and o.status = 'EXPORTED')::int as failed
from collections o
join creditors c on c.operation_id = o.operation_id and c.id = o.creditor_id
join billing_entities e on e.operation_id = c.operation_id and e.id = c.billing_entity_id
left join users u on u.id = o.created_by
where o.ics = @ics and o.set_hash = @set_hash and o.status = 'EXPORTED' and not o.returned;

-- name: ListCollections :many
select sqlc.embed(o), c.name as creditor_name, e.name as issuer_name, coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name,
    (select count(*) from collected_invoices h join invoices i on i.id = h.invoice_id where h.collection_id = o.id and h.held and i.payment_status = 'SUCCEEDED')::int as paid,
    (select count(*) from collected_invoices h where h.collection_id = o.id and not h.held and o.status = 'EXPORTED')::int as failed
from collections o
join creditors c on c.operation_id = o.operation_id and c.id = o.creditor_id
join billing_entities e on e.operation_id = c.operation_id and e.id = c.billing_entity_id
left join users u on u.id = o.created_by
where o.operation_id = @operation_id or o.id in (select h.collection_id from collected_invoices h where h.operation_id = @operation_id)
order by o.created_at desc, o.id desc;

-- name: ListTransactions :many
select sqlc.embed(h), m.rum, coalesce(i.number, '')::text as number, i.type, i.status, i.payment_status, i.payment_method, i.billing_entity_id, i.billable_entity_id,
    e.name as issuer_name, c.name as client_name, i.period_from, i.period_to, i.due_date
from collected_invoices h
join invoices i on i.id = h.invoice_id
join mandates m on m.id = h.mandate_id
join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
where h.collection_id = @collection_id
order by i.number, i.id;

-- name: LockCollectable :many
select id from invoices where id = any(@ids::uuid[]) and payment_method = 'debit' and type = 'INVOICE' and status = 'FINALIZED' and payment_status <> 'SUCCEEDED'
order by id for update;

-- name: InsertCollection :exec
insert into collections (operation_id, id, creditor_id, ics, message_id, set_hash, status, first_on, last_on, month, amount_cents, invoices, document_id, created_by, created_at, version)
values (@operation_id, @id, @creditor_id, @ics, @message_id, @set_hash, @status, @first_on, @last_on, @month, @amount_cents, @invoices, @document_id, @created_by, @created_at, @version);

-- name: InsertTransaction :batchexec
insert into collected_invoices (operation_id, collection_id, invoice_id, mandate_id, end_to_end_id, collect_on, sequence, scheme, amount_cents)
values (@operation_id, @collection_id, @invoice_id, @mandate_id, @end_to_end_id, @collect_on, @sequence, @scheme, @amount_cents);

-- name: NoteCollectionDays :execrows
update mandates m set last_collected_on = greatest(m.last_collected_on, used.collect_on), version = m.version + 1
from (select unnest(@ids::uuid[]) as id, unnest(@versions::int[]) as version, unnest(@days::date[]) as collect_on) used
where m.id = used.id and m.version = used.version;

-- name: CancelCollection :execrows
update collections set status = 'CANCELLED', cancelled_at = @at, version = version + 1
where id = @id and version = @version and status = 'EXPORTED';

-- name: CountAnswered :one
-- What a bank told of a transaction counts also where it settled nothing by itself.
select count(*) from collected_invoices h join invoices i on i.id = h.invoice_id where h.collection_id = @collection_id and (not h.held or i.payment_status <> 'PENDING'
    or exists (select 1 from bank_lines l where l.operation_id = h.operation_id and l.end_to_end_id = h.end_to_end_id));

-- name: ReleaseTransactions :exec
update collected_invoices set held = false where collection_id = @collection_id;

-- name: ForgetCollectionDays :exec
update mandates m set version = m.version + 1, last_collected_on = (
    select max(h.collect_on) from collected_invoices h join collections o on o.id = h.collection_id where h.mandate_id = m.id and o.status = 'EXPORTED')
where m.id in (select x.mandate_id from collected_invoices x where x.collection_id = @collection_id);
