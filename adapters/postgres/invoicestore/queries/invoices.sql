-- name: GetInvoice :one
select * from invoices where operation_id = @operation_id and id = @id;

-- name: ListInvoiceHeads :many
-- "is true": by id alone, also while the planner knows nothing of the table yet and
-- would take any index that begins with the operation. Without the snapshot, which is longer
-- than all the rest and would be unpacked for each.
select operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, producer_id, run_id, period_from, period_to, payment_method,
    term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, number_owner, series, year, sequence, number, issue_date, due_date,
    null::jsonb as snapshot, document_id, logo_id, created_at, published_at, credits_id
from invoices where (operation_id = @operation_id) is true and id = any(@ids::uuid[]);

-- name: ListMonthAmounts :many
-- An invoice belongs to the month of its last day. Each pair and month is added up once, by the
-- index of clients, however many drafts it has.
with drafts as (
    select d.id, d.billing_entity_id, d.billable_entity_id, date_trunc('month', d.period_to - 1)::date as month from invoices d
    where (d.operation_id = @operation_id) is true and d.id = any(@ids::uuid[]) and d.status = 'DRAFT' and d.type = 'INVOICE'),
sums as materialized (
    select m.billing_entity_id, m.billable_entity_id, m.month, s.now_cents, s.before_cents
    from (select distinct billing_entity_id, billable_entity_id, month from drafts) m
    cross join lateral (
        select coalesce(sum(i.amount_cents) filter (where i.status = 'DRAFT' and i.period_to > m.month), 0)::bigint as now_cents,
            coalesce(sum(i.amount_cents) filter (where i.period_to <= m.month), 0)::bigint as before_cents
        from invoices i
        where (i.operation_id = @operation_id) is true and i.billable_entity_id = m.billable_entity_id and i.billing_entity_id = m.billing_entity_id
            and i.type = 'INVOICE' and i.status in ('DRAFT', 'FINALIZED')
            and i.period_to > m.month - interval '1 month' and i.period_to <= m.month + interval '1 month'
        offset 0) s)
select d.id, s.now_cents::bigint as now_cents, s.before_cents::bigint as before_cents
from drafts d join sums s using (billing_entity_id, billable_entity_id, month);

-- name: ListLastBefore :many
-- Of each pair the one with the latest days, of those that were made before the run.
select distinct on (i.billing_entity_id, i.billable_entity_id) i.id, i.billing_entity_id, i.billable_entity_id, i.number, i.period_from, i.period_to,
    i.amount_cents, i.energy_milli_wh, e.name as issuer_name, c.name as client_name
from invoices i
join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
where (i.operation_id = @operation_id) is true and invoice_holds(i.type, i.status) and i.run_id is distinct from @run_id::uuid
    and i.created_at < (select j.created_at from jobs j where j.id = @run_id::uuid)
order by i.billing_entity_id, i.billable_entity_id, i.period_to desc, i.id desc;

-- name: LockDrafts :many
select * from invoices where (operation_id = @operation_id) is true and id = any(@ids::uuid[]) and status = 'DRAFT' order by id for update;

-- name: LockHeldInvoices :many
select * from invoices where (operation_id = @operation_id) is true and id = any(@ids::uuid[]) and invoice_holds(type, status) order by id for update;

-- name: ListHoldingOrders :many
select h.invoice_id, o.message_id, h.collect_on
from collected_invoices h join collections o on o.id = h.collection_id join invoices i on i.id = h.invoice_id
where h.invoice_id = any(@ids::uuid[]) and h.held and i.payment_status <> 'SUCCEEDED';

-- name: ListPaid :many
select id, settled_cents(id) as paid_cents from invoices where operation_id = @operation_id and id = any(@ids::uuid[]) and number is not null;

-- name: ListInvoiceLines :many
select * from invoice_lines where operation_id = @operation_id and invoice_id = any(@ids::uuid[]) order by invoice_id, position;

-- name: ListInvoiceAdjustments :many
select * from invoice_adjustments where invoice_id = any(@ids::uuid[]) order by invoice_id, position;

-- name: FreeAdjustments :exec
update invoice_adjustments set holds = false where invoice_id = any(@ids::uuid[]) and holds;

-- name: ListInvoiceSpans :many
select * from billed_spans where operation_id = @operation_id and invoice_id = any(@ids::uuid[]) order by invoice_id, subscription_id, from_date;

-- name: ListDraftIDs :many
select i.id from bill_run_items r join invoices i on i.id = r.invoice_id
where r.operation_id = @operation_id and r.run_id = @run_id and i.run_id = r.run_id and i.status = 'DRAFT' order by i.id;

