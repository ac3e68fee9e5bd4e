-- +goose Up
-- What the states of an invoice mean, and the only place of it in SQL: Invoice.Holds, Final and
-- Counts of core/billing. A test holds them equal in all states.
create function invoice_holds(type text, status text) returns boolean language sql immutable parallel safe as $$
    select type = 'INVOICE' and status = 'FINALIZED'
$$;
create function invoice_final(type text, number text) returns boolean language sql immutable parallel safe as $$
    select type = 'STATEMENT' or number is not null
$$;
create function invoice_counts(type text, status text) returns boolean language sql immutable parallel safe as $$
    select type = 'STATEMENT' or type = 'INVOICE' and status = 'FINALIZED'
$$;

-- Issuers: the producers' legal persons, and at most one of the operation itself.
create table billing_entities (
    operation_id       uuid        not null references operations,
    id                 uuid        not null,
    owned_by_operation boolean     not null default false,
    name               text        not null check (name <> ''),
    street             text        not null default '',
    post_code          text        not null default '',
    city               text        not null default '',
    country            text        not null check (country ~ '^[A-Z]{2}$'),
    email              text        not null default '',
    phone              text        not null default '',
    legal_number       text        not null default '', -- SIREN, SIRET or enterprise number
    tax_id             text        not null default '',
    vat_regime         text        not null check (vat_regime in ('franchise', 'exemption', 'simplified', 'normal', 'agricultural_simplified', 'agricultural_flat_rate', 'none')),
    exemption_text     text        not null default '',
    iban_sealed        bytea, -- encrypted; null = none
    iban_hash          bytea, -- keyed hash, to find equal ones
    bic                text        not null default '',
    series_code        text        not null check (series_code ~ '^[A-Z0-9]{1,10}$'),
    logo_id            uuid        references documents,
    version            integer     not null default 1 check (version > 0),
    created_at         timestamptz not null,
    street2            text        not null default '',
    contact            text        not null default '',
    e_address_scheme   text        not null default '' check (e_address_scheme in ('', '0225', '0208', '9925')),
    e_address          text        not null default '',
    legal_form         text        not null default '',
    share_capital      bigint      not null default 0 check (share_capital >= 0), -- cents
    registration       text        not null default '', -- city of the register
    franchise_form     text        not null default '' check (franchise_form in ('', 'EXEMPT_LEGAL_NUMBER', 'EXEMPT_VAT_NUMBER', 'ZERO_RATE')),
    vat_on_debits      boolean     not null default false,
    mandate_signed     date, -- since when the PMO may bill in its name
    mandate_reference  text        not null default '',
    constraint billing_entities_pkey primary key (operation_id, id),
    constraint billing_entities_iban_check check ((iban_sealed is null) = (iban_hash is null)),
    constraint billing_entities_e_address_check check ((e_address_scheme = '') = (e_address = ''))
);
create unique index billing_entities_owned_key on billing_entities (operation_id) where owned_by_operation;

-- A producer has one issuer.
create table billing_entity_producers (
    operation_id      uuid not null,
    producer_id       uuid not null references participants (id) on delete cascade,
    billing_entity_id uuid not null,
    constraint billing_entity_producers_pkey primary key (operation_id, producer_id),
    foreign key (operation_id, billing_entity_id) references billing_entities
);
create index billing_entity_producers_entity on billing_entity_producers (operation_id, billing_entity_id);

-- Clients, each for one or several consumer sites.
create table billable_entities (
    operation_id  uuid        not null references operations,
    id            uuid        not null,
    name          text        not null check (name <> ''),
    street        text        not null default '',
    post_code     text        not null default '',
    city          text        not null default '',
    country       text        not null check (country ~ '^[A-Z]{2}$'),
    email         text        not null default '',
    phone         text        not null default '',
    legal_number  text        not null default '',
    tax_id        text        not null default '',
    vat_regime    text        not null,
    consumer_type text        not null check (consumer_type in ('professional', 'individual')),
    language      text        not null check (language in ('fr', 'nl')),
    iban_sealed   bytea, -- encrypted; null = none
    iban_hash     bytea, -- keyed hash, to find equal ones
    bic           text        not null default '',
    reference     text        not null default '', -- the organizer's own
    tags          text[]      not null default '{}' check (cardinality(tags) <= 20), -- the organizer's own words
    version       integer     not null default 1 check (version > 0),
    created_at    timestamptz not null,
    street2       text        not null default '',
    contact       text        not null default '',
    e_address_scheme text        not null default '' check (e_address_scheme in ('', '0225', '0208', '9925')),
    e_address     text        not null default '',
    public_body   boolean     not null default false,
    service_code  text        not null default '',
    commitment    text        not null default '', -- number of the order
    commitment_required boolean     not null default false,
    channel       text        not null default '' check (channel in ('', 'MAIL', 'EINVOICE', 'PUBLIC_PORTAL', 'PRINT')),
    constraint billable_entities_pkey primary key (operation_id, id),
    constraint billable_entities_iban_check check ((iban_sealed is null) = (iban_hash is null)),
    constraint billable_entities_e_address_check check ((e_address_scheme = '') = (e_address = '')),
    constraint billable_entities_public_check check (not public_body or consumer_type = 'professional')
);

-- A consumer has one client.
create table billable_entity_consumers (
    operation_id       uuid not null,
    consumer_id        uuid not null references participants (id) on delete cascade,
    billable_entity_id uuid not null,
    constraint billable_entity_consumers_pkey primary key (operation_id, consumer_id),
    foreign key (operation_id, billable_entity_id) references billable_entities
);
create index billable_entity_consumers_entity on billable_entity_consumers (operation_id, billable_entity_id);

