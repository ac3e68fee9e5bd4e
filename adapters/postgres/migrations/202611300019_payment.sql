-- +goose Up
-- In whose name an issuer collects by SEPA direct debit.
create table creditors (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    billing_entity_id uuid        not null,
    name              text        not null check (name <> '' and length(name) <= 70),
    ics               text        not null check (ics ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,31}$'),
    iban_sealed       bytea       not null, -- encrypted
    bic               text        not null default '',
    reconciliation_id text        not null default '' check (length(reconciliation_id) < 15),
    message           text        not null default 'PAIN_008_001_08' check (message in ('PAIN_008_001_08', 'PAIN_008_001_02')),
    lead_days         integer     not null default 3 check (lead_days between 1 and 14), -- banking days that the bank wants
    version           integer     not null default 1 check (version > 0),
    created_at        timestamptz not null,
    constraint creditors_pkey primary key (operation_id, id),
    constraint creditors_id_key unique (id),
    constraint creditors_entity_key unique (operation_id, billing_entity_id),
    constraint creditors_ics_key unique (operation_id, id, ics),
    foreign key (operation_id, billing_entity_id) references billing_entities
);

create index creditors_ics on creditors (ics);

-- The leave of a debtor. The ICS is that of the creditor, which is fixed while it has mandates.
create table mandates (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    creditor_id       uuid        not null,
    ics               text        not null,
    rum               text        not null check (rum ~ '^[^ ]{1,35}$'),
    participant_id    uuid        not null references participants (id) on delete cascade,
    debtor_name       text        not null check (debtor_name <> '' and length(debtor_name) <= 70),
    iban_sealed       bytea       not null, -- encrypted
    bic               text        not null default '',
    scheme            text        not null check (scheme in ('CORE', 'B2B')),
    signed_on         date        not null,
    last_collected_on date,
    revoked_on        date        check (revoked_on >= signed_on),
    reconciliation_id text        not null default '' check (length(reconciliation_id) < 15),
    version           integer     not null default 1 check (version > 0),
    created_at        timestamptz not null,
    constraint mandates_pkey primary key (operation_id, id),
    constraint mandates_id_key unique (id),
    constraint mandates_creditor_fkey foreign key (operation_id, creditor_id, ics) references creditors (operation_id, id, ics)
);
-- A RUM is unique for an ICS over all operations, and capitals do not count.
create unique index mandates_rum_key on mandates (ics, upper(rum));
create index mandates_creditor on mandates (operation_id, creditor_id);
create index mandates_participant on mandates (participant_id);

-- The accounts that a mandate was on before.
create table mandate_amendments (
    operation_id uuid        not null,
    mandate_id   uuid        not null,
    version      integer     not null, -- of the mandate, the last with this account
    iban_sealed  bytea       not null,
    bic          text        not null default '',
    until        timestamptz not null,
    constraint mandate_amendments_pkey primary key (operation_id, mandate_id, version),
    foreign key (operation_id, mandate_id) references mandates on delete cascade
);

-- Orders to collect that were made, each with its file. The operation is that of the issuer they were
-- asked of; invoices of others may be in it, of the same creditor.
create table collections (
    operation_id uuid        not null references operations,
    id           uuid        not null,
    creditor_id  uuid        not null,
    ics          text        not null,
    message_id   text        not null check (length(message_id) between 1 and 35),
    set_hash     bytea       not null, -- of its invoices: the same set gives the same file
    status       text        not null check (status in ('EXPORTED', 'CANCELLED')),
    first_on     date        not null,
    last_on      date        not null check (last_on >= first_on),
    month        date        not null, -- first day of the last month that its invoices bill
    amount_cents bigint      not null check (amount_cents > 0),
    invoices     integer     not null check (invoices > 0),
    returned     boolean     not null default false, -- an invoice came back: the set may be asked for anew
    document_id  uuid        not null references documents,
    created_by   uuid        not null references users,
    created_at   timestamptz not null,
    cancelled_at timestamptz check ((cancelled_at is not null) = (status = 'CANCELLED')),
    version      integer     not null default 1 check (version > 0),
    constraint collections_pkey primary key (operation_id, id),
    constraint collections_id_key unique (id),
    constraint collections_message_key unique (message_id),
    foreign key (operation_id, creditor_id) references creditors
);
create unique index collections_set_key on collections (ics, set_hash) where status = 'EXPORTED' and not returned;

