-- +goose Up
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
