-- +goose Up
-- Whose energy a line is: an issuer of several producers bills them on one invoice.
alter table invoice_lines add column producer_name text not null default '';
