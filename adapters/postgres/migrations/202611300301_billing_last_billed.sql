-- +goose Up
-- The last day that is invoiced is asked for of every subscription whenever agreements are read: it is the first by
-- this index, instead of the last of all that was ever billed, each with its invoice.
drop index billed_spans_subscription;
create index billed_spans_subscription on billed_spans (subscription_id, to_date);