-- name: CountDraftPairs :many
select billing_entity_id, billable_entity_id, count(*)::int as drafts from invoices
where operation_id = @operation_id and status = 'DRAFT' group by billing_entity_id, billable_entity_id;

-- name: ListReplacedInvoices :many
-- Pair by pair (lateral), so that the index of clients is used whatever the planner
-- believes of a table that has just been filled.
select r.id::uuid as id from (select unnest(@billing_entity_ids::uuid[]) as issuer, unnest(@billable_entity_ids::uuid[]) as client) w
cross join lateral (
    select i.id from invoices i
    where (i.operation_id = @operation_id) is true and i.billing_entity_id = w.issuer and i.billable_entity_id = w.client
        and i.status in ('DRAFT', 'NOT_CHARGED') and (i.status = 'DRAFT' or exists (
            select from billed_spans b where b.invoice_id = i.id and not b.firm))
    offset 0) r;

-- name: DeleteUnnumbered :exec
-- Lines and spans go with them (trigger invoices_deleted).
delete from invoices where (operation_id = @operation_id) is true and id = any(@ids::uuid[]) and number is null;

-- name: DeleteDrafts :exec
delete from invoices where (operation_id = @operation_id) is true and id = any(@ids::uuid[]) and status = 'DRAFT';

-- name: DeleteDraftsAfter :exec
delete from invoices i where i.operation_id = @operation_id and i.status = 'DRAFT' and i.period_to > @day_after and exists (
    select from billed_spans b join subscriptions s on s.id = b.subscription_id
    where b.invoice_id = i.id and b.to_date > @day_after and (s.consumer_id = @site or s.producer_id = @site));

-- name: FirmSpans :exec
update billed_spans set firm = true where (operation_id = @operation_id) is true and invoice_id = any(@ids::uuid[]) and not firm;

-- name: ListNotCharged :many
select * from invoices where operation_id = @operation_id and status = 'NOT_CHARGED' order by id;

-- name: TakeBackSpans :exec
update billed_spans b set firm = false where b.invoice_id = any(@ids::uuid[]) and b.firm
    and (select i.status from invoices i where i.id = b.invoice_id and i.operation_id = @operation_id) = 'NOT_CHARGED';

-- name: CancelInvoices :exec
update invoices set status = 'CANCELLED' where (operation_id = @operation_id) is true and id = any(@ids::uuid[]) and status in ('DRAFT', 'FINALIZED');

-- name: FreeSpans :exec
update billed_spans set firm = false where (operation_id = @operation_id) is true and invoice_id = any(@ids::uuid[]) and firm;

-- name: ListCredits :many
-- The other half of cancelled invoices and of credit notes.
select i.id, o.id as other_id, o.number as other_number from invoices i
join invoices o on o.credits_id = i.id or o.id = i.credits_id
where (i.operation_id = @operation_id) is true and i.id = any(@ids::uuid[]);

-- name: NotChargedOn :one
select exists (select from invoices where operation_id = @operation_id and status = 'NOT_CHARGED'
    and period_from < @to_date and period_to > @from_date);

-- name: ListInvoiceSnapshots :many
select id, snapshot from invoices where (operation_id = @operation_id) is true and id = any(@ids::uuid[]) and number is not null;

-- name: SetInvoiceDocuments :exec
update invoices i set document_id = w.document_id
from (select unnest(@ids::uuid[]) as id, unnest(@documents::uuid[]) as document_id) w
where i.id = w.id and (i.operation_id = @operation_id) is true and (i.number is not null) is true and (i.document_id is null) is true;

-- name: AddElectronicInvoices :exec
insert into electronic_invoices (invoice_id, document_id)
select w.id, w.document_id from (select unnest(@ids::uuid[]) as id, unnest(@documents::uuid[]) as document_id) w
on conflict do nothing;

-- name: FindElectronicInvoice :one
select e.document_id from electronic_invoices e join invoices i on i.id = e.invoice_id
where (i.operation_id = @operation_id) is true and i.id = @invoice_id;

-- name: LastInvoiceDates :many
select billing_entity_id, billable_entity_id, max(period_to)::date as last_to from invoices
where operation_id = @operation_id and invoice_counts(type, status)
group by billing_entity_id, billable_entity_id;

-- name: InvoicedOn :one
select exists (select from invoices where operation_id = @operation_id and invoice_holds(type, status)
    and period_from < @to_date and period_to > @from_date);

-- name: LastInvoicedDay :one
select max(period_to)::date as day_after from invoices where operation_id = @operation_id and invoice_holds(type, status)
    and period_from < @to_date and period_to > @from_date;

