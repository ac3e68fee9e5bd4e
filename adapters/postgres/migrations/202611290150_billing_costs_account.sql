-- +goose Up
-- Where a seller books network costs that it passes on (ADR 100, 107); empty = with its sales.
alter table seller_accounts
    add column costs_number text not null default '' check (costs_number = '' or costs_number ~ '^7[0-9]{2}[0-9A-Z]{0,13}$'),
    add column costs_name   text not null default '',
    add constraint seller_accounts_costs_check check ((costs_number = '') = (costs_name = ''));
