-- +goose Up
-- Until when another tool billed a site, its last day included: ours begins on the day after.
alter table participants add column billed_until date;
