-- +goose Up
-- What was handed over, or is about to be: the stored document, by its checksum, and how it is written.
alter table transmissions add column sha256 text not null default '' check (sha256 = '' or sha256 ~ '^[0-9a-f]{64}$');
alter table transmissions add column syntax text not null default '';
