-- +goose Up
-- An answer to a claim says which state of it the back-office has seen.
alter table seller_claims add column version integer not null default 1;
