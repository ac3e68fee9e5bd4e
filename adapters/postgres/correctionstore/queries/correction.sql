-- name: ListTouchedInvoices :many
select i.id from invoices i
where i.operation_id = @operation_id and invoice_holds(i.type, i.status)
    and exists (select from unnest(@months::date[]) m where i.period_from < (m + interval '1 month')::date and i.period_to > m)
order by i.id;

-- name: ListCorrections :many
select sqlc.embed(c), correction_state(c, i.status)::text as state, i.number::text as number, i.billing_entity_id, i.billable_entity_id, i.period_from, i.period_to,
    i.energy_milli_wh, i.net_cents, i.amount_cents, issuer.name as issuer_name, client.name as client_name, settled_cents(i.id)::bigint as paid_cents,
    note.id as note_id, note.number as note_number,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as decided_by_name,
    (select count(*) from invoices d where d.operation_id = c.operation_id and d.status = 'DRAFT' and d.type = 'INVOICE' and d.billable_entity_id = i.billable_entity_id
        and d.billing_entity_id <> i.billing_entity_id and d.period_from < i.period_to and d.period_to > i.period_from)::int as other_drafts,
    coalesce(again.id::text, '')::text as again_id, coalesce(again.status, '')::text as again_status
from corrections c
join invoices i on i.operation_id = c.operation_id and i.id = c.invoice_id
join billing_entities issuer on issuer.operation_id = i.operation_id and issuer.id = i.billing_entity_id
join billable_entities client on client.operation_id = i.operation_id and client.id = i.billable_entity_id
left join invoices note on note.credits_id = i.id
left join users u on u.id = c.decided_by
left join lateral (
    select o.id, o.status from billed_spans mine join billed_spans other on other.subscription_id = mine.subscription_id and other.invoice_id <> mine.invoice_id
        and other.from_date < mine.to_date and other.to_date > mine.from_date
    join invoices o on o.id = other.invoice_id and o.status <> 'CANCELLED'
    where mine.invoice_id = i.id and i.status = 'CANCELLED' order by o.created_at desc, o.id desc limit 1) again on true
where c.operation_id = @operation_id
    and (sqlc.narg(id)::uuid is null or c.id = sqlc.narg(id))
    and (cardinality(@invoice_ids::uuid[]) = 0 or c.invoice_id = any(@invoice_ids))
    and (cardinality(@states::text[]) = 0 or correction_state(c, i.status) = any(@states))
    and (sqlc.narg(month)::date is null or date_trunc('month', i.period_to - 1)::date = sqlc.narg(month))
order by i.period_to desc, client.name collate name_order, c.id
limit @most;

-- name: PutCorrections :exec
-- Of invoices that hold. What was found of one before is replaced.
insert into corrections (operation_id, id, invoice_id, source_hash, differs, offered, priced, energy_after, net_after_cents, amount_after_cents, greatest_cents, pairs, problem,
    decision, reason, decided_by, decided_at, found_at, seen_at)
select @operation_id, @id, @invoice_id, @source_hash, @differs, @offered, @priced, @energy_after, @net_after_cents, @amount_after_cents, @greatest_cents, @pairs, sqlc.narg(problem),
    sqlc.narg(decision), @reason, sqlc.narg(decided_by), sqlc.narg(decided_at), @found_at, @seen_at
where exists (select from invoices i where i.operation_id = @operation_id and i.id = @invoice_id and invoice_holds(i.type, i.status))
on conflict on constraint corrections_invoice_key do update set source_hash = excluded.source_hash, differs = excluded.differs, offered = excluded.offered, priced = excluded.priced,
    energy_after = excluded.energy_after, net_after_cents = excluded.net_after_cents, amount_after_cents = excluded.amount_after_cents, greatest_cents = excluded.greatest_cents,
    pairs = excluded.pairs, problem = excluded.problem, decision = excluded.decision, reason = excluded.reason, decided_by = excluded.decided_by,
    decided_at = excluded.decided_at, seen_at = excluded.seen_at;

-- name: DecideCorrection :execrows
update corrections set decision = @decision, reason = @reason, decided_by = @decided_by, decided_at = @decided_at
where operation_id = @operation_id and id = @id;

-- name: GetCorrectionThreshold :one
select * from correction_thresholds where operation_id = @operation_id;

-- name: SetCorrectionThreshold :exec
insert into correction_thresholds (operation_id, amount_cents, updated_by, updated_at) values (@operation_id, @amount_cents, @updated_by, @updated_at)
on conflict (operation_id) do update set amount_cents = excluded.amount_cents, updated_by = excluded.updated_by, updated_at = excluded.updated_at;

-- name: OfferCorrections :exec
-- By another threshold, of what nobody has decided.
update corrections set offered = differs and (not priced or greatest_cents >= @amount_cents) where operation_id = @operation_id and decision is null;
