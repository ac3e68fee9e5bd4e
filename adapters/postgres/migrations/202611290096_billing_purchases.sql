-- +goose Up
-- Whose purchase a statement is: the legal person of its payer, as it was when the number was given.
alter table statements add column payer_owner text;
alter table statements disable trigger statements_published;
update statements s set payer_owner = case when s.kind = 'STATEMENT' then s.number_owner
    else coalesce(nullif(case length(e.legal_number) when 14 then left(e.legal_number, 9) else e.legal_number end, ''), e.id::text) end
from billing_entities e where e.operation_id = s.operation_id and e.id = s.payer_id and s.number is not null;
alter table statements enable trigger statements_published;
alter table statements add constraint statements_payer_owner_check check ((payer_owner is null) = (number is null));
create index statements_purchases on statements (payer_owner, issue_date) where number is not null;

-- Nothing is dated in a month that is closed, neither for whom it is owed by nor for whose number it has;
-- nor is anything taken back there.
-- +goose StatementBegin
create function keep_locked_statement_months() returns trigger language plpgsql as $$
declare
    day date := case when new.status = 'CANCELLED' then (new.cancelled_at at time zone 'Europe/Brussels')::date else new.issue_date end;
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
create trigger statements_month_open after update on statements
    for each row when (old.number is null and new.number is not null or old.status <> 'CANCELLED' and new.status = 'CANCELLED') execute function keep_locked_statement_months();

-- By what a legal person books what it owes to producers. Who told accounts before gets those of the
-- country's chart.
alter table seller_accounts
    add column purchase_code     text not null default 'AC' check (purchase_code ~ '^[A-Z0-9]{1,6}$'),
    add column purchase_name     text not null default 'Achats' check (purchase_name <> ''),
    add column supplier_number   text not null default '401000' check (supplier_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$'),
    add column supplier_name     text not null default 'Fournisseurs' check (supplier_name <> ''),
    add column supplier_prefix   text not null default 'F' check (supplier_prefix ~ '^[A-Z0-9]{0,6}$'),
    add column purchase_number   text not null default '607000' check (purchase_number ~ '^6[0-9]{2}[0-9A-Z]{0,13}$'),
    add column purchase_account_name       text not null default 'Achats d’électricité' check (purchase_account_name <> ''),
    add column deductible_number text not null default '445660' check (deductible_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$'),
    add column deductible_name   text not null default 'TVA déductible' check (deductible_name <> '');
update seller_accounts set purchase_code = 'ACH' where journal_code = 'AC';
update seller_accounts set supplier_number = '440000', purchase_number = '604000', deductible_number = '411000', deductible_name = 'TVA à récupérer' where number_owner ~ '^[01][0-9]{9}$';
alter table seller_accounts
    add constraint seller_accounts_codes_check check (purchase_code <> journal_code),
    alter column purchase_code drop default, alter column purchase_name drop default, alter column supplier_number drop default, alter column supplier_name drop default,
    alter column supplier_prefix drop default, alter column purchase_number drop default, alter column purchase_account_name drop default,
    alter column deductible_number drop default, alter column deductible_name drop default;

alter table journal_exports add column owed_cents bigint not null default 0; -- what producers are owed by it
-- Which statements each holds, and which of them as taken back: none is in two.
create table journal_exported_statements (
    statement_id uuid    not null references statements (id),
    taken_back   boolean not null,
    export_id    uuid    not null references journal_exports,
    constraint journal_exported_statements_pkey primary key (statement_id, taken_back)
);
create index journal_exported_statements_export on journal_exported_statements (export_id);

-- Purchases of a legal person: statements, and that they were taken back. A statement of nothing is none.
create view journal_purchases as
    select s.id, s.operation_id, s.kind, false as taken_back, s.payer_owner, s.issue_date as day, s.series, s.year, s.sequence, s.number, s.seller_id, s.payer_id, s.amount_cents, s.snapshot
    from statements s where s.number is not null and s.amount_cents > 0
    union all
    select s.id, s.operation_id, s.kind, true, s.payer_owner, (s.cancelled_at at time zone 'Europe/Brussels')::date, s.series || '-X', s.year, s.sequence, s.number, s.seller_id, s.payer_id, s.amount_cents, s.snapshot
    from statements s where s.status = 'CANCELLED' and s.amount_cents > 0;

-- The operations of whose pieces an export is.
create view journal_export_operations as
    select h.export_id, i.operation_id from journal_exported_invoices h join invoices i on i.id = h.invoice_id
    union
    select h.export_id, s.operation_id from journal_exported_statements h join statements s on s.id = h.statement_id;