-- What was asked of whom. An invoice is held by at most one collection: it is let go of when that one
-- is cancelled, or when the money came back.
create table collected_invoices (
    operation_id  uuid        not null, -- of the invoice
    collection_id uuid        not null references collections (id),
    invoice_id    uuid        not null references invoices (id),
    mandate_id    uuid        not null references mandates (id),
    end_to_end_id text        not null check (length(end_to_end_id) between 1 and 35),
    collect_on    date        not null,
    sequence      text        not null check (sequence in ('RCUR')),
    scheme        text        not null check (scheme in ('CORE', 'B2B')),
    amount_cents  bigint      not null check (amount_cents > 0),
    held          boolean     not null default true,
    constraint collected_invoices_pkey primary key (collection_id, invoice_id)
);
create unique index collected_invoices_held_key on collected_invoices (invoice_id) where held;
create index collected_invoices_operation on collected_invoices (operation_id);
create index collected_invoices_invoice on collected_invoices (invoice_id);
create index collected_invoices_mandate on collected_invoices (mandate_id);
create index collected_invoices_end_to_end on collected_invoices (end_to_end_id);

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

-- What was paid of invoices, and what came back: their payment status follows from it. One that was
-- recorded by mistake is withdrawn, and stays. An order that was refused moved no money.
create table settlements (
    operation_id uuid        not null,
    id           uuid        not null,
    invoice_id   uuid        not null references invoices (id),
    kind         text        not null check (kind in ('PAYMENT', 'RETURN', 'REJECTION')),
    amount_cents bigint      not null check (amount_cents > 0),
    booked_on    date        not null,
    reference    text        not null default '' check (length(reference) <= 140),
    created_by   uuid        not null references users,
    created_at   timestamptz not null,
    withdrawn_by uuid        references users,
    withdrawn_at timestamptz,
    line_id      uuid        references bank_lines (id), -- what it says
    constraint settlements_pkey primary key (operation_id, id),
    constraint settlements_withdrawn_check check ((withdrawn_by is null) = (withdrawn_at is null)),
    foreign key (operation_id, invoice_id) references invoices
);
create index settlements_invoice on settlements (invoice_id);
create index settlements_line on settlements (line_id) where line_id is not null;

-- What holds of an invoice: paid less what came back. What was refused moved nothing.
-- +goose StatementBegin
create function settled_cents(invoice uuid) returns bigint language sql stable as $$
    select coalesce(sum(case kind when 'PAYMENT' then amount_cents when 'RETURN' then -amount_cents else 0 end), 0)::bigint
    from settlements where invoice_id = invoice and withdrawn_at is null
$$;
-- +goose StatementEnd

-- Payment lists: what a bank is asked to pay.
create table payouts (
    operation_id    uuid        not null references operations,
    id              uuid        not null,
    payer_id        uuid        not null,
    message_id      text        not null check (length(message_id) between 1 and 35),
    message_version text        not null check (message_version in ('PAIN_001_001_09', 'PAIN_001_001_03')),
    set_hash        bytea       not null, -- of its statements: the same set gives the same file
    status          text        not null check (status in ('EXPORTED', 'CANCELLED')),
    pay_on          date        not null,
    amount_cents    bigint      not null check (amount_cents > 0),
    statements      integer     not null check (statements > 0),
    returned        boolean     not null default false, -- one of it came back: the set may be asked for anew
    document_id     uuid        not null references documents,
    created_by      uuid        not null references users,
    created_at      timestamptz not null,
    cancelled_at    timestamptz check ((cancelled_at is not null) = (status = 'CANCELLED')),
    revision        integer     not null default 1 check (revision > 0),
    constraint payouts_pkey primary key (operation_id, id),
    constraint payouts_message_key unique (message_id),
    foreign key (operation_id, payer_id) references billing_entities
);
create unique index payouts_set_key on payouts (operation_id, set_hash) where status = 'EXPORTED' and not returned;
create table payout_statements (
    operation_id  uuid    not null,
    payout_id     uuid    not null,
    statement_id  uuid    not null references statements (id),
    end_to_end_id text    not null check (length(end_to_end_id) between 1 and 35),
    amount_cents  bigint  not null check (amount_cents > 0),
    held          boolean not null default true,
    constraint payout_statements_pkey primary key (operation_id, payout_id, statement_id),
    foreign key (operation_id, payout_id) references payouts,
    foreign key (operation_id, statement_id) references statements
);
-- No statement is in two lists that hold, whoever exports at the same time.
create unique index payout_statements_held_key on payout_statements (statement_id) where held;
create index payout_statements_statement on payout_statements (operation_id, statement_id);

