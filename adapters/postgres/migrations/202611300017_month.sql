-- +goose Up
-- That the organizers of an operation were told that the data of a month are all there: once,
-- whatever happens.
create table month_notices (
    operation_id uuid        not null references operations on delete cascade,
    month        date        not null check (extract(day from month) = 1),
    at           timestamptz not null,
    constraint month_notices_pkey primary key (operation_id, month)
);
