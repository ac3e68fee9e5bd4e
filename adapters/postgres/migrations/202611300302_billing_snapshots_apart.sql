-- +goose Up
-- What is frozen of an invoice lies apart from its row (ADR 126): a row is some 500 bytes instead of 2 kB, no later
-- change of it writes the snapshot again, and there is room beside it for the version that names its document, so
-- that no index is written for that.
alter table invoices set (toast_tuple_target = 512, fillfactor = 50);
