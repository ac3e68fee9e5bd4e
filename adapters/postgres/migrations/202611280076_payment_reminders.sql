-- +goose Up
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

-- What is owed and not paid in full, by when it was due.
create index invoices_unpaid on invoices (operation_id, due_date) where type = 'INVOICE' and status = 'FINALIZED' and payment_status <> 'SUCCEEDED';
