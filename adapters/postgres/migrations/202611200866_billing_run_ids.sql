-- +goose Up
-- A run is followed as a job, by its id alone.
alter table bill_runs add constraint bill_runs_id_key unique (id);
