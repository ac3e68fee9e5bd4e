-- name: ListLibraryEntries :many
select e.*, coalesce(v.number, 0)::int as number, d.id as document_id, d.sha256, coalesce(d.size, 0)::bigint as size, coalesce(d.content_type, '')::text as content_type,
    coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email)::text as author,
    coalesce(s.sites, 0)::int as sites, coalesce(s.everyone, false)::boolean as everyone, coalesce(l.links, 0)::int as links
from library_entries e join users u on u.id = e.changed_by
    left join (select distinct on (w.entry_id) w.entry_id, w.number, w.document_id from library_versions w
        where w.operation_id = @operation_id order by w.entry_id, w.number desc) v on v.entry_id = e.id
    left join documents d on d.id = v.document_id
    left join (select h.entry_id, count(h.participant_id) as sites, bool_or(h.participant_id is null) as everyone from library_shares h
        where h.operation_id = @operation_id group by h.entry_id) s on s.entry_id = e.id
    left join (select k.entry_id, count(*) as links from library_links k
        where k.operation_id = @operation_id and k.revoked_at is null and k.expires_at > @now group by k.entry_id) l on l.entry_id = e.id
where e.operation_id = @operation_id;

-- name: CountLibraryBytes :one
select coalesce(sum(d.size), 0)::bigint from library_versions v join documents d on d.id = v.document_id where v.operation_id = @operation_id;

-- name: InsertLibraryEntry :exec
insert into library_entries (operation_id, id, kind, parent_id, depth, parent_depth, parent_kind, name, name_key, created_at, changed_at, changed_by)
values (@operation_id, @id, @kind, sqlc.narg(parent_id), @depth, sqlc.narg(parent_depth), sqlc.narg(parent_kind), @name, @name_key, @created_at, @changed_at, @changed_by);

-- name: InsertLibraryVersion :exec
insert into library_versions (operation_id, entry_id, number, document_id, added_at, added_by)
values (@operation_id, @entry_id, @number, @document_id, @added_at, @added_by);

-- name: TouchLibraryEntry :exec
update library_entries set changed_at = @changed_at, changed_by = @changed_by, revision = revision + 1 where operation_id = @operation_id and id = @id;

-- name: UpdateLibraryEntry :exec
update library_entries set parent_id = sqlc.narg(parent_id), depth = @depth, parent_depth = sqlc.narg(parent_depth), parent_kind = sqlc.narg(parent_kind), name = @name, name_key = @name_key,
    changed_at = @changed_at, changed_by = @changed_by, trashed_at = sqlc.narg(trashed_at), revision = revision + 1
where operation_id = @operation_id and id = @id;

-- name: UpdateLibraryDepths :exec
-- Of what is in a folder that was moved: nothing else of it changes.
update library_entries set depth = depth + @further::smallint, parent_depth = parent_depth + @further::smallint
where operation_id = @operation_id and id = any(@ids::uuid[]);

-- name: ListLibraryVersions :many
select v.number, v.added_at, v.added_by, d.*, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email)::text as author
from library_versions v join documents d on d.id = v.document_id join users u on u.id = v.added_by
where v.operation_id = @operation_id and v.entry_id = @entry_id order by v.number desc;

-- name: ListLibraryContents :many
select distinct document_id from library_versions where operation_id = @operation_id and entry_id = any(@ids::uuid[]);

-- name: DeleteLibraryEntries :exec
delete from library_entries where operation_id = @operation_id and id = any(@ids::uuid[]);

-- name: ListLibraryShares :many
select s.*, coalesce(p.name, '')::text as site_name from library_shares s
    left join participants p on p.operation_id = s.operation_id and p.id = s.participant_id
where s.operation_id = @operation_id and s.entry_id = any(@ids::uuid[]);

-- name: ListLibrarySharedWith :many
select distinct entry_id from library_shares
where operation_id = @operation_id and (participant_id is null or participant_id = any(@ids::uuid[]));

-- name: InsertLibraryShare :exec
insert into library_shares (id, operation_id, entry_id, participant_id, shared_at, shared_by)
values (@id, @operation_id, @entry_id, sqlc.narg(participant_id), @shared_at, @shared_by) on conflict do nothing;

-- name: DeleteLibraryShare :one
delete from library_shares where operation_id = @operation_id and entry_id = @entry_id and id = @id returning *;

-- name: ListLibraryStrangers :many
select w.id::uuid as id from (select unnest(@ids::uuid[]) as id) w
where not exists (select from participants p where p.operation_id = @operation_id and p.id = w.id) order by w.id;

-- name: ListLibraryLinks :many
select * from library_links where operation_id = @operation_id and entry_id = @entry_id order by created_at desc, id desc;

-- name: GetLibraryLink :one
select * from library_links where id = @id;

-- name: InsertLibraryLink :exec
insert into library_links (id, operation_id, entry_id, expires_at, created_at, created_by) values (@id, @operation_id, @entry_id, @expires_at, @created_at, @created_by);

-- name: RevokeLibraryLink :execrows
update library_links set revoked_at = @at where operation_id = @operation_id and entry_id = @entry_id and id = @id and revoked_at is null;

-- name: CountLibraryLink :exec
update library_links set opened = opened + 1, last_opened_at = @at where id = @id;
