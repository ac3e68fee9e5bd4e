-- +goose Up
-- Whether who owes a statement recovers VAT is that of the day of the number, as is whose purchase it is;
-- and the day on which it was taken back is a day of its operation, which the core tells. What there is
-- already has the regime of now, which is the one that it was booked by.
alter table statements add column payer_recovers boolean, add column cancelled_on date;
alter table statements disable trigger statements_published;
update statements s set payer_recovers = e.vat_regime in ('normal', 'simplified', 'agricultural_simplified'),
    cancelled_on = (s.cancelled_at at time zone 'Europe/Brussels')::date -- only SIBELGA had statements
from billing_entities e where e.operation_id = s.operation_id and e.id = s.payer_id and s.number is not null;
alter table statements enable trigger statements_published;
alter table statements
    add constraint statements_payer_recovers_check check ((payer_recovers is null) = (number is null)),
    add constraint statements_cancelled_on_check check ((cancelled_on is null) = (cancelled_at is null));

-- +goose StatementBegin
create or replace function keep_published_statement() returns trigger language plpgsql as $$
declare
    free text[] := '{status,payment_status,document_id,electronic_id,mail_id,mail_state,mail_address,mail_problem,mail_at,reason,cancelled_by,cancelled_at,cancelled_on}';
begin
    if tg_op = 'DELETE' then
        raise exception 'statement % is published and cannot be deleted', old.number using errcode = 'restrict_violation';
    end if;
    if to_jsonb(new) - free <> to_jsonb(old) - free
        or new.status <> old.status and not (old.status = 'PUBLISHED' and new.status = 'CANCELLED' and old.kind = 'STATEMENT')
        or old.document_id is not null and new.document_id is distinct from old.document_id then
        raise exception 'statement % is published and cannot change', old.number using errcode = 'restrict_violation';
    end if;
    return new;
end
$$;
create or replace function keep_locked_statement_months() returns trigger language plpgsql as $$
declare
    day date := coalesce(new.cancelled_on, new.issue_date);
    owner text;
begin
    foreach owner in array (select array_agg(distinct o order by o) from unnest(array[new.number_owner, new.payer_owner]) o) loop
        perform pg_advisory_xact_lock_shared(hashtextextended('months ' || owner, 0));
        if exists (select from month_locks l where l.number_owner = owner and l.month = date_trunc('month', day)::date) then
            raise exception 'the month of % is closed for %', day, owner using errcode = 'restrict_violation', constraint = 'statements_month_open';
        end if;
    end loop;
    return null;
end
$$;
-- +goose StatementEnd

drop view journal_purchases;
create view journal_purchases as
    select s.id, s.operation_id, s.kind, false as taken_back, s.payer_owner, s.payer_recovers, s.issue_date as day, s.series, s.year, s.sequence, s.number, s.seller_id, s.amount_cents, s.snapshot
    from statements s where s.number is not null and s.amount_cents > 0
    union all
    select s.id, s.operation_id, s.kind, true, s.payer_owner, s.payer_recovers, s.cancelled_on, s.series || '-X', s.year, s.sequence, s.number, s.seller_id, s.amount_cents, s.snapshot
    from statements s where s.status = 'CANCELLED' and s.amount_cents > 0;
