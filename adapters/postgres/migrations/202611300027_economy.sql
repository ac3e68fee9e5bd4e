-- +goose Up
-- The contract of supply of a consumer, as it was told last. Prices are micro-euro per kWh, hours
-- minutes since midnight.
create table price_configs (
    participant_id  uuid        primary key,
    operation_id    uuid        not null,
    consumer_type   text        not null check (consumer_type in ('professional', 'individual')),
    contract_type   text        not null check (contract_type in ('BASE', 'DOUBLE_PRICE', 'QUADRUPLE_PRICE')),
    base            bigint      check (base > 0),
    peak            bigint      check (peak > 0),
    off_peak        bigint      check (off_peak > 0),
    summer_peak     bigint      check (summer_peak > 0),
    summer_off_peak bigint      check (summer_off_peak > 0),
    winter_peak     bigint      check (winter_peak > 0),
    winter_off_peak bigint      check (winter_off_peak > 0),
    peak_start      integer     check (peak_start between 0 and 1439),
    off_peak_start  integer     check (off_peak_start between 0 and 1439),
    on_trv          boolean     not null,
    version         integer     not null,
    updated_at      timestamptz not null,
    constraint price_configs_participant_fkey foreign key (operation_id, participant_id) references participants (operation_id, id) on delete cascade,
    constraint price_configs_hours_check check (peak_start <> off_peak_start)
);
create index price_configs_operation on price_configs (operation_id, participant_id);

-- The regulated tariff (TRV): prices from a day on, for sites of at least a power.
create table trv_prices (
    id            uuid        primary key,
    consumer_type text        not null check (consumer_type in ('professional', 'individual')),
    contract_type text        not null check (contract_type in ('BASE', 'DOUBLE_PRICE')),
    start_date    date        not null,
    from_kva      integer     not null check (from_kva between 0 and 36),
    base          bigint      check (base > 0),
    peak          bigint      check (peak > 0),
    off_peak      bigint      check (off_peak > 0),
    source        text        not null check (source <> ''),
    version       integer     not null,
    created_at    timestamptz not null,
    constraint trv_prices_key unique (consumer_type, contract_type, start_date, from_kva),
    constraint trv_prices_check check (case contract_type when 'BASE' then base is not null and peak is null and off_peak is null
        else base is null and peak is not null and off_peak is not null end)
);

-- What is known of it: individuals with all taxes, small businesses without VAT.
insert into trv_prices (id, consumer_type, contract_type, start_date, from_kva, base, peak, off_peak, source, version, created_at) values
    ('019ab000-0000-7000-8000-000000000001', 'individual', 'BASE', '2024-02-01', 0, 251600, null, null, 'CRE, données ouvertes, option Base', 1, '2026-11-23 00:00:00+00'),
    ('019ab000-0000-7000-8000-000000000002', 'individual', 'BASE', '2025-02-01', 0, 201600, null, null, 'CRE, données ouvertes, option Base', 1, '2026-11-23 00:00:00+00'),
    ('019ab000-0000-7000-8000-000000000003', 'individual', 'BASE', '2025-08-01', 0, 195200, null, null, 'CRE, données ouvertes, option Base', 1, '2026-11-23 00:00:00+00'),
    ('019ab000-0000-7000-8000-000000000004', 'individual', 'DOUBLE_PRICE', '2025-08-01', 0, null, 208100, 163500, 'Grille publiée par les comparateurs', 1, '2026-11-23 00:00:00+00'),
    ('019ab000-0000-7000-8000-000000000005', 'individual', 'BASE', '2026-02-01', 0, 193980, null, null, 'Grille du 1er février 2026, simulateur public EDF_Simulateur_Prix', 1, '2026-11-23 00:00:00+00'),
    ('019ab000-0000-7000-8000-000000000006', 'individual', 'BASE', '2026-02-01', 9, 192660, null, null, 'Grille du 1er février 2026, simulateur public EDF_Simulateur_Prix', 1, '2026-11-23 00:00:00+00'),
    ('019ab000-0000-7000-8000-000000000007', 'individual', 'DOUBLE_PRICE', '2026-02-01', 0, null, 206500, 157900, 'Grille publiée par les comparateurs', 1, '2026-11-23 00:00:00+00'),
    ('019ab000-0000-7000-8000-000000000008', 'professional', 'BASE', '2025-02-01', 0, 165900, null, null, 'Grille publiée par les comparateurs', 1, '2026-11-23 00:00:00+00'),
    ('019ab000-0000-7000-8000-000000000009', 'professional', 'DOUBLE_PRICE', '2025-02-01', 0, null, 171300, 145100, 'Grille publiée par les comparateurs', 1, '2026-11-23 00:00:00+00');
