-- name: InsertCurveImport :exec
with asked as (insert into jobs (id, operation_id, kind, asked_by) values (@id, @operation_id, 'curveImport', @asked_by))
insert into curve_imports (id, operation_id, kind, status, agent, created_at, alive_at, dry_run, definitive, confirmed, days)
values (@id, @operation_id, @kind, 'STARTED', @agent, @created_at, @created_at, @dry_run, @definitive, @confirmed, @days);

-- name: InsertCurveImportFile :exec
insert into curve_import_files (import_id, position, name, size, sha256) values (@import_id, @position, @name, @size, @sha256);

-- name: FindLiveCurveImport :one
select id from curve_imports where operation_id = @operation_id and status = 'STARTED' and not dry_run;

-- name: GetCurveImport :one
select sqlc.embed(i), j.asked_by, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from curve_imports i join jobs j on j.id = i.id left join users u on u.id = j.asked_by where i.id = @id;

-- name: ListCurveImports :many
select sqlc.embed(i), j.asked_by, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from curve_imports i join jobs j on j.id = i.id left join users u on u.id = j.asked_by
where i.operation_id = @operation_id and (@kind::text = '' or i.kind = @kind)
    and (@agent::text = '' or i.agent = @agent)
order by i.created_at desc, i.id desc limit @max_rows offset @first_row;

-- name: CountCurveImports :one
select count(*) from curve_imports where operation_id = @operation_id;

-- name: ListCurveImportFiles :many
select * from curve_import_files where import_id = any(@import_ids::uuid[]) order by import_id, position;

-- name: FinishCurveImport :execrows
update curve_imports set status = @status, finished_at = @finished_at, result = @result, errors = @errors,
    done = total, alive_at = @alive_at
where id = @id and status = 'STARTED';

-- name: ReopenCurveImport :execrows
update curve_imports set status = 'STARTED', confirmed = true, finished_at = null, errors = '[]', done = 0, alive_at = @decided_at,
    decided_at = @decided_at, decided_by = @decided_by
where id = @id and status = 'SUSPECTED';

-- name: UndoCurveImport :execrows
update curve_imports set status = 'UNDONE', decided_at = @decided_at, decided_by = @decided_by
where id = @id and status in ('SUCCEEDED', 'SUSPECTED') and not dry_run;

-- name: SetCurveImportFileFormat :exec
update curve_import_files set format = @format where import_id = @import_id and position = @position;

-- name: SetCurveImportProgress :exec
update curve_imports set done = @done, total = @total, alive_at = @alive_at where id = @id and status = 'STARTED';

-- name: ListStaleCurveImports :many
select id from curve_imports where status = 'STARTED' and alive_at < @since order by id;
