-- +goose Up
-- At which hours of the consumer's site a price per kWh holds (ADR 93).
alter table plan_charges
    add column pricing_option text not null default 'BASE' check (pricing_option in ('BASE', 'PEAK', 'OFF_PEAK')),
    add constraint plan_charges_option_check check (pricing_option = 'BASE' or usage = 'ENERGY');

-- The hours by which a line was made, as minutes since midnight: those of the site may change.
alter table invoice_lines
    add column pricing_option text not null default '' check (pricing_option in ('', 'PEAK', 'OFF_PEAK')),
    add column hours_from integer check (hours_from between 0 and 1439),
    add column hours_to integer check (hours_to between 0 and 1439),
    add constraint invoice_lines_hours_check check ((pricing_option = '') = (hours_from is null) and (hours_from is null) = (hours_to is null));

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
