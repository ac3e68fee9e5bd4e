-- +goose Up
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
    foreign key (operation_id, seller_id) references billing_entities,
    foreign key (operation_id, payer_id) references billing_entities
);
create index statements_producer on statements (producer_id);
create index statements_subscription on statements (subscription_id);
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
    free text[] := '{status,payment_status,document_id,electronic_id,mail_id,mail_state,mail_address,mail_problem,mail_at,reason,cancelled_by,cancelled_at}';
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

-- Days on a published statement are billed days of the subscription, as those on invoices are.
-- +goose StatementBegin
create or replace function billed_days(subscription uuid) returns datemultirange language sql stable set enable_seqscan = off as $$
    select coalesce(range_agg(d.days), '{}') from (
        select daterange(s.from_date, s.to_date) as days from billed_spans s where s.subscription_id = subscription and s.firm
        union all
        select daterange(t.period_from, t.period_to) from statements t where t.subscription_id = subscription and t.status = 'PUBLISHED'
    ) d
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
create trigger statements_stated after update on statements for each row execute function keep_stated_days();

insert into legal_texts (country, key, language, valid_from, text) values
    ('BE', 'selfBilled', 'fr', '2000-01-01', 'Autofacturation : facture établie par l''acheteur au nom et pour le compte du vendeur.'),
    ('BE', 'selfBilled', 'nl', '2000-01-01', 'Factuur uitgereikt door afnemer, in naam en voor rekening van de verkoper.'),
    ('FR', 'selfBilled', 'fr', '2000-01-01', 'Autofacturation : facture établie par l''acheteur au nom et pour le compte du vendeur.'),
    ('FR', 'selfBilled', 'nl', '2000-01-01', 'Self-billing: factuur opgesteld door de afnemer, in naam en voor rekening van de verkoper.'),
    ('BE', 'stated', 'fr', '2000-01-01', 'Ce relevé n''est pas une facture : il indique ce qui vous est dû pour l''énergie que vous avez partagée.'),
    ('BE', 'stated', 'nl', '2000-01-01', 'Deze afrekening is geen factuur: ze vermeldt wat u toekomt voor de energie die u gedeeld hebt.'),
    ('FR', 'stated', 'fr', '2000-01-01', 'Ce relevé n''est pas une facture : il indique ce qui vous est dû pour l''énergie que vous avez partagée.'),
    ('FR', 'stated', 'nl', '2000-01-01', 'Deze afrekening is geen factuur: ze vermeldt wat u toekomt voor de energie die u gedeeld hebt.');

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
create or replace function settlements_of_line() returns trigger language plpgsql as $$
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
create constraint trigger statement_payments_line_check after insert on statement_payments
    for each row when (new.line_id is not null) execute function settlements_of_line();

-- Which version of the order to pay the bank of an operation takes.
create table payout_settings (
    operation_id    uuid not null references operations,
    message_version text not null check (message_version in ('PAIN_001_001_09', 'PAIN_001_001_03')),
    constraint payout_settings_pkey primary key (operation_id)
);
