-- +goose Up
-- Who holds the contract of a site, and the phone under the name of the specification.
alter table participants add column identity text not null default '';
alter table participants rename column phone_number to phone;
