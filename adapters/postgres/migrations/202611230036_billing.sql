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
    constraint billing_entities_pkey primary key (operation_id, id),
    constraint billing_entities_iban_check check ((iban_sealed is null) = (iban_hash is null))
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
    constraint billable_entities_pkey primary key (operation_id, id),
    constraint billable_entities_iban_check check ((iban_sealed is null) = (iban_hash is null))
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
    type             text    not null check (type in ('FIXED', 'PER_UNIT')),
    usage            text    not null default '',
    price_micro_euro bigint  not null check (price_micro_euro > 0),
    vat_rate         integer check (vat_rate between 0 and 10000), -- hundredths of a percent; null = the regime's
    constraint plan_charges_pkey primary key (operation_id, plan_id, position),
    constraint plan_charges_code_key unique (operation_id, plan_id, code),
    constraint plan_charges_usage_check check ((type = 'FIXED') = (usage = '')),
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
    unit             text    not null check (unit in ('KWH', 'MONTH')),
    quantity_e4      bigint  not null,
    price_micro_euro bigint  not null,
    net_cents        bigint  not null,
    vat_rate         integer not null,
    energy_milli_wh  bigint  not null,
    constraint invoice_lines_pkey primary key (invoice_id, position)
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
    last_issue   date    not null,
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

-- Days billed for good stand with the subscription: a run needs the whole past of each,
-- and reading every span again cost more with every month. What was not charged is billed
-- too; a run looks at it again, and takes the days back (firm = false) when they would
-- come out otherwise today.
-- +goose StatementBegin
create function billed_days(subscription uuid) returns datemultirange language sql stable set enable_seqscan = off as $$
    select coalesce(range_agg(daterange(s.from_date, s.to_date)), '{}') from billed_spans s where s.subscription_id = subscription and s.firm
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
-- +goose StatementEnd
create trigger billed_spans_added after insert on billed_spans
    referencing new table as changed for each statement execute function keep_billed_days();
create trigger billed_spans_updated after update on billed_spans
    referencing new table as changed for each statement execute function keep_billed_days();
create trigger billed_spans_deleted after delete on billed_spans
    referencing old table as changed for each statement execute function keep_billed_days();

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
    ('FR', 'translation', 'fr', '2000-01-01', 'Copie traduite, sans valeur de facture originale.'),
    ('FR', 'translation', 'nl', '2000-01-01', 'Vertaald afschrift, geldt niet als originele factuur.'),
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
    ('BE', 'translation', 'fr', '2000-01-01', 'Copie traduite, sans valeur de facture originale.'),
    ('BE', 'translation', 'nl', '2000-01-01', 'Vertaald afschrift, geldt niet als originele factuur.');
