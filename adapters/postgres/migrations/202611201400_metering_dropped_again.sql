-- +goose Up
-- A content may be taken again when something else took its place meanwhile. That two
-- processes do not take one at once is ensured by the one live import of an operation.
drop index dropped_files_content;
create index dropped_files_content on dropped_files (operation_id, sha256, taken_at) where import_id is not null;
