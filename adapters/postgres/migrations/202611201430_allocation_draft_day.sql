-- +goose Up
-- The first day that a draft is meant to hold, as it was asked for; null = none is said.
alter table allocation_drafts add column effective_date date;