create table plans (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    name           text        not null check (name <> ''),
    description    text        not null default '',
    period         text        not null check (period in ('MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'TWICE_A_YEAR', 'YEARLY')),
    payment_method text        not null check (payment_method in ('transfer', 'debit', 'cheque', 'publicTreasuryPaymentOrder', 'publicTreasuryDebit')),
    term_days      integer     not null check (term_days between 0 and 60),
    version        integer     not null default 1 check (version > 0),
    created_at     timestamptz not null,
    constraint plans_pkey primary key (operation_id, id),
    constraint plans_name_key unique (operation_id, name)
);

create table plan_charges (
    operation_id     uuid    not null,
    plan_id          uuid    not null,
    position         integer not null,
    code             text    not null check (code <> ''),
    name             text    not null default '',
    type             text    not null check (type in ('FIXED', 'PER_UNIT', 'PASS_THROUGH')),
    usage            text    not null default '',
    price_micro_euro bigint  not null,
    vat_rate         integer check (vat_rate between 0 and 10000), -- hundredths of a percent; null = the regime's
    pricing_option   text    not null default 'BASE' check (pricing_option in ('BASE', 'PEAK', 'OFF_PEAK')), -- at which hours of the consumer's site (ADR 93)
    vat_treatment    text    not null default '' check (vat_treatment in ('', 'OWN_RATE', 'GROSS')), -- of network costs that are passed on (ADR 100)
    constraint plan_charges_pkey primary key (operation_id, plan_id, position),
    constraint plan_charges_code_key unique (operation_id, plan_id, code),
    constraint plan_charges_usage_check check ((type = 'PER_UNIT') = (usage <> '')),
    constraint plan_charges_option_check check (pricing_option = 'BASE' or usage = 'ENERGY'),
    constraint plan_charges_price_check check (price_micro_euro >= 0 and (type = 'PASS_THROUGH') = (price_micro_euro = 0)),
    constraint plan_charges_treatment_check check ((type = 'PASS_THROUGH') = (vat_treatment <> '') and (vat_treatment <> 'GROSS' or vat_rate is not null)),
    foreign key (operation_id, plan_id) references plans
);

-- Days are half-open; an end of null is open. A pair has one plan a day.
create table subscriptions (
    operation_id      uuid           not null references operations,
    id                uuid           not null,
    consumer_id       uuid           references participants (id),
    producer_id       uuid           references participants (id), -- null = from all, by the operation
    plan_id           uuid           not null,
    start_date        date           not null,
    end_date          date           check (end_date >= start_date),
    closed_by         uuid, -- the next one of the pair, which ended this one
    end_before_closed date, -- what end_date was before that
    billed            datemultirange not null default '{}', -- days billed for good (keep_billed_days)
    created_at        timestamptz    not null,
    constraint subscriptions_pkey primary key (operation_id, id),
    constraint subscriptions_id_key unique (id),
    constraint subscriptions_side_check check (consumer_id is not null or producer_id is not null),
    constraint subscriptions_pair_excl exclude using gist (
        operation_id with =,
        (coalesce(consumer_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
        (coalesce(producer_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
        daterange(start_date, end_date) with &&),
    foreign key (operation_id, plan_id) references plans,
    constraint subscriptions_closed_by_fkey foreign key (closed_by) references subscriptions (id)
        deferrable initially deferred -- a closing one is deleted before what it closed goes on
);
create index subscriptions_consumer on subscriptions (consumer_id);
create index subscriptions_producer on subscriptions (producer_id);
create index subscriptions_plan on subscriptions (operation_id, plan_id);
create index subscriptions_closed_by on subscriptions (closed_by) where closed_by is not null;

-- A bill run. Whether it goes on, and in how many batches, stands in its job; how far it is, in
-- its items.
create table bill_runs (
    operation_id   uuid        not null references operations,
    id             uuid        not null references jobs,
    participant_id uuid, -- the producer whose family of calls started it
    bill_up_to     date        not null,
    mode           text        not null check (mode in ('SYNC', 'ASYNC')),
    unpriced       jsonb, -- what nobody is billed for in its periods, as it was when it started; null = nothing
    constraint bill_runs_pkey primary key (operation_id, id),
    foreign key (operation_id, participant_id) references participants
);

-- What is pending of a run is one row a batch, its items side by side in arrays, and is
-- gone when the batch is done: items are written once, with what became of them.
create table bill_run_batches (
    operation_id uuid      not null,
    run_id       uuid      not null,
    batch        integer   not null,
    positions    integer[] not null,
    issuers      uuid[]    not null,
    clients      uuid[]    not null,
    period_from  date[]    not null,
    period_to    date[]    not null,
    days_from    date[]    not null,
    days_to      date[]    not null,
    methods      text[]    not null,
    statements   boolean[] not null,
    excess       boolean[] not null,
    -- What was found due when the run began: days of subscriptions, each with its place among
    -- the items of the batch.
    span_items         integer[] not null,
    span_subscriptions uuid[]    not null,
    span_from          date[]    not null,
    span_to            date[]    not null,
    constraint bill_run_batches_pkey primary key (operation_id, run_id, batch),
    foreign key (operation_id, run_id) references bill_runs
);

create table bill_run_items (
    operation_id       uuid    not null,
    run_id             uuid    not null,
    position           integer not null,
    batch              integer not null,
    billing_entity_id  uuid    not null,
    billable_entity_id uuid    not null,
    period_from        date    not null, -- the billing period
    period_to          date    not null,
    days_from          date    not null, -- what of it is billed
    days_to            date    not null,
    payment_method     text    not null,
    statement          boolean not null,
    status             text    not null check (status in ('SUCCESS', 'FAILURE')),
    invoice_id         uuid, -- the draft it made, which a later run may have replaced
    amount_cents       bigint  not null default 0,
    not_charged        boolean not null default false,
    error              text    not null default '',
    error_key          text    not null default '',
    error_params       jsonb   not null default '{}',
    constraint bill_run_items_pkey primary key (operation_id, run_id, batch, position),
    constraint bill_run_items_error_check check ((status = 'FAILURE') = (error_key <> '')),
    foreign key (operation_id, run_id) references bill_runs,
    foreign key (operation_id, billing_entity_id) references billing_entities,
    foreign key (operation_id, billable_entity_id) references billable_entities
);

create table invoices (
    operation_id       uuid        not null,
    id                 uuid        not null,
    type               text        not null check (type in ('INVOICE', 'CREDIT_NOTE', 'STATEMENT')),
    status             text        not null check (status in ('DRAFT', 'FINALIZED', 'NOT_CHARGED', 'CANCELLED')),
    payment_status     text        not null check (payment_status in ('PENDING', 'FAILED', 'SUCCEEDED')),
    billing_entity_id  uuid        not null,
    billable_entity_id uuid        not null,
    producer_id        uuid references participants (id),
    run_id             uuid,
    period_from        date        not null,
    period_to          date        not null check (period_to > period_from), -- excluded
    payment_method     text        not null,
    term_days          integer     not null,
    energy_milli_wh    bigint      not null,
    net_cents          bigint      not null,
    vat_cents          bigint      not null,
    amount_cents       bigint      not null,
    source_hash        bytea       not null,
    number_owner       text, -- the legal person whose numbers they are
    series             text,
    year               integer,
    sequence           integer,
    number             text,
    issue_date         date,
    due_date           date        check (due_date >= issue_date),
    snapshot           jsonb, -- everything that is printed, frozen
    document_id        uuid        references documents,
    logo_id            uuid        references documents, -- the picture that the snapshot names
    created_at         timestamptz not null,
    published_at       timestamptz,
    credits_id         uuid        references invoices (id), -- of a credit note: the invoice that it takes back
    constraint invoices_credits_key unique (credits_id),
    constraint invoices_credits_check check ((credits_id is null) = (type <> 'CREDIT_NOTE')),
    constraint invoices_pkey primary key (operation_id, id),
    constraint invoices_id_key unique (id), -- what lines and days refer to: no other index can serve their checks
    constraint invoices_total_check check (amount_cents = net_cents + vat_cents),
    constraint invoices_number_check check (
        (number is null and number_owner is null and series is null and year is null and sequence is null and issue_date is null and due_date is null and snapshot is null and published_at is null and document_id is null and logo_id is null and status <> 'FINALIZED')
        or (number is not null and number_owner is not null and series is not null and year is not null and sequence is not null and issue_date is not null and due_date is not null and snapshot is not null and published_at is not null and status in ('FINALIZED', 'CANCELLED'))),
    foreign key (operation_id, billing_entity_id) references billing_entities,
    foreign key (operation_id, billable_entity_id) references billable_entities,
    foreign key (operation_id, run_id) references bill_runs
);
-- Numbers belong to the legal person over all operations.
create unique index invoices_sequence_key on invoices (number_owner, series, year, sequence) where number is not null;
create index invoices_client on invoices (billable_entity_id, billing_entity_id, status);
create index invoices_list on invoices (operation_id, period_from desc, id desc);
-- What is owed and not paid in full, by when it was due.
create index invoices_unpaid on invoices (operation_id, due_date) where type = 'INVOICE' and status = 'FINALIZED' and payment_status <> 'SUCCEEDED';
create index invoices_not_charged on invoices (operation_id) where status = 'NOT_CHARGED'; -- few

create table invoice_lines (
    operation_id     uuid    not null,
    invoice_id       uuid    not null references invoices (id) on delete cascade,
    position         integer not null,
    subscription_id  uuid    not null references subscriptions (id),
    consumer_id      uuid    not null references participants (id),
    producer_name    text    not null default '', -- whose energy it is: an issuer may bill for several producers at once
    site_name        text    not null,
    dso_id           text    not null,
    label            text    not null,
    from_date        date    not null,
    to_date          date    not null, -- excluded
    unit             text    not null check (unit in ('KWH', 'MONTH', 'ONE')),
    quantity_e4      bigint  not null,
    price_micro_euro bigint  not null,
    net_cents        bigint  not null,
    vat_rate         integer not null,
    energy_milli_wh  bigint  not null,
    pricing_option   text    not null default '' check (pricing_option in ('', 'PEAK', 'OFF_PEAK')),
    hours_from       integer check (hours_from between 0 and 1439), -- minutes since midnight, as the line was made: those of the site may change
    hours_to         integer check (hours_to between 0 and 1439),
    within_cost_micro_euro bigint, -- what the price of a cost that is passed on with VAT in it is made of
    within_vat_rate  integer check (within_vat_rate between 0 and 10000),
    constraint invoice_lines_pkey primary key (invoice_id, position),
    constraint invoice_lines_hours_check check ((pricing_option = '') = (hours_from is null) and (hours_from is null) = (hours_to is null)),
    constraint invoice_lines_within_check check ((within_cost_micro_euro is null) = (within_vat_rate is null) and (within_cost_micro_euro is null or unit = 'ONE'))
);
create index invoice_lines_consumer on invoice_lines (consumer_id);
create index invoice_lines_subscription on invoice_lines (subscription_id);

-- The days of each subscription that an invoice bills. Firm ones are on a published
-- invoice, or were not charged: no day is billed twice.
create table billed_spans (
    operation_id    uuid    not null,
    invoice_id      uuid    not null references invoices (id) on delete cascade,
    subscription_id uuid    not null references subscriptions (id),
    from_date       date    not null,
    to_date         date    not null check (to_date > from_date),
    firm            boolean not null,
    constraint billed_spans_pkey primary key (invoice_id, subscription_id, from_date),
    constraint billed_spans_once_excl exclude using gist (operation_id with =, subscription_id with =, daterange(from_date, to_date) with &&) where (firm)
);
create index billed_spans_subscription on billed_spans (subscription_id);

-- A counter row, not a sequence: a sequence leaves gaps when a transaction fails.
create table numberings (
    number_owner text    not null,
    series       text    not null,
    year         integer not null,
    next         integer not null check (next > 0),
    last_issue   date, -- null = the first number is set, and none was taken
    constraint numberings_pkey primary key (number_owner, series, year)
);

-- Payment references (structured communications) belong to a bank account: two issuers of
-- one account never print the same. The account stands here as a keyed hash.
create table payment_reference_counters (
    account bytea  not null,
    next    bigint not null check (next between 1 and 10000000000),
    constraint payment_reference_counters_pkey primary key (account)
);
create table payment_references (
    account    bytea  not null,
    reference  bigint not null check (reference between 1 and 9999999999),
    invoice_id uuid   not null references invoices (id),
    constraint payment_references_pkey primary key (account, reference),
    constraint payment_references_invoice_key unique (invoice_id)
);

-- Who may issue for a legal person: an operation asks for a series of its numbers, the
-- back-office says yes or no. Without a yes no invoice gets a number.
create table seller_claims (
    id           uuid        not null,
    number_owner text        not null, -- SIREN or enterprise number
    series       text        not null,
    operation_id uuid        not null references operations,
    status       text        not null check (status in ('REQUESTED', 'CONFIRMED', 'DENIED')),
    remark       text        not null default '', -- why, or on which proof
    requested_by uuid        not null references users,
    requested_at timestamptz not null,
    decided_by   uuid references users,
    decided_at   timestamptz,
    version      integer     not null default 1, -- the state that an answer has seen
    constraint seller_claims_pkey primary key (number_owner, series, operation_id),
    constraint seller_claims_id_key unique (id),
    constraint seller_claims_decided_check check ((decided_at is null) = (status = 'REQUESTED'))
);
create index seller_claims_operation on seller_claims (operation_id);

-- +goose StatementBegin
create function keep_claimed_numbers() returns trigger language plpgsql as $$
begin
    if exists (select from (select distinct n.operation_id, n.billing_entity_id, n.number_owner, n.series
            from numbered n join unnumbered o on o.id = n.id where o.number is null and n.number is not null) w
        where w.number_owner <> w.billing_entity_id::text and not exists (select from seller_claims c
            where c.number_owner = w.number_owner and c.series = w.series and c.operation_id = w.operation_id and c.status = 'CONFIRMED')) then
        raise exception 'an operation numbers invoices of a legal person that it may not issue for' using errcode = 'restrict_violation', constraint = 'invoices_claimed';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger invoices_claimed after update on invoices
    referencing old table as unnumbered new table as numbered for each statement execute function keep_claimed_numbers();

-- An issued invoice never changes and is never deleted.
-- +goose StatementBegin
create function keep_issued_invoice() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        raise exception 'invoice % is issued and cannot be deleted', old.number using errcode = 'restrict_violation';
    end if;
    if to_jsonb(new) - '{status,payment_status,document_id}'::text[] <> to_jsonb(old) - '{status,payment_status,document_id}'::text[]
        or new.status <> old.status and not (old.status = 'FINALIZED' and new.status = 'CANCELLED')
        or old.document_id is not null and new.document_id is distinct from old.document_id then
        raise exception 'invoice % is issued and cannot change', old.number using errcode = 'restrict_violation';
    end if;
    return new;
end
$$;
-- +goose StatementEnd
create trigger invoices_issued before update or delete on invoices
    for each row when (old.number is not null) execute function keep_issued_invoice();

-- Nor do its lines. Invoices are looked up by their id alone, and never by reading the table
-- through (enable_seqscan): the planner knows nothing of tables that have just been filled.
-- +goose StatementBegin
create function keep_issued_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from (select distinct invoice_id from changed) c
        where (select i.number from invoices i where i.id = c.invoice_id) is not null) then
        raise exception 'a line of an issued invoice cannot change' using errcode = 'restrict_violation';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger invoice_lines_inserted after insert on invoice_lines
    referencing new table as changed for each statement execute function keep_issued_lines();
create trigger invoice_lines_moved after update on invoice_lines
    referencing new table as changed for each statement execute function keep_issued_lines();
create trigger invoice_lines_updated after update on invoice_lines
    referencing old table as changed for each statement execute function keep_issued_lines();
create trigger invoice_lines_deleted after delete on invoice_lines
    referencing old table as changed for each statement execute function keep_issued_lines();

-- What producers are owed for the energy that they shared: a statement for the days of a producer's
-- subscription, of the operation's own issuer (payer) to the producer's (seller).
create table statements (
    operation_id    uuid        not null references operations,
    id              uuid        not null,
    subscription_id uuid        not null references subscriptions (id),
    producer_id     uuid        not null references participants (id),
    seller_id       uuid        not null,
    payer_id        uuid        not null,
    kind            text        not null check (kind in ('STATEMENT', 'SELF_BILLED')),
    status          text        not null check (status in ('DRAFT', 'PUBLISHED', 'CANCELLED')),
    period_from     date        not null,
    period_to       date        not null check (period_to > period_from), -- excluded
    term_days       integer     not null check (term_days between 0 and 60),
    language        text        not null check (language in ('fr', 'nl')),
    energy_milli_wh bigint      not null check (energy_milli_wh >= 0),
    net_cents       bigint      not null check (net_cents >= 0),
    vat_cents       bigint      not null check (vat_cents >= 0),
    amount_cents    bigint      not null,
    payment_status  text        not null check (payment_status in ('PENDING', 'FAILED', 'SUCCEEDED')),
    number_owner    text, -- the legal person whose numbers they are
    series          text,
    year            integer,
    sequence        integer,
    number          text,
    issue_date      date,
    due_date        date check (due_date >= issue_date),
    snapshot        jsonb, -- everything that is printed, frozen
    logo_id         uuid references documents, -- the picture that the snapshot names
    document_id     uuid references documents,
    electronic_id   uuid references documents,
    mail_id         uuid, -- names the last mail for ever
    mail_state      text not null default '' check (mail_state in ('', 'WAITING', 'SENT', 'FAILED')),
    mail_address    text not null default '',
    mail_problem    text not null default '',
    mail_at         timestamptz,
    reason          text not null default '',
    cancelled_by    uuid references users,
    cancelled_at    timestamptz check ((cancelled_at is not null) = (status = 'CANCELLED')),
    created_at      timestamptz not null,
    published_at    timestamptz,
    payer_owner     text, -- whose purchase it is: the legal person of the payer, as it was when the number was given
    payer_recovers  boolean, -- whether it recovered VAT then
    cancelled_on    date, -- day of its operation
    constraint statements_pkey primary key (operation_id, id),
    constraint statements_id_key unique (id),
    constraint statements_amount_check check (amount_cents = net_cents + vat_cents),
    constraint statements_mail_check check ((mail_id is null) = (mail_state = '')),
    constraint statements_number_check check (
        (number is null and number_owner is null and series is null and year is null and sequence is null and issue_date is null and due_date is null and snapshot is null and published_at is null and document_id is null and status = 'DRAFT')
        or (number is not null and number_owner is not null and series is not null and year is not null and sequence is not null and issue_date is not null and due_date is not null and snapshot is not null and published_at is not null and status in ('PUBLISHED', 'CANCELLED'))),
    constraint statements_sequence_key unique (number_owner, series, year, sequence),
    -- No day of a subscription is on two statements that hold.
    constraint statements_days_excl exclude using gist (subscription_id with =, daterange(period_from, period_to) with &&) where (status = 'PUBLISHED'),
    constraint statements_payer_owner_check check ((payer_owner is null) = (number is null)),
    constraint statements_payer_recovers_check check ((payer_recovers is null) = (number is null)),
    constraint statements_cancelled_on_check check ((cancelled_on is null) = (cancelled_at is null)),
    foreign key (operation_id, seller_id) references billing_entities,
    foreign key (operation_id, payer_id) references billing_entities
);
create index statements_producer on statements (producer_id);
create index statements_subscription on statements (subscription_id);
create index statements_purchases on statements (payer_owner, issue_date) where number is not null;
create unique index statements_mail_key on statements (mail_id) where mail_id is not null;

create table statement_lines (
    operation_id     uuid    not null,
    statement_id     uuid    not null,
    position         integer not null,
    label            text    not null,
    quantity_e4      bigint  not null check (quantity_e4 > 0),
    unit             text    not null check (unit in ('KWH', 'MONTH')),
    price_micro_euro bigint  not null check (price_micro_euro > 0),
    net_cents        bigint  not null,
    vat_rate         integer not null check (vat_rate between 0 and 10000),
    energy_milli_wh  bigint  not null,
    constraint statement_lines_pkey primary key (operation_id, statement_id, position),
    foreign key (operation_id, statement_id) references statements on delete cascade
);

-- A published statement never changes but for where it stands, what was paid of it and where its mail is.
-- +goose StatementBegin
create function keep_published_statement() returns trigger language plpgsql as $$
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
create function keep_published_statement_lines() returns trigger language plpgsql as $$
begin
    if exists (select from statements s where s.operation_id = old.operation_id and s.id = old.statement_id and s.number is not null) then
        raise exception 'lines of a published statement cannot change' using errcode = 'restrict_violation';
    end if;
    return coalesce(new, old);
end
$$;
-- +goose StatementEnd
create trigger statements_published before update or delete on statements
    for each row when (old.number is not null) execute function keep_published_statement();
create trigger statement_lines_published before update or delete on statement_lines
    for each row execute function keep_published_statement_lines();

-- Days billed for good stand with the subscription: a run needs the whole past of each,
-- and reading every span again cost more with every month. What was not charged is billed
-- too; a run looks at it again, and takes the days back (firm = false) when they would
-- come out otherwise today. Days on a published statement are billed as those on invoices are.
-- +goose StatementBegin
create function billed_days(subscription uuid) returns datemultirange language sql stable set enable_seqscan = off as $$
    select coalesce(range_agg(d.days), '{}') from (
        select daterange(s.from_date, s.to_date) as days from billed_spans s where s.subscription_id = subscription and s.firm
        union all
        select daterange(t.period_from, t.period_to) from statements t where t.subscription_id = subscription and t.status = 'PUBLISHED'
    ) d
$$;
create function keep_billed_days() returns trigger language plpgsql set enable_seqscan = off as $$
declare
    touched uuid[] := array(select distinct c.subscription_id from changed c where c.firm or tg_op = 'UPDATE');
begin
    if touched <> '{}' then
        update subscriptions s set billed = billed_days(s.id) where s.id = any (touched);
    end if;
    return null;
end
$$;
create function keep_stated_days() returns trigger language plpgsql as $$
begin
    if new.status <> old.status then
        update subscriptions s set billed = billed_days(s.id) where s.id = new.subscription_id;
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger billed_spans_added after insert on billed_spans
    referencing new table as changed for each statement execute function keep_billed_days();
create trigger billed_spans_updated after update on billed_spans
    referencing new table as changed for each statement execute function keep_billed_days();
create trigger billed_spans_deleted after delete on billed_spans
    referencing old table as changed for each statement execute function keep_billed_days();
create trigger statements_stated after update on statements for each row execute function keep_stated_days();

-- E-invoices of issued invoices as they were made when they were issued: what is in the PDF, or
-- holds the PDF. Invoices of before have none here; theirs is made when it is asked for.
create table electronic_invoices (
    invoice_id  uuid not null references invoices (id),
    document_id uuid not null references documents,
    constraint electronic_invoices_pkey primary key (invoice_id)
);
create index electronic_invoices_document on electronic_invoices (document_id);

-- An issued e-invoice never changes.
-- +goose StatementBegin
create function keep_electronic_invoice() returns trigger language plpgsql as $$
begin
    raise exception 'the e-invoice of % is issued and cannot change', old.invoice_id using errcode = 'restrict_violation';
end
$$;
-- +goose StatementEnd
create trigger electronic_invoices_issued before update or delete on electronic_invoices
    for each row execute function keep_electronic_invoice();

-- The ways of issued invoices to their clients. One of an invoice is current; those of before stay to
-- be read. WAITING: a mail that is on its way, or what somebody has to transmit, deposit or print.
create table invoice_deliveries (
    operation_id uuid        not null,
    id           uuid        not null,
    invoice_id   uuid        not null,
    channel      text check (channel in ('MAIL', 'EINVOICE', 'PUBLIC_PORTAL', 'PRINT')), -- null = nobody knows
    state        text        not null check (state in ('WAITING', 'SENT', 'TRANSMITTED', 'PRINTED', 'FAILED', 'UNKNOWN')),
    current      boolean     not null,
    address      text        not null default '',
    attempts     integer     not null default 0 check (attempts >= 0),
    started_by   uuid        references users, -- null = by itself, after publishing
    started_at   timestamptz not null,
    state_at     timestamptz not null,
    day          date, -- of what was done by hand
    ended_by     uuid        references users,
    reference    text        not null default '',
    problem      text        not null default '',
    constraint invoice_deliveries_pkey primary key (operation_id, id),
    constraint invoice_deliveries_id_key unique (id),
    constraint invoice_deliveries_mail_check check ((channel = 'MAIL') is true = (address <> '')),
    constraint invoice_deliveries_way_check check (case
        when channel is null then state = 'UNKNOWN'
        when channel = 'MAIL' then state in ('WAITING', 'SENT', 'FAILED')
        when channel = 'PRINT' then state in ('WAITING', 'PRINTED')
        else state in ('WAITING', 'TRANSMITTED', 'FAILED') end),
    constraint invoice_deliveries_failed_check check ((state = 'FAILED') = (problem <> '')),
    foreign key (operation_id, invoice_id) references invoices (operation_id, id)
);
-- An invoice is on one way at a time, whoever starts it.
create unique index invoice_deliveries_current on invoice_deliveries (invoice_id) where current;
create index invoice_deliveries_invoice on invoice_deliveries (invoice_id);

-- Whether an operation sends its invoices by itself once they are published.
create table invoice_delivery_settings (
    operation_id uuid    not null references operations,
    automatic    boolean not null,
    constraint invoice_delivery_settings_pkey primary key (operation_id)
);

-- What issued invoices would be by the curves of now, and what was decided of the difference. One row
-- an invoice; where it stands follows from it (correction_state).
create table corrections (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    invoice_id        uuid        not null,
    source_hash       bytea       not null, -- what the invoice would be made from now
    differs           boolean     not null, -- false: the curves say again what was billed
    offered           boolean     not null, -- by the threshold: somebody is asked to decide
    priced            boolean     not null, -- what it would cost now is known
    energy_after      bigint      not null, -- milliwatt-hours
    net_after_cents   bigint      not null,
    amount_after_cents bigint     not null, -- incl. VAT
    greatest_cents    bigint      not null check (greatest_cents >= 0),
    pairs             jsonb       not null,
    problem           jsonb, -- why its days cannot be drafted anew; null = they can
    decision          text        check (decision in ('CORRECT', 'KEEP')),
    reason            text        not null default '',
    decided_by        uuid        references users,
    decided_at        timestamptz,
    found_at          timestamptz not null,
    seen_at           timestamptz not null,
    constraint corrections_pkey primary key (operation_id, id),
    constraint corrections_id_key unique (id),
    constraint corrections_invoice_key unique (invoice_id),
    constraint corrections_decided_check check ((decision is null) = (decided_at is null)),
    constraint corrections_offered_check check (differs or not offered),
    foreign key (operation_id, invoice_id) references invoices (operation_id, id)
);
create index corrections_waiting on corrections (operation_id) where offered and decision is null;

-- From which difference on an operation is asked to decide; without a row: the product's.
create table correction_thresholds (
    operation_id uuid        primary key references operations,
    amount_cents bigint      not null check (amount_cents >= 0),
    updated_by   uuid        not null references users,
    updated_at   timestamptz not null
);

-- Whether all days of an invoice that was taken back are billed anew, as far as their sites take part.
-- +goose StatementBegin
create function billed_anew(invoice uuid) returns boolean language sql stable as $$
    select not exists (
        select from billed_spans s join subscriptions u on u.id = s.subscription_id
        left join participants c on c.id = u.consumer_id left join participants p on p.id = u.producer_id
        where s.invoice_id = invoice and not u.billed @> (daterange(s.from_date, s.to_date) * daterange(u.start_date, u.end_date)
            * case when u.consumer_id is null then '(,)'::daterange else coalesce(c.activation, 'empty') end
            * case when u.producer_id is null then '(,)'::daterange else coalesce(p.activation, 'empty') end))
$$;
create function correction_state(c corrections, invoice_status text) returns text language sql stable as $$
    select case
        when invoice_status = 'CANCELLED' then case when billed_anew(c.invoice_id) then 'DONE' else 'DECIDED' end
        when not c.differs then 'GONE'
        when c.decision = 'KEEP' then 'KEPT'
        when c.offered then 'OPEN'
        else 'RECORDED'
    end
$$;
-- +goose StatementEnd

-- Where a price per kWh is usual, in a country, from a day on; outside it a plan is warned about.
create table price_ranges (
    id               uuid        primary key,
    country          text        not null check (country in ('FR', 'BE')),
    start_date       date        not null,
    low_micro_euro   bigint      not null check (low_micro_euro > 0),
    high_micro_euro  bigint      not null,
    version          integer     not null,
    created_at       timestamptz not null,
    constraint price_ranges_key unique (country, start_date),
    constraint price_ranges_order_check check (high_micro_euro > low_micro_euro)
);
insert into price_ranges (id, country, start_date, low_micro_euro, high_micro_euro, version, created_at) values
    ('0199b0aa-0092-7000-8000-000000000001', 'FR', '2020-01-01', 50000, 200000, 1, '2026-11-29T00:00:00Z'),
    ('0199b0aa-0092-7000-8000-000000000002', 'BE', '2020-01-01', 50000, 200000, 1, '2026-11-29T00:00:00Z');

-- Texts that the law asks for on an invoice, by the day they hold from. A new wording
-- is a new row; published invoices keep theirs.
create table legal_texts (
    country    text not null,
    key        text not null,
    language   text not null,
    valid_from date not null,
    text       text not null check (text <> ''),
    constraint legal_texts_pkey primary key (country, key, language, valid_from)
);
insert into legal_texts (country, key, language, valid_from, text) values
    ('FR', 'prepared', 'fr', '2000-01-01', 'Facture établie par {pmo} au nom et pour le compte de {seller}.'),
    ('FR', 'prepared', 'nl', '2000-01-01', 'Factuur opgesteld door {pmo} in naam en voor rekening van {seller}.'),
    ('FR', 'goods', 'fr', '2000-01-01', 'Nature de l''opération : livraison de biens.'),
    ('FR', 'goods', 'nl', '2000-01-01', 'Aard van de verrichting: levering van goederen.'),
    ('FR', 'treasury', 'fr', '2000-01-01', 'Ne pas payer avant réception de l''avis des sommes à payer.'),
    ('FR', 'treasury', 'nl', '2000-01-01', 'Niet betalen vóór ontvangst van het betalingsbericht van de openbare rekenplichtige.'),
    ('FR', 'late', 'fr', '2000-01-01', 'Retard de paiement : pénalités au taux directeur de la Banque centrale européenne majoré de dix points, et indemnité forfaitaire de 40 € pour frais de recouvrement.'),
    ('FR', 'late', 'nl', '2000-01-01', 'Laattijdige betaling: interest tegen de basisrente van de Europese Centrale Bank plus tien punten, en een vaste vergoeding van € 40 voor invorderingskosten.'),
    ('FR', 'discount', 'fr', '2000-01-01', 'Pas d''escompte pour paiement anticipé.'),
    ('FR', 'discount', 'nl', '2000-01-01', 'Geen korting voor contante betaling.'),
    ('FR', 'mediator', 'fr', '2000-01-01', 'En cas de litige, vous pouvez saisir gratuitement le médiateur national de l''énergie : www.energie-mediateur.fr.'),
    ('FR', 'mediator', 'nl', '2000-01-01', 'Bij een geschil kunt u gratis terecht bij de Franse energiebemiddelaar: www.energie-mediateur.fr.'),
    ('FR', 'franchise', 'fr', '2000-01-01', 'TVA non applicable, art. 293 B du CGI'),
    ('FR', 'franchise', 'nl', '2000-01-01', 'Btw niet van toepassing, art. 293 B van de Franse CGI'),
    ('FR', 'flatRate', 'fr', '2000-01-01', 'TVA non facturée : régime du remboursement forfaitaire agricole'),
    ('FR', 'flatRate', 'nl', '2000-01-01', 'Geen btw aangerekend: Franse forfaitaire landbouwregeling'),
    ('FR', 'outside', 'fr', '2000-01-01', 'Opération hors champ de la TVA'),
    ('FR', 'outside', 'nl', '2000-01-01', 'Verrichting buiten het toepassingsgebied van de btw'),
    ('FR', 'translation', 'fr', '2000-01-01', 'Copie traduite, seul l''original fait foi.'),
    ('FR', 'translation', 'nl', '2000-01-01', 'Vertaald afschrift, alleen het origineel geldt.'),
    ('BE', 'prepared', 'fr', '2000-01-01', 'Facture établie par {pmo} au nom et pour le compte de {seller}.'),
    ('BE', 'prepared', 'nl', '2000-01-01', 'Factuur opgesteld door {pmo} in naam en voor rekening van {seller}.'),
    ('BE', 'late', 'fr', '2000-01-01', 'Tout retard de paiement donne lieu de plein droit aux intérêts de la loi du 2 août 2002.'),
    ('BE', 'late', 'nl', '2000-01-01', 'Bij laattijdige betaling is van rechtswege de interest van de wet van 2 augustus 2002 verschuldigd.'),
    ('BE', 'franchise', 'fr', '2000-01-01', 'Régime particulier de franchise des petites entreprises : TVA non applicable'),
    ('BE', 'franchise', 'nl', '2000-01-01', 'Bijzondere vrijstellingsregeling kleine ondernemingen: btw niet van toepassing'),
    ('BE', 'flatRate', 'fr', '2000-01-01', 'TVA non facturée : régime forfaitaire agricole'),
    ('BE', 'flatRate', 'nl', '2000-01-01', 'Geen btw aangerekend: forfaitaire landbouwregeling'),
    ('BE', 'outside', 'fr', '2000-01-01', 'Opération hors champ de la TVA'),
    ('BE', 'outside', 'nl', '2000-01-01', 'Verrichting buiten het toepassingsgebied van de btw'),
    ('BE', 'translation', 'fr', '2000-01-01', 'Copie traduite, seul l''original fait foi.'),
    ('BE', 'translation', 'nl', '2000-01-01', 'Vertaald afschrift, alleen het origineel geldt.'),
    ('FR', 'latePublic', 'fr', '2000-01-01', 'Retard de paiement : intérêts moratoires au taux directeur de la Banque centrale européenne majoré de huit points, et indemnité forfaitaire de 40 € pour frais de recouvrement (code de la commande publique).'),
    ('FR', 'latePublic', 'nl', '2000-01-01', 'Laattijdige betaling: interest tegen de basisrente van de Europese Centrale Bank plus acht punten, en een vaste vergoeding van € 40 voor invorderingskosten (Frans wetboek overheidsopdrachten).'),
    ('FR', 'debits', 'fr', '2000-01-01', 'Option pour le paiement de la taxe d''après les débits.'),
    ('FR', 'debits', 'nl', '2000-01-01', 'Btw verschuldigd bij facturatie (keuze van de verkoper).'),
    ('BE', 'latePublic', 'fr', '2000-01-01', 'Tout retard de paiement donne lieu de plein droit aux intérêts de la loi du 2 août 2002.'),
    ('BE', 'latePublic', 'nl', '2000-01-01', 'Bij laattijdige betaling is van rechtswege de interest van de wet van 2 augustus 2002 verschuldigd.'),
    ('BE', 'selfBilled', 'fr', '2000-01-01', 'Autofacturation : facture établie par l''acheteur au nom et pour le compte du vendeur.'),
    ('BE', 'selfBilled', 'nl', '2000-01-01', 'Factuur uitgereikt door afnemer, in naam en voor rekening van de verkoper.'),
    ('FR', 'selfBilled', 'fr', '2000-01-01', 'Autofacturation : facture établie par l''acheteur au nom et pour le compte du vendeur.'),
    ('FR', 'selfBilled', 'nl', '2000-01-01', 'Self-billing: factuur opgesteld door de afnemer, in naam en voor rekening van de verkoper.'),
    ('BE', 'stated', 'fr', '2000-01-01', 'Ce relevé n''est pas une facture : il indique ce qui vous est dû pour l''énergie que vous avez partagée.'),
    ('BE', 'stated', 'nl', '2000-01-01', 'Deze afrekening is geen factuur: ze vermeldt wat u toekomt voor de energie die u gedeeld hebt.'),
    ('FR', 'stated', 'fr', '2000-01-01', 'Ce relevé n''est pas une facture : il indique ce qui vous est dû pour l''énergie que vous avez partagée.'),
    ('FR', 'stated', 'nl', '2000-01-01', 'Deze afrekening is geen factuur: ze vermeldt wat u toekomt voor de energie die u gedeeld hebt.'),
    ('FR', 'preparedNote', 'fr', '2000-01-01', 'Avoir établi par {pmo} au nom et pour le compte de {seller}.'),
    ('FR', 'preparedNote', 'nl', '2000-01-01', 'Creditnota opgesteld door {pmo} in naam en voor rekening van {seller}.'),
    ('BE', 'preparedNote', 'fr', '2000-01-01', 'Note de crédit établie par {pmo} au nom et pour le compte de {seller}.'),
    ('BE', 'preparedNote', 'nl', '2000-01-01', 'Creditnota opgesteld door {pmo} in naam en voor rekening van {seller}.'),
    ('BE', 'noteVat', 'fr', '2000-01-01', 'TVA à reverser à l''État dans la mesure où elle a été initialement déduite.'),
    ('BE', 'noteVat', 'nl', '2000-01-01', 'Btw terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht.');
