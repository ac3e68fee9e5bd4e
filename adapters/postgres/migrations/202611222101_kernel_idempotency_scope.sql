-- +goose Up
-- A first answer belongs to a user with all rights of the role (scope '') or with those of
-- a token; asked is what the policy allowed for it, asked again before it is given again.
alter table idempotency_keys add column scope text not null default '', add column asked jsonb not null default '[]';
alter table idempotency_keys drop constraint idempotency_keys_pkey,
    add constraint idempotency_keys_pkey primary key (user_id, scope, key);
