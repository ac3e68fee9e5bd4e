-- +goose Up
-- Throughout: energies are in mWh. nature: 1 Conso, 2 Prod, 3 Autoconso, 4 Surplus,
-- 5 ProdExt, 6 ConsExt, 7 Complement. side: 1 consumer, 2 producer. Byte columns hold one
-- codec byte (0 plain, 1 zstd) and what core/metering writes.

-- One set of curve files, stored whole or not at all. How far it is, what was wrong, when and by
-- whom it was asked for stands in its job. Those of the operator's service (pull) or of a drop
-- (folder) have no account that made them. An import whose values look like a mistake is held
-- until somebody agrees (docs/adr/0016), and one that was stored can be taken back until it is
-- billed: that is its own outcome, beside that of its job.
create table curve_imports (
    id           uuid        primary key references jobs,
    operation_id uuid        not null references operations,
    kind         text        not null check (kind in ('import', 'upload', 'pull', 'folder')),
    outcome      text        check (outcome in ('SUCCEEDED', 'FAILED', 'SUSPECTED', 'UNDONE')), -- null = its job goes on
    days         daterange, -- asked for; pulls only
    dry_run      boolean     not null,
    definitive   boolean     not null,
    answers      jsonb       not null default '[]', -- to questions about files, given for this import only
    result       bytea, -- a line a curve: JSON after its codec byte
    confirmed    boolean     not null default false,
    decided_at   timestamptz, -- when it was confirmed or undone
    decided_by   uuid references users,        -- and by whom; null for the server
    constraint curve_imports_days_check check ((kind = 'pull') = (days is not null))
);
alter table curve_imports alter column result set storage external;
create index curve_imports_operation on curve_imports (operation_id);

create table curve_import_files (
    import_id   uuid    not null references curve_imports on delete cascade,
    position    integer not null,
    name        text    not null,
    size        bigint  not null,
    sha256      text    not null check (sha256 ~ '^[0-9a-f]{64}$'),
    format      text    not null default '',
    document_id uuid    references documents, -- null = too large to be kept
    constraint curve_import_files_pkey primary key (import_id, position)
);

-- What somebody answered about files of an unusual layout, for all files of the
-- operation with the same header. answers: see importstore/answers.go. The fingerprint
-- is made in one of several ways (docs/adr/0021); one of an earlier kind matches no file.
create table file_mappings (
    operation_id     uuid        not null references operations,
    id               uuid        not null,
    name             text        not null check (name <> ''),
    fingerprint_kind smallint    not null default 2,
    fingerprint      text        not null check (fingerprint ~ '^[0-9a-f]{32}$'),
    header           text[]      not null default '{}', -- its columns in their order, for people to read
    answers          jsonb       not null,
    version          integer     not null check (version > 0),
    created_at       timestamptz not null,
    created_by       uuid        not null references users,
    updated_at       timestamptz not null,
    constraint file_mappings_pkey primary key (operation_id, id),
    constraint file_mappings_fingerprint_key unique (operation_id, fingerprint)
);

-- Files of drops that were looked into. A content is imported once, and again when
-- something else took its place meanwhile; that two processes do not take one at once is
-- ensured by the one live import of an operation.
create table dropped_files (
    operation_id uuid        not null references operations,
    place        text        not null,
    name         text        not null,
    sha256       text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size         bigint      not null,
    modified_at  timestamptz not null,
    import_id    uuid        references curve_imports, -- none for a content taken before
    taken_at     timestamptz not null,
    constraint dropped_files_pkey primary key (operation_id, place, name, sha256)
);
create index dropped_files_content on dropped_files (operation_id, sha256, taken_at) where import_id is not null;

-- What the last look into the drops found for an operation and could not take, and
-- whether somebody wants a look now.
create table drop_looks (
    operation_id  uuid        not null references operations,
    asked_at      timestamptz,
    looked_at     timestamptz,
    waiting       jsonb       not null default '[]',
    waiting_count integer     not null default 0 check (waiting_count >= 0),
    constraint drop_looks_pkey primary key (operation_id)
);

