-- +goose Up
-- An issued invoice never changes, as before; to hold it costs less. The whole row was compared, and its
-- snapshot unpacked and taken apart twice for it, whenever a document was stored or a payment came in:
-- 0.1 ms an invoice. Now only statements that set what must not change are looked into, and what may
-- change has a condition of its own.
drop trigger invoices_issued on invoices;
-- +goose StatementBegin
create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        raise exception 'invoice % is issued and cannot be deleted', old.number using errcode = 'restrict_violation';
    end if;
    if to_jsonb(new) - '{status,payment_status,document_id}'::text[] <> to_jsonb(old) - '{status,payment_status,document_id}'::text[] then
        raise exception 'invoice % is issued and cannot change', old.number using errcode = 'restrict_violation';
    end if;
    return new;
end
$$;
create function keep_issued_state() returns trigger language plpgsql as $$
begin
    raise exception 'invoice % is issued and cannot change', old.number using errcode = 'restrict_violation';
end
$$;
-- +goose StatementEnd
-- Every column but status, payment_status and document_id: a test holds this list against the table.
create trigger invoices_issued before delete or update of operation_id, id, type, billing_entity_id, billable_entity_id, producer_id, run_id, period_from,
    period_to, payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, number_owner, series, year, sequence, number,
    issue_date, due_date, snapshot, logo_id, created_at, published_at, credits_id on invoices
    for each row when (old.number is not null) execute function keep_issued_invoice();
create trigger invoices_issued_state before update of status, document_id on invoices
    for each row when (old.number is not null and (new.status <> old.status and not (old.status = 'FINALIZED' and new.status = 'CANCELLED')
        or old.document_id is not null and new.document_id is distinct from old.document_id))
    execute function keep_issued_state();

-- Months that are closed are looked for once for all numbers that a statement gives, not for each. By its
-- name it still comes before invoices_claimed.
-- +goose StatementBegin
create function keep_locked_months_of_all() returns trigger language plpgsql as $$
declare
    owner text;
    closed record;
begin
    for owner in select distinct n.number_owner from numbered n join unnumbered o on o.id = n.id
            where o.number is null and n.number is not null order by n.number_owner loop
        perform pg_advisory_xact_lock_shared(hashtextextended('months ' || owner, 0));
    end loop;
    if owner is null then
        return null; -- nothing got a number
    end if;
    select n.number_owner, n.issue_date into closed from numbered n join unnumbered o on o.id = n.id
        join month_locks l on l.number_owner = n.number_owner and l.month = date_trunc('month', n.issue_date)::date
        where o.number is null and n.number is not null limit 1;
    if found then
        raise exception 'the month of % is closed for %', closed.issue_date, closed.number_owner using errcode = 'restrict_violation', constraint = 'invoices_month_open';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
drop trigger invoices_month_open on invoices;
create trigger invoices_a_month_open after update on invoices
    referencing old table as unnumbered new table as numbered for each statement execute function keep_locked_months_of_all();
