-- +goose Up
-- By what a legal seller books its invoices, over all its operations. Without a row: the accounts of
-- the country's chart.
create table seller_accounts (
    number_owner        text        primary key, -- as in invoices
    journal_code        text        not null check (journal_code ~ '^[A-Z0-9]{1,6}$'),
    journal_name        text        not null check (journal_name <> ''),
    client_number       text        not null check (client_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$'),
    client_name         text        not null check (client_name <> ''),
    sales_number        text        not null check (sales_number ~ '^7[0-9]{2}[0-9A-Z]{0,13}$'),
    sales_name          text        not null check (sales_name <> ''),
    vat_number          text        not null check (vat_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$'),
    vat_name            text        not null check (vat_name <> ''),
    auxiliary_rule      text        not null check (auxiliary_rule in ('NONE', 'REFERENCE', 'NUMBER')),
    auxiliary_prefix    text        not null check (auxiliary_prefix ~ '^[A-Z0-9]{0,6}$'),
    rates               jsonb       not null default '[]',
    version             integer     not null check (version > 1),
    updated_by          uuid        not null references users,
    updated_at          timestamptz not null,
    purchase_code       text        not null check (purchase_code ~ '^[A-Z0-9]{1,6}$'), -- from here: what it owes to producers
    purchase_name       text        not null check (purchase_name <> ''),
    supplier_number     text        not null check (supplier_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$'),
    supplier_name       text        not null check (supplier_name <> ''),
    supplier_prefix     text        not null check (supplier_prefix ~ '^[A-Z0-9]{0,6}$'),
    purchase_number     text        not null check (purchase_number ~ '^6[0-9]{2}[0-9A-Z]{0,13}$'),
    purchase_account_name text        not null check (purchase_account_name <> ''),
    deductible_number   text        not null check (deductible_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$'),
    deductible_name     text        not null check (deductible_name <> ''),
    costs_number        text        not null default '' check (costs_number = '' or costs_number ~ '^7[0-9]{2}[0-9A-Z]{0,13}$'), -- network costs that it passes on (ADR 100, 107); empty = with its sales
    costs_name          text        not null default '',
    to_invoice_number   text        not null, -- from here: by what it books what it delivered and has not invoiced on a day (ADR 116)
    to_invoice_name     text        not null,
    vat_to_come_number  text        not null, -- empty = entries are without VAT
    vat_to_come_name    text        not null,
    constraint seller_accounts_codes_check check (purchase_code <> journal_code),
    constraint seller_accounts_costs_check check ((costs_number = '') = (costs_name = '')),
    constraint seller_accounts_to_invoice_check check (to_invoice_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$' and to_invoice_name <> ''),
    constraint seller_accounts_vat_to_come_check check ((vat_to_come_number = '' or vat_to_come_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$') and (vat_to_come_number = '') = (vat_to_come_name = ''))
);

-- Parts of the journal that were handed over, with their content.
create table journal_exports (
    id                uuid        primary key,
    operation_id      uuid        not null references operations, -- where it was asked for
    billing_entity_id uuid        not null,
    number_owner      text        not null,
    first_date        date        not null, -- days of issue
    last_date         date        not null check (last_date >= first_date),
    first_number      text        not null,
    last_number       text        not null,
    entries           integer     not null check (entries > 0),
    debit_cents       bigint      not null,
    amount_cents      bigint      not null,
    file_name         text        not null,
    sha256            text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size              bigint      not null check (size > 0),
    content           bytea       not null, -- compressed
    created_by        uuid        not null references users,
    created_at        timestamptz not null,
    owed_cents        bigint      not null default 0, -- what producers are owed by it
    foreign key (operation_id, billing_entity_id) references billing_entities
);
create index journal_exports_owner on journal_exports (number_owner, created_at desc);
create index journal_exports_operation on journal_exports (operation_id);

-- Which invoices each holds: none is in two.
create table journal_exported_invoices (
    invoice_id uuid primary key references invoices (id),
    export_id  uuid not null references journal_exports
);
create index journal_exported_invoices_export on journal_exported_invoices (export_id);

-- Months in which nothing of a seller may be dated any more.
create table month_locks (
    number_owner text        not null,
    month        date        not null check (extract(day from month) = 1),
    operation_id uuid        not null references operations, -- where it was asked for
    locked_by    uuid        not null references users,
    locked_at    timestamptz not null,
    constraint month_locks_pkey primary key (number_owner, month)
);
create index month_locks_operation on month_locks (operation_id);

-- Who gives numbers holds the locks of the seller together with others who do, who locks a month holds
-- them alone: no number is given in a month that is being locked.
-- +goose StatementBegin
create function keep_locked_months() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock_shared(hashtextextended('months ' || new.number_owner, 0));
    if exists (select from month_locks l where l.number_owner = new.number_owner and l.month = date_trunc('month', new.issue_date)::date) then
        raise exception 'the month of % is closed for %', new.issue_date, new.number_owner using errcode = 'restrict_violation', constraint = 'invoices_month_open';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger invoices_month_open after update on invoices
    for each row when (old.number is null and new.number is not null) execute function keep_locked_months();
create trigger invoices_month_open_added after insert on invoices
    for each row when (new.number is not null) execute function keep_locked_months();

-- Nothing is dated in a month that is closed, neither for whom it is owed by nor for whose number it has;
-- nor is anything taken back there.
-- +goose StatementBegin
create function keep_locked_statement_months() returns trigger language plpgsql as $$
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
create trigger statements_month_open after update on statements
    for each row when (old.number is null and new.number is not null or old.status <> 'CANCELLED' and new.status = 'CANCELLED') execute function keep_locked_statement_months();

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
    select s.id, s.operation_id, s.kind, false as taken_back, s.payer_owner, s.payer_recovers, s.issue_date as day, s.series, s.year, s.sequence, s.number, s.seller_id, s.amount_cents, s.snapshot
    from statements s where s.number is not null and s.amount_cents > 0
    union all
    select s.id, s.operation_id, s.kind, true, s.payer_owner, s.payer_recovers, s.cancelled_on, s.series || '-X', s.year, s.sequence, s.number, s.seller_id, s.amount_cents, s.snapshot
    from statements s where s.status = 'CANCELLED' and s.amount_cents > 0;

-- The operations of whose pieces an export is.
create view journal_export_operations as
    select h.export_id, i.operation_id from journal_exported_invoices h join invoices i on i.id = h.invoice_id
    union
    select h.export_id, s.operation_id from journal_exported_statements h join statements s on s.id = h.statement_id;