-- What was paid of statements, and what came back: their payment status follows from it.
create table statement_payments (
    operation_id uuid        not null,
    id           uuid        not null,
    statement_id uuid        not null,
    kind         text        not null check (kind in ('PAYMENT', 'RETURN', 'REJECTION')),
    amount_cents bigint      not null check (amount_cents > 0),
    booked_on    date        not null,
    reference    text        not null default '' check (length(reference) <= 140),
    line_id      uuid        references bank_lines (id),
    created_by   uuid        not null references users,
    created_at   timestamptz not null,
    withdrawn_by uuid        references users,
    withdrawn_at timestamptz,
    constraint statement_payments_pkey primary key (operation_id, id),
    constraint statement_payments_withdrawn_check check ((withdrawn_by is null) = (withdrawn_at is null)),
    foreign key (operation_id, statement_id) references statements
);
create index statement_payments_statement on statement_payments (operation_id, statement_id);
create index statement_payments_line on statement_payments (line_id) where line_id is not null;

-- What lines of banks settle: invoices, and statements.
create view settled_lines as
    select t.operation_id, t.line_id, t.amount_cents from settlements t where t.line_id is not null and t.withdrawn_at is null
    union all
    select p.operation_id, p.line_id, p.amount_cents from statement_payments p where p.line_id is not null and p.withdrawn_at is null;

-- No more is settled by a line than it is of, whoever does it at the same time.
-- +goose StatementBegin
create function settlements_of_line() returns trigger language plpgsql as $$
declare
    most bigint;
begin
    select abs(amount_cents) into strict most from bank_lines where id = new.line_id for update;
    if (select sum(amount_cents) from settled_lines where line_id = new.line_id) > most then
        raise exception 'more is settled than the line is of' using errcode = 'check_violation', constraint = 'settlements_line_check';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create constraint trigger settlements_line_check after insert on settlements
    for each row when (new.line_id is not null) execute function settlements_of_line();
create constraint trigger statement_payments_line_check after insert on statement_payments
    for each row when (new.line_id is not null) execute function settlements_of_line();

-- Which version of the order to pay the bank of an operation takes.
create table payout_settings (
    operation_id    uuid not null references operations,
    message_version text not null check (message_version in ('PAIN_001_001_09', 'PAIN_001_001_03')),
    constraint payout_settings_pkey primary key (operation_id)
);

-- Whether clients of an operation are reminded of what is overdue without anybody's doing, and after
-- how many days. An operation without a row is reminded by nobody.
create table reminder_settings (
    operation_id uuid        primary key references operations,
    enabled      boolean     not null,
    first_days   integer     not null check (first_days between 1 and 365),
    second_days  integer     not null check (second_days > first_days and second_days <= 365),
    third_days   integer     not null check (third_days > second_days and third_days <= 365),
    version      integer     not null default 1 check (version > 0)
);

-- Words that an operation has of its own; without a row those of the product.
create table reminder_texts (
    operation_id uuid     not null references operations,
    level        smallint not null check (level between 1 and 3),
    language     text     not null check (language in ('fr', 'fr-BE', 'nl')),
    subject      text     not null check (subject <> '' and subject !~ '[\r\n]'),
    body         text     not null check (body <> ''),
    constraint reminder_texts_pkey primary key (operation_id, level, language)
);

