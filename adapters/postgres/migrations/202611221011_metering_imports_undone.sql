-- +goose Up
-- An import whose values look like a mistake is held until somebody agrees (docs/adr/0016),
-- and one that was stored can be taken back until it is billed.
alter table curve_imports drop constraint curve_imports_status_check;
alter table curve_imports add constraint curve_imports_status_check
    check (status in ('STARTED', 'SUCCEEDED', 'FAILED', 'SUSPECTED', 'UNDONE'));
alter table curve_imports add column confirmed boolean not null default false;
alter table curve_imports add column decided_at timestamptz; -- when it was confirmed or undone
alter table curve_imports add column decided_by uuid;        -- and by whom; null for the server

-- What an undone import had stored is kept here too, so that a version may come again.
alter table series_months_superseded drop constraint series_months_superseded_pkey;
alter table series_months_superseded add constraint series_months_superseded_pkey
    primary key (operation_id, month, series_id, version, superseded_at);
create index series_months_superseded_import on series_months_superseded (operation_id, superseded_by);
create index series_months_import on series_months (operation_id, import_id);

-- What a later upload or R15 replaced, to bring it back. superseded_by is the import that did
-- so; null for what an undone import had brought.
create table register_volumes_superseded (like register_volumes, superseded_by uuid, superseded_at timestamptz not null default now());
create index register_volumes_superseded_import on register_volumes_superseded (operation_id, superseded_by);
create table network_costs_superseded (like network_costs, superseded_by uuid, superseded_at timestamptz not null default now());
create index network_costs_superseded_import on network_costs_superseded (operation_id, superseded_by);
create table period_readings_superseded (like period_readings, superseded_by uuid, superseded_at timestamptz not null default now());
create index period_readings_superseded_import on period_readings_superseded (operation_id, superseded_by);
