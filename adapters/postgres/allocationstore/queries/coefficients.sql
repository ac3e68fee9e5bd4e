-- name: InsertCoefficientSet :exec
insert into allocation_coefficient_sets (operation_id, id, month, mode, rounding, decimals, step_s, config_versions, loss, imported, author_id, created_at,
    input_key, input_curves, input_sites)
values (@operation_id, @id, @month, @mode, @rounding, @decimals, @step_s, @config_versions, @loss, @imported, @author_id, @created_at,
    @input_key, @input_curves, @input_sites);

-- name: InsertCoefficientFile :exec
insert into allocation_coefficient_files (operation_id, set_id, position, producer, name, sha256, sites, chunk)
values (@operation_id, @set_id, @position, @producer, @name, @sha256, @sites, @chunk);

-- name: InsertCoefficientEvent :exec
insert into allocation_coefficient_events (operation_id, set_id, status, day, at, author_id, note)
values (@operation_id, @set_id, @status, @day, @at, @author_id, @note);

-- name: GetCoefficientSet :one
select sqlc.embed(s), exists (select from allocation_coefficient_standings n
    where n.operation_id = s.operation_id and n.month = s.month and n.sequence > s.sequence and (n.sent or not x.sent)) as superseded
from allocation_coefficient_sets s
join allocation_coefficient_standings x on x.operation_id = s.operation_id and x.id = s.id
where s.operation_id = @operation_id and s.id = @id;

-- name: ListCurrentCoefficientSets :many
select s.* from allocation_coefficient_sets s
join allocation_coefficient_standings x on x.operation_id = s.operation_id and x.id = s.id
where s.operation_id = @operation_id and s.month = any (@months::date[])
  and not exists (select from allocation_coefficient_standings n
    where n.operation_id = s.operation_id and n.month = s.month and n.sequence > s.sequence and (n.sent or not x.sent))
order by s.month desc, s.sequence desc;

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
