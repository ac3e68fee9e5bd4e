-- +goose Up
-- Who recorded that a paper was signed or refused; null of those of before.
alter table papers add column closed_by uuid references users;
alter table papers add column closed_by_participant boolean not null default false;
create index papers_closed_by on papers (closed_by) where closed_by is not null;