-- A curve of an operation belongs to the number of its site (PRM or EAN), so that it
-- stays in place when the occupant changes. origin: 1 the operator's figures, 2 our own
-- expectation (never billed).
create table series (
    operation_id uuid     not null references operations,
    id           uuid     not null,
    dso_id       text     not null,
    nature       smallint not null check (nature between 1 and 6),
    side         smallint not null check (side in (1, 2)),
    origin       smallint not null check (origin in (1, 2)),
    constraint series_pkey primary key (operation_id, id),
    constraint series_key unique (operation_id, dso_id, nature, side, origin)
);

-- One curve over one civil month: the truth. The chunk (docs/format/load-curve-chunk.md)
-- lies outside the row, so that totals and days are read without it. What a later import
-- replaced or an undone one had stored stays where it is, with the instant and the import
-- that did so: its chunk is not written again. Only replay and undo read that; a version
-- may come again there.
create table series_months (
    operation_id  uuid        not null,
    month         date        not null check (extract(day from month) = 1),
    series_id     uuid        not null,
    step_s        integer     not null check (step_s between 60 and 3600),
    n             integer     not null check (n > 0),
    missing       integer     not null check (missing between 0 and n),
    provisional   integer     not null,
    doubtful      integer     not null,
    total         bigint      not null,
    days          bytea       not null, -- sum and state of each civil day
    hash          bytea       not null check (length(hash) = 16),
    version       integer     not null check (version > 0),
    derived       boolean     not null,
    import_id     uuid references curve_imports,
    chunk         bytea       not null,
    superseded_at timestamptz,
    superseded_by uuid references curve_imports,
    constraint series_months_series foreign key (operation_id, series_id) references series,
    constraint series_months_superseded check (superseded_by is null or superseded_at is not null)
);
create unique index series_months_current on series_months (operation_id, month, series_id) where superseded_at is null;
create index series_months_import on series_months (operation_id, import_id);
create index series_months_superseded_by on series_months (operation_id, superseded_by) where superseded_by is not null;
alter table series_months alter column chunk set storage external;
alter table series_months alter column days set storage plain;
alter table series_months set (toast_tuple_target = 128, autovacuum_vacuum_scale_factor = 0.02);

-- Months whose data an organizer declared definitive.
create table definitive_months (
    operation_id uuid        not null references operations,
    month        date        not null check (extract(day from month) = 1),
    reason       text        not null check (reason <> ''),
    declared_at  timestamptz not null,
    declared_by  uuid        not null references users,
    constraint definitive_months_pkey primary key (operation_id, month)
);

-- What operators say that sites had over whole periods, besides their curves: the classes
-- 3 to 6 of an R15. They check curves and are never billed.
create table period_readings (
    operation_id uuid        not null references operations,
    dso_id       text        not null,
    nature       smallint    not null check (nature in (3, 4, 7)),
    side         smallint    not null check (side in (1, 2)),
    date_from    date        not null,
    date_to      date        not null, -- excluded
    energy       bigint      not null check (energy >= 0),
    rounding     bigint      not null check (rounding >= 0), -- that energy may be from the truth
    corrective   boolean     not null,
    source       text        not null check (source <> ''),
    import_id    uuid references curve_imports, -- null for what no import brought
    received_at  timestamptz not null,
    constraint period_readings_pkey primary key (operation_id, date_from, dso_id, nature, side, date_to),
    constraint period_readings_days check (date_to > date_from)
);

-- The lines of Sibelga's monthly files, kept for billing: what each register of an
-- access point counted in a period, which lies within its month. A new upload of a month
-- takes the place of all its lines.
create table register_volumes (
    operation_id uuid   not null references operations,
    month        date   not null check (extract(day from month) = 1),
    dso_id       text   not null,
    date_from    date   not null,
    register     text   not null check (register in ('HI', 'LOW', 'TH')),
    meter        text   not null,
    date_to      date   not null, -- excluded
    shared       bigint not null check (shared >= 0),
    complement   bigint not null check (complement >= 0),
    given        bigint not null check (given >= 0),
    surplus      bigint not null check (surplus >= 0),
    import_id    uuid   not null references curve_imports,
    constraint register_volumes_pkey primary key (operation_id, month, dso_id, date_from, register, meter),
    constraint register_volumes_in_month check (date_from >= month and date_to > date_from and date_to <= month + interval '1 month')
);

