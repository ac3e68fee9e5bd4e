-- name: ListPairMonths :many
-- An invoice belongs to the month of its last day. No period is longer than a year, so that since
-- lets the index of lists be used.
-- Settlements and names are looked up by their keys: as joins they are compared with each other, all with all, where the
-- planner has not counted the tables yet.
select g.month, g.billing_entity_id, g.billable_entity_id,
    (select e.name from billing_entities e where e.operation_id = @operation_id and e.id = g.billing_entity_id)::text as issuer_name,
    (select e.name from billable_entities e where e.operation_id = @operation_id and e.id = g.billable_entity_id)::text as client_name,
    g.status, g.number, g.amount_cents, g.overdue, g.collected_cents, g.unpaid_cents, g.late_cents, g.invoice_id
from (
    select date_trunc('month', i.period_to - 1)::date as month, i.billing_entity_id, i.billable_entity_id, i.status,
        count(*)::int as number, sum(i.amount_cents)::bigint as amount_cents,
        count(*) filter (where i.status = 'FINALIZED' and i.payment_status <> 'SUCCEEDED' and i.due_date < @today
            and not (i.payment_method = any(@undue_methods::text[])))::int as overdue,
        coalesce(sum(s.cents) filter (where i.status = 'FINALIZED'), 0)::bigint as collected_cents,
        coalesce(sum(greatest(i.amount_cents - coalesce(s.cents, 0), 0)) filter (where i.status = 'FINALIZED'), 0)::bigint as unpaid_cents,
        coalesce(sum(greatest(i.amount_cents - coalesce(s.cents, 0), 0)) filter (where i.status = 'FINALIZED' and i.payment_status <> 'SUCCEEDED' and i.due_date < @today
            and not (i.payment_method = any(@undue_methods::text[]))), 0)::bigint as late_cents,
        (array_agg(i.id order by i.id))[1]::uuid as invoice_id
    from invoices i
    left join lateral (select sum(case x.kind when 'PAYMENT' then x.amount_cents else -x.amount_cents end) as cents
        from settlements x where x.invoice_id = i.id and x.withdrawn_at is null) s on true
    where i.operation_id = @operation_id and i.type = 'INVOICE' and i.status in ('DRAFT', 'FINALIZED', 'NOT_CHARGED')
        and i.period_to > @from_date and i.period_to <= @to_date and i.period_from > @since and i.period_from < @to_date
    group by 1, 2, 3, 4) g
order by g.month, g.billing_entity_id, g.billable_entity_id, g.status;

-- name: ListMonthWays :many
select date_trunc('month', i.period_to - 1)::date as month, coalesce(d.channel, '')::text as channel, coalesce(d.state, '')::text as state,
    (case when d.state = 'WAITING' and d.channel not in ('MAIL', 'PRINT') then at_platform(i.id) else false end)::boolean as at_platform, count(*)::int as number
from invoices i left join invoice_deliveries d on d.invoice_id = i.id and d.current
where i.operation_id = @operation_id and i.type = 'INVOICE' and i.status = 'FINALIZED'
    and i.period_to > @from_date and i.period_to <= @to_date and i.period_from > @since and i.period_from < @to_date
group by 1, 2, 3, 4 order by 1, 2, 3, 4;

-- name: ListOverdue :many
select operation_id, count(*)::int as number, sum(amount_cents - settled_cents(id))::bigint as amount_cents
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

-- name: CountSetup :one
-- Sites that have left are not counted.
with sites as (
    select id, dso_id, energy_type = 'consumer' or is_prosumer as consumes, energy_type = 'producer' or is_prosumer as produces
    from participants p
    where p.operation_id = @operation_id and (p.activation is null or upper(p.activation) is null or upper(p.activation) > @today::date)
)
select
    (select count(*) from sites s where s.consumes)::int as consumers,
    (select count(*) from sites s where s.produces)::int as producers,
    (select count(*) from sites)::int as sites,
    (select count(*) from allocation_configs o where o.operation_id = @operation_id and o.author_id is not null)::int as keys,
    (select count(*) from sites s where exists (select from series x where x.operation_id = @operation_id and x.dso_id = s.dso_id and x.origin = 1))::int as sites_with_curves,
    (select count(*) from billing_entities o where o.operation_id = @operation_id)::int as issuers,
    (select count(*) from billable_entities o where o.operation_id = @operation_id)::int as clients,
    (select count(*) from sites s where s.produces
        and not exists (select from billing_entity_producers x where x.operation_id = @operation_id and x.producer_id = s.id))::int as producers_without,
    (select count(*) from sites s where s.consumes
        and not exists (select from billable_entity_consumers x where x.operation_id = @operation_id and x.consumer_id = s.id))::int as consumers_without,
    (select count(*) from plans o where o.operation_id = @operation_id)::int as plans,
    (select count(*) from subscriptions o where o.operation_id = @operation_id)::int as subscriptions,
    (select count(*) from sites s where s.consumes
        and not exists (select from subscriptions x where x.operation_id = @operation_id and x.consumer_id = s.id))::int as consumers_unsold,
    (select count(*) from bill_runs o where o.operation_id = @operation_id)::int
        + (select count(*) from invoices o where o.operation_id = @operation_id and o.status = 'FINALIZED')::int as runs;
