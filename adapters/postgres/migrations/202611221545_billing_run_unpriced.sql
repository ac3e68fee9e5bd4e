-- +goose Up
-- What nobody is billed for in the periods of a run, as it was when the run started.
alter table bill_runs add column unpriced jsonb; -- null = nothing
