-- +goose Up
-- A token made by a token ends with it.
alter table api_tokens add column parent_id uuid references api_tokens on delete cascade;
create index api_tokens_parent on api_tokens (parent_id) where parent_id is not null;

-- Accounts that have signed in from an address, by the hash of both: strangers there
-- cannot keep them out.
create table login_addresses (
    key     text        primary key,
    last_at timestamptz not null
);
create index login_addresses_last_at on login_addresses (last_at);
