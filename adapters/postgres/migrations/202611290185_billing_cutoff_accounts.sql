-- +goose Up
-- By what a seller books what it delivered and has not invoiced on a day (ADR 116). Sellers that told accounts
-- have those that entries were made by so far; in Belgium, where there were none, those of its chart. Without
-- an account for VAT the entries are without it.
alter table seller_accounts
    add column to_invoice_number  text not null default '418100',
    add column to_invoice_name    text not null default 'Clients - Factures à établir',
    add column vat_to_come_number text not null default '445870',
    add column vat_to_come_name   text not null default 'TVA sur factures à établir';
update seller_accounts set to_invoice_number = '404000', vat_to_come_number = '', vat_to_come_name = '' where number_owner ~ '^[01][0-9]{9}$';
alter table seller_accounts
    alter column to_invoice_number drop default, alter column to_invoice_name drop default,
    alter column vat_to_come_number drop default, alter column vat_to_come_name drop default,
    add constraint seller_accounts_to_invoice_check check (to_invoice_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$' and to_invoice_name <> ''),
    add constraint seller_accounts_vat_to_come_check check ((vat_to_come_number = '' or vat_to_come_number ~ '^4[0-9]{2}[0-9A-Z]{0,13}$') and (vat_to_come_number = '') = (vat_to_come_name = ''));
