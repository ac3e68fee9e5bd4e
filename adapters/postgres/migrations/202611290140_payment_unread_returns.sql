-- +goose Up
-- A file that came back and is larger than files from banks may be is refused unread: it has no checksum.
-- One of the same name later is told in its place.
alter table returned_files alter column sha256 drop not null;
alter table returned_files drop constraint returned_files_file_key;
alter table returned_files add constraint returned_files_file_key unique nulls not distinct (operation_id, name, sha256);
alter table returned_files add constraint returned_files_read_check check (sha256 is not null or problem is not null);
