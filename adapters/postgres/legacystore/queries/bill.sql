-- name: ListLegacyBills :many
select sqlc.embed(b), p.name as producer_name, coalesce(c.name, '')::text as consumer_name, d.sha256, d.size, d.content_type from legacy_bills b
join participants p on p.operation_id = b.operation_id and p.id = b.producer_id
left join participants c on c.operation_id = b.operation_id and c.id = b.consumer_id
join documents d on d.id = b.document_id
where b.operation_id = @operation_id and (@bill_type::text = '' or b.bill_type = @bill_type)
    and (sqlc.narg(site)::uuid is null or b.producer_id = sqlc.narg(site) or b.consumer_id = sqlc.narg(site))
order by b.end_day desc, p.name collate name_order, c.name collate name_order, b.id limit @most;

-- name: GetLegacyBill :one
select sqlc.embed(b), p.name as producer_name, coalesce(c.name, '')::text as consumer_name, d.sha256, d.size, d.content_type from legacy_bills b
join participants p on p.operation_id = b.operation_id and p.id = b.producer_id
left join participants c on c.operation_id = b.operation_id and c.id = b.consumer_id
join documents d on d.id = b.document_id
where b.id = @id;

-- name: InsertLegacyBill :exec
insert into legacy_bills (operation_id, id, bill_type, producer_id, consumer_id, first_day, end_day, cycle_start, cycle_end, quantity, amount_cents, due_on,
    document_name, document_id, payment_status, version, created_at)
values (@operation_id, @id, @bill_type, @producer_id, @consumer_id, @first_day, @end_day, @cycle_start, @cycle_end, @quantity, @amount_cents, @due_on,
    @document_name, @document_id, @payment_status, @version, @created_at);

-- name: StateLegacyBills :exec
update legacy_bills set statement_id = @statement_id where operation_id = @operation_id and id = any(@ids::uuid[]);

-- name: UpdateLegacyBill :execrows
update legacy_bills set payment_status = @payment_status, document_name = @document_name, version = @version::int
where operation_id = @operation_id and id = @id and version + 1 = @version::int;

-- name: ListLegacyOperations :many
select distinct c.operation_id from legacy_contracts c join operations o on o.id = c.operation_id
where o.billing_engine is distinct from 'ENGINE_2025' order by c.operation_id;

-- name: CountLegacyBills :one
select count(*)::int from legacy_bills where operation_id = @operation_id;

-- name: ListLegacyBilledDays :many
select producer_id, consumer_id, lower(days)::date as first_day, upper(days)::date as end_day from (
    select producer_id, coalesce(consumer_id, producer_id) as consumer_id, unnest(range_agg(daterange(first_day, end_day))) as days from legacy_bills
    where operation_id = @operation_id and bill_type = 'participant' group by producer_id, consumer_id) d;

-- name: ListLegacyUnstatedBills :many
select sqlc.embed(b), p.name as producer_name, coalesce(c.name, '')::text as consumer_name, d.sha256, d.size, d.content_type from legacy_bills b
join participants p on p.operation_id = b.operation_id and p.id = b.producer_id
left join participants c on c.operation_id = b.operation_id and c.id = b.consumer_id
join documents d on d.id = b.document_id
where b.operation_id = @operation_id and b.bill_type = 'participant' and b.statement_id is null
order by b.cycle_end, b.cycle_start, b.producer_id, b.id limit @most;