-- name: TakePaymentReferences :one
insert into payment_reference_counters as c (account, next) values (@account, 1 + @quantity::bigint)
on conflict (account) do update set next = c.next + @quantity::bigint
returning next;

-- name: InsertPaymentReferences :exec
insert into payment_references (account, reference, invoice_id)
select @account::bytea, unnest(@reference_numbers::bigint[]), unnest(@invoice_ids::uuid[]);

-- name: InsertBillRun :exec
insert into bill_runs (operation_id, id, participant_id, bill_up_to, mode, unpriced)
values (@operation_id, @id, @participant_id, @bill_up_to, @mode, @unpriced);

-- name: GetBillRun :one
select sqlc.embed(r), j.asked_by, j.parts, j.status, j.created_at, j.finished_at from bill_runs r join jobs j on j.id = r.id where r.operation_id = @operation_id and r.id = @id;

-- name: LastBillRun :one
select sqlc.embed(r), j.asked_by, j.parts, j.status, j.created_at, j.finished_at from jobs j join bill_runs r on r.operation_id = j.operation_id and r.id = j.id
where j.operation_id = @operation_id and j.kind = @kind order by j.created_at desc, j.id desc limit 1;

-- name: ListBillRuns :many
select sqlc.embed(r), j.asked_by, j.parts, j.status, j.created_at, j.finished_at, made.invoices, made.failures, made.amount_cents
from jobs j join bill_runs r on r.operation_id = j.operation_id and r.id = j.id
cross join lateral (select count(*) filter (where i.status = 'SUCCESS' and not i.not_charged) as invoices, count(*) filter (where i.status = 'FAILURE') as failures,
        coalesce(sum(i.amount_cents) filter (where i.status = 'SUCCESS'), 0)::bigint as amount_cents
    from bill_run_items i where i.operation_id = r.operation_id and i.run_id = r.id and not i.statement) made
where j.operation_id = @operation_id and j.kind = @kind order by j.created_at desc, j.id desc;

-- name: LastBillRunOf :one
select sqlc.embed(r), j.asked_by, j.parts, j.status, j.created_at, j.finished_at from jobs j join bill_runs r on r.operation_id = j.operation_id and r.id = j.id
where j.operation_id = @operation_id and j.kind = @kind and (r.participant_id = any(@producers::uuid[])
    or exists (select from bill_run_items i where i.operation_id = r.operation_id and i.run_id = r.id and not i.statement
        and i.billing_entity_id = any(@issuers::uuid[]))
    or exists (select from bill_run_batches b where b.operation_id = r.operation_id and b.run_id = r.id and b.issuers && @issuers::uuid[]))
order by j.created_at desc, j.id desc limit 1;

-- name: BillRunIsPending :one
select exists (select from bill_run_batches where operation_id = @operation_id and run_id = @run_id);

-- name: ListBillRunItems :many
select i.*, e.name as billing_entity_name, c.name as billable_entity_name
from bill_run_items i
join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
where i.operation_id = @operation_id and i.run_id = @run_id and not i.statement order by i.position;

-- name: ListPartyNames :many
select e.id, e.name from billing_entities e where e.operation_id = @operation_id
union all
select c.id, c.name from billable_entities c where c.operation_id = @operation_id;

-- name: DeleteBillRunBatches :exec
delete from bill_run_batches where operation_id = @operation_id and run_id = @run_id and (@batch::int < 0 or batch = @batch::int);

-- name: ListHeldDrafts :many
-- Drafts of a client whose invoice of another seller for the same days waits for a decision.
select distinct on (d.id) d.id, i.id as invoice_id, i.number::text as number
from invoices d
join corrections c on c.operation_id = d.operation_id and c.offered and c.decision is null
join invoices i on i.operation_id = c.operation_id and i.id = c.invoice_id and invoice_holds(i.type, i.status) and i.billable_entity_id = d.billable_entity_id
    and i.billing_entity_id <> d.billing_entity_id and i.period_from < d.period_to and i.period_to > d.period_from
where d.operation_id = @operation_id and d.id = any(@ids::uuid[])
order by d.id, i.number;

-- name: ListBilledOn :many
-- What was cancelled keeps its days, which are firm no more.
select s.subscription_id, s.from_date, s.to_date
from billed_spans s join invoices i on i.id = s.invoice_id left join invoices note on note.credits_id = i.id
where (i.operation_id = @operation_id) is true and s.from_date <= @day::date
    and (i.status = 'NOT_CHARGED' and s.firm or i.type = 'INVOICE' and i.issue_date <= @day and (note.issue_date is null or note.issue_date > @day))
order by s.subscription_id, s.from_date;
