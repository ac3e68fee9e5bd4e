-- +goose Up
-- Payment references (structured communications) belong to a bank account: two issuers of
-- one account never print the same. The account stands here as a keyed hash. Invoices
-- issued before keep theirs, which were made of year and sequence and begin far above
-- what a counter reaches.
create table payment_reference_counters (
    account bytea  not null,
    next    bigint not null check (next between 1 and 10000000000),
    constraint payment_reference_counters_pkey primary key (account)
);
create table payment_references (
    account    bytea  not null,
    reference  bigint not null check (reference between 1 and 9999999999),
    invoice_id uuid   not null,
    constraint payment_references_pkey primary key (account, reference),
    constraint payment_references_invoice_key unique (invoice_id)
);
