-- name: InsertDataExport :exec
insert into data_exports (id, operation_id, asked_by, asker, ask, language, created_at)
values (@id, @operation_id, @asked_by, @asker, @ask, @language, @created_at);

-- name: ListDataExports :many
select e.*, j.status, d.sha256, d.size, d.content_type
from data_exports e join jobs j using (id) left join documents d on d.id = e.document_id
where e.operation_id = @operation_id and e.asked_by = @asked_by
order by e.created_at desc, e.id desc limit @most;

-- name: GetDataExport :one
select e.*, j.status, d.sha256, d.size, d.content_type
from data_exports e join jobs j using (id) left join documents d on d.id = e.document_id
where e.id = @id;

-- name: FinishDataExport :execrows
update data_exports set finished_at = @finished_at, expires_at = @expires_at, file_name = @file_name, lines = @lines, document_id = @document_id
where id = @id and finished_at is null;

-- name: ListPastDataExports :many
select e.*, j.status, d.sha256, d.size, d.content_type
from data_exports e join jobs j using (id) join documents d on d.id = e.document_id
where e.expires_at < @at order by e.expires_at limit @most;

-- name: DropDataExport :exec
update data_exports set document_id = null where id = @id;
