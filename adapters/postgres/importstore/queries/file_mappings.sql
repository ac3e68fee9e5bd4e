-- name: InsertFileMapping :exec
insert into file_mappings (operation_id, id, name, fingerprint, header, answers, version, created_at, created_by, updated_at)
values (@operation_id, @id, @name, @fingerprint, @header, @answers, @version, @created_at, @created_by, @updated_at);

-- name: GetFileMapping :one
select sqlc.embed(m), coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from file_mappings m left join users u on u.id = m.created_by
where m.operation_id = @operation_id and m.id = @id;

-- name: ListFileMappings :many
select sqlc.embed(m), coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from file_mappings m left join users u on u.id = m.created_by
where m.operation_id = @operation_id order by m.name collate name_order, m.id;

-- name: UpdateFileMapping :execrows
update file_mappings set name = @name, answers = @answers, version = @version, updated_at = @updated_at
where operation_id = @operation_id and id = @id and version = @before;

-- name: DeleteFileMapping :execrows
delete from file_mappings where operation_id = @operation_id and id = @id;

-- name: SetCurveImportAnswers :exec
update curve_imports set answers = @answers where id = @id;
