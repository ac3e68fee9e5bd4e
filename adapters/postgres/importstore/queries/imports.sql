-- name: InsertCurveImport :exec
insert into curve_imports (id, operation_id, kind, dry_run, definitive, confirmed, days)
values (@id, @operation_id, @kind, @dry_run, @definitive, @confirmed, @days);

-- name: InsertCurveImportFile :exec
insert into curve_import_files (import_id, position, name, size, sha256, document_id)
values (@import_id, @position, @name, @size, @sha256, @document_id);

-- name: GetCurveImport :one
select sqlc.embed(i), j.asked_by, j.agent, j.done, j.total, j.errors, j.created_at, j.finished_at, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from curve_imports i join jobs j on j.id = i.id left join users u on u.id = j.asked_by where i.id = @id;

-- name: ListCurveImports :many
select sqlc.embed(i), j.asked_by, j.agent, j.done, j.total, j.errors, j.created_at, j.finished_at, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from curve_imports i join jobs j on j.id = i.id left join users u on u.id = j.asked_by
where j.operation_id = @operation_id and j.kind = @job_kind and (@kind::text = '' or i.kind = @kind)
    and (@agent::text = '' or j.agent = @agent)
order by j.created_at desc, j.id desc limit @max_rows offset @first_row;

-- name: CountCurveImports :one
select count(*) from curve_imports where operation_id = @operation_id;

-- name: ListCurveImportFiles :many
select * from curve_import_files where import_id = any(@import_ids::uuid[]) order by import_id, position;

-- name: FinishCurveImport :exec
update curve_imports set outcome = @outcome, result = @result where id = @id and outcome is null;

-- name: ReopenCurveImport :execrows
update curve_imports set outcome = null, confirmed = true, decided_at = @decided_at, decided_by = @decided_by
where id = @id and outcome = 'SUSPECTED';

-- name: UndoCurveImport :execrows
update curve_imports set outcome = 'UNDONE', decided_at = @decided_at, decided_by = @decided_by
where id = @id and outcome in ('SUCCEEDED', 'SUSPECTED') and not dry_run;

-- name: SetCurveImportFileFormat :exec
update curve_import_files set format = @format where import_id = @import_id and position = @position;
