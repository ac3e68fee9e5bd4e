-- +goose Up
-- What operators say that sites had over whole periods, besides their curves: the classes
-- 3 to 6 of an R15. They check curves and are never billed. nature: 3 Autoconso,
-- 4 Surplus, 7 Complement. side: 1 consumer, 2 producer.
create table period_readings (
    operation_id uuid        not null references operations,
    dso_id       text        not null,
    nature       smallint    not null check (nature in (3, 4, 7)),
    side         smallint    not null check (side in (1, 2)),
    date_from    date        not null,
    date_to      date        not null, -- excluded
    energy       bigint      not null check (energy >= 0), -- mWh
    rounding     bigint      not null check (rounding >= 0), -- mWh that energy may be from the truth
    corrective   boolean     not null,
    source       text        not null check (source <> ''),
    import_id    uuid,                 -- null for what no import brought
    received_at  timestamptz not null,
    constraint period_readings_pkey primary key (operation_id, date_from, dso_id, nature, side, date_to),
    constraint period_readings_days check (date_to > date_from)
);
