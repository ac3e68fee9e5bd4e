-- +goose Up
-- Operations that were moved from the old billing engine to the newer one, each once.
create table legacy_migrations (
    operation_id  uuid        not null primary key references operations,
    migrated_at   timestamptz not null,
    migrated_by   uuid        references users,
    prices        text        not null check (prices in ('', 'INCLUDING_VAT', 'EXCLUDING_VAT')),
    plans         integer     not null check (plans >= 0),
    subscriptions integer     not null check (subscriptions >= 0),
    finished      integer     not null check (finished >= 0) -- contracts of which nothing was left to bill
);
create index legacy_migrations_user on legacy_migrations (migrated_by);
