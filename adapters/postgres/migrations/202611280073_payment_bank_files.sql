-- +goose Up
-- Files from banks that brought lines that were new.
create table bank_files (
    operation_id  uuid        not null references operations,
    id            uuid        not null,
    name          text        not null check (name <> '' and length(name) <= 255),
    format        text        not null check (format in ('CAMT_053', 'PAIN_002', 'CODA', 'CSV')),
    ibans_sealed  bytea[]     not null default '{}', -- encrypted; of its statements
    first_on      date,
    last_on       date        check (last_on >= first_on),
    created_by    uuid        not null references users,
    created_at    timestamptz not null,
    constraint bank_files_pkey primary key (operation_id, id),
    constraint bank_files_id_key unique (id)
);

-- What banks told, each line once on its account. A booked line moved money; a refused one is a transaction of
-- an order that was not carried out.
create table bank_lines (
    operation_id        uuid        not null,
    id                  uuid        not null,
    file_id             uuid        not null,
    kind                text        not null check (kind in ('BOOKED', 'REFUSED')),
    iban_sealed         bytea       not null, -- encrypted; ours
    iban_hash           bytea       not null, -- keyed hash
    identity            bytea       not null check (length(identity) = 32),
    row                 integer     not null check (row > 0), -- of the booking in its file
    booked_on           date        not null,
    amount_cents        bigint      not null check (amount_cents <> 0), -- more than 0 = came
    bank_reference      text        not null default '' check (length(bank_reference) <= 35),
    end_to_end_id       text        not null default '' check (length(end_to_end_id) <= 35),
    batch_id            text        not null default '' check (length(batch_id) <= 35),
    communication       text        not null default '' check (length(communication) <= 35),
    text                text        not null default '' check (length(text) <= 2100),
    counterparty        text        not null default '' check (length(counterparty) <= 140),
    counterparty_sealed bytea,                -- encrypted; null = none
    counterparty_hash   bytea,                -- keyed hash
    returned            boolean     not null,
    return_reason       text        not null default '' check (length(return_reason) <= 35),
    reason              text        not null default '', -- why it was not matched by itself
    aside               text        check (aside in ('FEE', 'OWN_TRANSFER', 'OTHER_BUSINESS', 'ALREADY_KNOWN', 'OTHER_OPERATION')),
    aside_note          text        not null default '' check (length(aside_note) <= 200),
    aside_by            uuid        references users, -- null = it follows from the line
    aside_at            timestamptz,
    version             integer     not null default 1 check (version > 0),
    created_at          timestamptz not null,
    constraint bank_lines_pkey primary key (operation_id, id),
    constraint bank_lines_id_key unique (id),
    constraint bank_lines_identity_key unique (operation_id, iban_hash, identity),
    constraint bank_lines_payer_check check ((counterparty_sealed is null) = (counterparty_hash is null)),
    constraint bank_lines_set_aside_check check ((aside is null) = (aside_at is null)),
    foreign key (operation_id, file_id) references bank_files
);
create index bank_lines_file on bank_lines (operation_id, file_id);
create index bank_lines_day on bank_lines (operation_id, booked_on);
create index bank_lines_end_to_end on bank_lines (operation_id, end_to_end_id) where end_to_end_id <> '';

-- A settlement may be what a line says. An order that was refused moved no money.
alter table settlements add column line_id uuid references bank_lines (id);
alter table settlements drop constraint settlements_kind_check;
alter table settlements add constraint settlements_kind_check check (kind in ('PAYMENT', 'RETURN', 'REJECTION'));
create index settlements_line on settlements (line_id) where line_id is not null;

-- What holds of an invoice: paid less what came back. What was refused moved nothing.
-- +goose StatementBegin
create or replace function settled_cents(invoice uuid) returns bigint language sql stable as $$
    select coalesce(sum(case kind when 'PAYMENT' then amount_cents when 'RETURN' then -amount_cents else 0 end), 0)::bigint
    from settlements where invoice_id = invoice and withdrawn_at is null
$$;

-- No more is settled by a line than it is of, whoever does it at the same time.
create function settlements_of_line() returns trigger language plpgsql as $$
declare
    most bigint;
begin
    select abs(amount_cents) into strict most from bank_lines where id = new.line_id for update;
    if (select sum(amount_cents) from settlements where line_id = new.line_id and withdrawn_at is null) > most then
        raise exception 'more is settled than the line is of' using errcode = 'check_violation', constraint = 'settlements_line_check';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create constraint trigger settlements_line_check after insert on settlements
    for each row when (new.line_id is not null) execute function settlements_of_line();

-- What the columns of tables mean, by the columns.
create table bank_file_mappings (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    fingerprint       text        not null, -- of the columns
    columns           text[]      not null,
    billing_entity_id uuid        not null, -- whose account it is of
    day               text        not null,
    amount            text        not null default '',
    debit             text        not null default '',
    credit            text        not null default '',
    texts             text[]      not null default '{}',
    counterparty      text        not null default '',
    counterparty_iban text        not null default '',
    reference         text        not null default '',
    decimal           text        not null check (decimal in ('COMMA', 'POINT')),
    dates             text        not null check (dates in ('DAY_MONTH_YEAR', 'MONTH_DAY_YEAR', 'YEAR_MONTH_DAY')),
    constraint bank_file_mappings_pkey primary key (operation_id, id),
    constraint bank_file_mappings_fingerprint_key unique (operation_id, fingerprint),
    foreign key (operation_id, billing_entity_id) references billing_entities
);
