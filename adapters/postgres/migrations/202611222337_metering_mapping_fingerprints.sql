-- +goose Up
-- Fingerprints of mappings were of the header alone before (docs/adr/0021). Those that are
-- stored by now match no file any more; new ones are made the second way.
alter table file_mappings add column fingerprint_kind smallint not null default 1;
alter table file_mappings alter column fingerprint_kind set default 2;
