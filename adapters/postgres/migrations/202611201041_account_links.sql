-- +goose Up
-- One-time links that let somebody choose the first password of an account. The id is
-- the SHA-256 of what the link holds.
create table account_links (
    id         bytea       primary key check (length(id) = 32),
    user_id    uuid        references users on delete cascade, -- none: the first account of the installation
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at    timestamptz
);
create index account_links_user on account_links (user_id);