-- What the operator asks for the network of an access point in a period, over its
-- registers, without VAT, in micro-euro.
create table network_costs (
    operation_id   uuid   not null references operations,
    month          date   not null check (extract(day from month) = 1),
    dso_id         text   not null,
    date_from      date   not null,
    date_to        date   not null, -- excluded
    use            bigint not null,
    surcharges     bigint not null,
    capacity       bigint not null,
    metering       bigint not null,
    public_service bigint not null,
    transport      bigint not null,
    road_fee       bigint not null,
    total          bigint, -- null = the file tells none
    import_id      uuid   not null references curve_imports,
    constraint network_costs_pkey primary key (operation_id, month, dso_id, date_from),
    constraint network_costs_in_month check (date_from >= month and date_to > date_from and date_to <= month + interval '1 month')
);

-- What a later upload or R15 replaced, to bring it back. superseded_by is the import that did
-- so; null for what an undone import had brought.
create table period_readings_superseded (
    like period_readings, superseded_by uuid references curve_imports, superseded_at timestamptz not null,
    foreign key (operation_id) references operations, foreign key (import_id) references curve_imports
);
create table register_volumes_superseded (
    like register_volumes, superseded_by uuid references curve_imports, superseded_at timestamptz not null,
    foreign key (operation_id) references operations, foreign key (import_id) references curve_imports
);
create table network_costs_superseded (
    like network_costs, superseded_by uuid references curve_imports, superseded_at timestamptz not null,
    foreign key (operation_id) references operations, foreign key (import_id) references curve_imports
);
create index period_readings_superseded_import on period_readings_superseded (operation_id, superseded_by);
create index register_volumes_superseded_import on register_volumes_superseded (operation_id, superseded_by);
create index network_costs_superseded_import on network_costs_superseded (operation_id, superseded_by);

-- The sums of an operation month, rebuilt from its series in the transaction that
-- changed one.
create table operation_month_versions (
    operation_id uuid        not null references operations,
    month        date        not null check (extract(day from month) = 1),
    version      bigint      not null,
    latest_day   date, -- last day with data; null = none
    updated_at   timestamptz not null,
    constraint operation_month_versions_pkey primary key (operation_id, month)
);

-- The summed curve of one nature and side.
create table operation_months (
    operation_id uuid     not null references operations,
    month        date     not null,
    nature       smallint not null,
    side         smallint not null,
    step_s       integer  not null,
    n            integer  not null,
    total        bigint   not null,
    days         bytea    not null, -- sum, state and peak of each civil day
    chunk        bytea    not null,
    constraint operation_months_pkey primary key (operation_id, month, nature, side)
);
alter table operation_months alter column chunk set storage external;
alter table operation_months alter column days set storage plain;
alter table operation_months set (toast_tuple_target = 128);

-- Who the vectors below are about, ascending; named by its content.
create table operation_rosters (
    operation_id uuid   not null references operations,
    hash         bytea  not null check (length(hash) = 16),
    participants uuid[] not null,
    constraint operation_rosters_pkey primary key (operation_id, hash)
);

-- What each participant had: month totals, and participant × day.
create table operation_distributions (
    operation_id uuid     not null,
    month        date     not null,
    nature       smallint not null,
    side         smallint not null,
    roster       bytea    not null,
    totals       bytea    not null,
    days         bytea    not null,
    constraint operation_distributions_pkey primary key (operation_id, month, nature, side),
    foreign key (operation_id, roster) references operation_rosters
);
alter table operation_distributions alter column totals set storage external, alter column days set storage external;
alter table operation_distributions set (toast_tuple_target = 128);

