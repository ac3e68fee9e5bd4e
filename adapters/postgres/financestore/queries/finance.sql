-- name: ListSales :many
select w.id::uuid as id, w.period_to::date as period_to, w.credit::bool as credit, w.paid_cents::bigint as paid_cents, w.amount_cents::bigint as amount_cents,
    w.consumer_id::uuid as consumer_id, w.producer_id, w.vat_rate::int as vat_rate, w.net_cents::bigint as net_cents
from (select i.id, i.period_to, (i.type = 'CREDIT_NOTE') as credit,
    settled_cents(i.id) as paid_cents,
    i.amount_cents, l.consumer_id, coalesce(s.producer_id, i.producer_id) as producer_id, l.vat_rate, sum(l.net_cents) as net_cents
from invoices i
-- What adjusts the whole of an invoice counts with its first line.
join lateral (select n.consumer_id, n.subscription_id, n.vat_rate, n.net_cents from invoice_lines n where n.invoice_id = i.id
    union all
    select f.consumer_id, f.subscription_id, a.vat_rate, case a.kind when 'ALLOWANCE' then -a.amount_cents else a.amount_cents end
    from invoice_adjustments a join invoice_lines f on f.invoice_id = a.invoice_id and f.position = 0 where a.invoice_id = i.id) l on true
join subscriptions s on s.id = l.subscription_id
where i.operation_id = @operation_id and i.number is not null and i.type in ('INVOICE', 'CREDIT_NOTE') and i.period_to > @first::date and i.period_to <= @after::date
group by i.id, i.period_to, i.type, i.amount_cents, l.consumer_id, coalesce(s.producer_id, i.producer_id), l.vat_rate
union all
select b.id, b.end_day, false, case b.payment_status when 'SUCCEEDED' then b.amount_cents else 0 end, b.amount_cents, b.consumer_id, b.producer_id, 0, b.amount_cents
from legacy_bills b where b.operation_id = @operation_id and b.bill_type = 'participant' and b.end_day > @first::date and b.end_day <= @after::date) w
order by w.id, w.consumer_id, w.producer_id nulls last, w.vat_rate
limit @most;

-- name: ListAffectations :many
select a.*, coalesce(p.name, '')::text as participant_name from affectations a left join participants p on p.id = a.participant_id
where a.operation_id = @operation_id and a.day >= @first::date and a.day < @after::date order by a.day desc, a.created_at desc, a.id limit @most;

-- name: CountAffectations :one
select count(*)::int from affectations where operation_id = @operation_id;

-- name: GetAffectation :one
select a.*, coalesce(p.name, '')::text as participant_name from affectations a left join participants p on p.id = a.participant_id
where a.operation_id = @operation_id and a.id = @id;

-- name: InsertAffectation :exec
insert into affectations (operation_id, id, kind, heading, label, day, amount_cents, participant_id, version, created_by, created_at, updated_at)
values (@operation_id, @id, @kind, @heading, @label, @day, @amount_cents, @participant_id, @version, @created_by, @created_at, @updated_at);

-- name: UpdateAffectation :execrows
update affectations set kind = @kind, heading = @heading, label = @label, day = @day, amount_cents = @amount_cents, participant_id = @participant_id, version = @version, updated_at = @updated_at
where operation_id = @operation_id and id = @id and version = @seen;

-- name: DeleteAffectation :execrows
delete from affectations where operation_id = @operation_id and id = @id and version = @seen;

-- name: ListSurplusPrices :many
select s.*, p.name as producer_name from surplus_prices s join participants p on p.id = s.producer_id
where s.operation_id = @operation_id order by p.name collate name_order, s.producer_id, s.start_date desc limit @most;

-- name: InsertSurplusPrice :exec
insert into surplus_prices (operation_id, id, producer_id, start_date, price_micro_euro, created_by, created_at)
values (@operation_id, @id, @producer_id, @start_date, @price_micro_euro, @created_by, @created_at);

-- name: DeleteSurplusPrice :execrows
delete from surplus_prices where operation_id = @operation_id and id = @id;
