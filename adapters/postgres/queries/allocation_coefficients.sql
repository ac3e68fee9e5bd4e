-- name: InsertCoefficientSet :exec
insert into allocation_coefficient_sets (operation_id, id, month, mode, rounding, decimals, step_s, config_versions, loss, imported, author_id, created_at)
values (@operation_id, @id, @month, @mode, @rounding, @decimals, @step_s, @config_versions, @loss, @imported, @author_id, @created_at);

-- name: InsertCoefficientFile :exec
insert into allocation_coefficient_files (operation_id, set_id, position, producer, name, sha256, sites, chunk)
values (@operation_id, @set_id, @position, @producer, @name, @sha256, @sites, @chunk);

-- name: InsertCoefficientEvent :exec
insert into allocation_coefficient_events (operation_id, set_id, status, day, at, author_id, note)
values (@operation_id, @set_id, @status, @day, @at, @author_id, @note);

-- name: GetCoefficientSet :one
select sqlc.embed(s), exists (select from allocation_coefficient_sets n
    where n.operation_id = s.operation_id and n.month = s.month and n.sequence > s.sequence) as superseded
from allocation_coefficient_sets s where s.operation_id = @operation_id and s.id = @id;

-- name: ListCurrentCoefficientSets :many
select distinct on (month) * from allocation_coefficient_sets
where operation_id = @operation_id and month = any (@months::date[])
order by month desc, sequence desc;

-- name: ListCoefficientFiles :many
select set_id, position, producer, name, sha256, sites, case when @whole::boolean then chunk else ''::bytea end::bytea as chunk
from allocation_coefficient_files where operation_id = @operation_id and set_id = any (@set_ids::uuid[])
order by set_id, position;

-- name: ListCoefficientEvents :many
select * from allocation_coefficient_events where operation_id = @operation_id and set_id = any (@set_ids::uuid[])
order by set_id, sequence;

-- name: ListCoefficientOperations :many
select o.id from operations o
where o.dso = any (@operators::text[])
  and exists (select from allocation_configs c where c.operation_id = o.id and c.type = any (@types::text[]))
order by o.id;

-- name: InsertCoefficientReminder :execrows
insert into coefficient_reminders (operation_id, month, kind, at) values (@operation_id, @month, @kind, @at)
on conflict on constraint coefficient_reminders_pkey do nothing;