-- What each consumer had from each producer, of months with two producers or more: one
-- row a consumer, and one (consumer of zeros) with the sum of all, so that the largest
-- lines and the rest are read without the others. Vectors are by producer; the sum of
-- all has them by producer × day too. Days of one consumer are split again from its
-- curve: kept, they would be a third of all that is kept.
create table operation_pairs (
    operation_id uuid     not null references operations,
    month        date     not null,
    consumer_id  uuid     not null,
    producers    bytea    not null,
    totals       bytea    not null,
    days         bytea,
    -- Of the row of all consumers together: the days (bit 0 = the first) whose key shares
    -- the production of each producer apart, so that what consumers had from whom is the
    -- key's own and no split in proportion to what was made; and which version of the
    -- arithmetic made the month (core/allocation/share.Version).
    apart        integer  not null default 0,
    algorithm    smallint not null default 1,
    constraint operation_pairs_pkey primary key (operation_id, month, consumer_id)
);
create index operation_pairs_algorithm on operation_pairs (operation_id, algorithm)
    where consumer_id = '00000000-0000-0000-0000-000000000000';

-- Days on which the operator's curves of a site do not fit together, or are more than
-- the site can have; rewritten with the sums of their month. kind: 1 received above
-- consumed, 2 given above produced, 3 surplus above produced, 4 produced is not given
-- and surplus, 5 consumed is not received and complement, 6 received is not given (of
-- the operation: no number), 7 received above produced (of the operation), 8 the
-- consumption that a site's own meter tells is not what it drew and what it made and used
-- itself, 9 what a consumer received, of whom the key lets it have energy, and what
-- producers gave contradict each other, 10 above the contract power.
create table operation_findings (
    operation_id uuid     not null references operations,
    month        date     not null,
    dso_id       text     not null,
    side         smallint not null,
    kind         smallint not null check (kind between 1 and 10),
    day          date     not null,
    steps        integer  not null check (steps > 0),
    energy       bigint   not null,
    constraint operation_findings_pkey primary key (operation_id, month, dso_id, side, kind, day)
);

-- What a kWh emits at its production, by country and kind of production from a month on; without a kind it
-- is the grid. Direct emissions.
create table emission_factors (
    id                 uuid        primary key,
    country            text        not null check (country ~ '^[A-Z]{2}$'),
    production_type_id integer     check (production_type_id > 0),
    start_date         date        not null check (start_date = date_trunc('month', start_date)),
    milligrams         bigint      not null check (milligrams between 0 and 2000000), -- of CO2 a kWh
    source             text        not null check (source <> ''),
    version            integer     not null check (version > 0),
    created_at         timestamptz not null,
    constraint emission_factors_key unique nulls not distinct (country, production_type_id, start_date)
);

-- What was in the program until now.
insert into emission_factors (id, country, production_type_id, start_date, milligrams, source, version, created_at) values
    ('019ab000-0000-7000-8000-0000000000c1', 'FR', null, '2023-01-01', 32000, 'RTE, bilan électrique 2023, émissions directes', 1, '2026-11-28 00:00:00+00'),
    ('019ab000-0000-7000-8000-0000000000c2', 'FR', null, '2024-01-01', 21700, 'RTE, bilan électrique 2024, émissions directes', 1, '2026-11-28 00:00:00+00'),
    ('019ab000-0000-7000-8000-0000000000c3', 'BE', null, '2023-01-01', 150000, 'Mix belge, émissions directes', 1, '2026-11-28 00:00:00+00'),
    ('019ab000-0000-7000-8000-0000000000c4', 'FR', 11, '2023-01-01', 250000, 'Cogénération au gaz, émissions directes', 1, '2026-11-28 00:00:00+00'),
    ('019ab000-0000-7000-8000-0000000000c5', 'BE', 11, '2023-01-01', 250000, 'Cogénération au gaz, émissions directes', 1, '2026-11-28 00:00:00+00');
