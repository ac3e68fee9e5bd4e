-- +goose Up
-- That the organizers of an operation were reminded of the coefficients of a month: once
-- of each kind, whatever happens.
create table coefficient_reminders (
    operation_id uuid        not null references operations on delete cascade,
    month        date        not null check (extract(day from month) = 1),
    kind         text        not null check (kind in ('SOON', 'LAST', 'LATE')),
    at           timestamptz not null,
    constraint coefficient_reminders_pkey primary key (operation_id, month, kind)
);