-- A mail to a client about what is overdue.
create table reminders (
    operation_id       uuid        not null,
    id                 uuid        not null, -- names the mail for ever
    billable_entity_id uuid        not null,
    level              smallint    not null check (level between 1 and 3),
    status             text        not null check (status in ('QUEUED', 'SENT', 'REJECTED', 'FAILED', 'OBSOLETE')),
    address            text        not null check (address <> ''),
    language           text        not null check (language in ('fr', 'fr-BE', 'nl')),
    open_cents         bigint      not null check (open_cents > 0), -- of its invoices, when it was made
    subject            text        not null default '', -- as it was sent
    body               text        not null default '',
    created_by         uuid        references users, -- null = the server by itself
    made_on            date        not null, -- civil day of the operation
    created_at         timestamptz not null,
    at                 timestamptz not null, -- since when its status is so
    constraint reminders_pkey primary key (operation_id, id),
    constraint reminders_id_key unique (id),
    constraint reminders_sent_check check (status <> 'SENT' or (subject <> '' and body <> '')),
    foreign key (operation_id, billable_entity_id) references billable_entities
);
create index reminders_client on reminders (operation_id, billable_entity_id);
create index reminders_list on reminders (operation_id, created_at desc, id desc);

-- What a mail was about. A level of an invoice is sent once.
create table reminded_invoices (
    operation_id uuid     not null,
    reminder_id  uuid     not null,
    invoice_id   uuid     not null,
    level        smallint not null check (level between 1 and 3),
    open_cents   bigint   not null check (open_cents > 0),
    due_on       date     not null,
    constraint reminded_invoices_pkey primary key (operation_id, invoice_id, level),
    foreign key (operation_id, reminder_id) references reminders,
    foreign key (operation_id, invoice_id) references invoices
);
create index reminded_invoices_reminder on reminded_invoices (operation_id, reminder_id);

-- Who is not reminded, or of which invoice, and why. One that is over stays.
create table reminder_pauses (
    operation_id       uuid        not null references operations,
    id                 uuid        not null,
    billable_entity_id uuid,
    invoice_id         uuid,
    reason             text        not null check (reason <> '' and length(reason) <= 500),
    until              date, -- last day; null = until somebody ends it
    created_by         uuid        not null references users,
    created_at         timestamptz not null,
    ended_by           uuid        references users,
    ended_at           timestamptz,
    constraint reminder_pauses_pkey primary key (operation_id, id),
    constraint reminder_pauses_of_check check ((billable_entity_id is null) <> (invoice_id is null)),
    constraint reminder_pauses_ended_check check ((ended_by is null) = (ended_at is null)),
    foreign key (operation_id, billable_entity_id) references billable_entities,
    foreign key (operation_id, invoice_id) references invoices
);
create index reminder_pauses_list on reminder_pauses (operation_id, created_at desc);

-- Files of collections on their way to the bank's client, each laid down once: what is being named lies
-- there whole under its temporary name, and only naming takes that name away.
create table collection_handovers (
    operation_id  uuid        not null references operations,
    collection_id uuid        not null primary key references collections (id),
    place         text        not null check (place <> ''),
    file_name     text        not null check (file_name <> ''),
    sha256        text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size          bigint      not null check (size > 0),
    state         text        not null check (state in ('WAITING', 'NAMING', 'DONE', 'FAILED')),
    attempts      integer     not null default 0 check (attempts >= 0),
    temporary     text,
    asked_by      uuid        references users,
    asked_at      timestamptz not null,
    next_at       timestamptz not null,
    done_at       timestamptz check ((done_at is not null) = (state = 'DONE')),
    trouble       text        check (trouble in ('UNREACHABLE', 'NOT_STORED')),
    constraint collection_handovers_file_key unique (file_name),
    constraint collection_handovers_naming_check check (state <> 'NAMING' or temporary is not null)
);
create index collection_handovers_due on collection_handovers (next_at) where state in ('WAITING', 'NAMING');
create index collection_handovers_operation on collection_handovers (operation_id);
create index collection_handovers_user on collection_handovers (asked_by);

-- Files that the bank's client laid down for us, and what became of them. One that is larger than files from
-- banks may be is refused unread: it has no checksum, and one of the same name later is told in its place.
create table returned_files (
    operation_id uuid        not null references operations,
    id           uuid        not null,
    name         text        not null check (name <> ''),
    sha256       text        check (sha256 ~ '^[0-9a-f]{64}$'),
    taken_at     timestamptz not null,
    problem      jsonb,      -- why it was refused; null = it was taken in
    constraint returned_files_pkey primary key (operation_id, id),
    constraint returned_files_file_key unique nulls not distinct (operation_id, name, sha256),
    constraint returned_files_read_check check (sha256 is not null or problem is not null)
);
