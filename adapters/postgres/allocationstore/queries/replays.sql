-- name: InsertAllocationReplay :exec
with asked as (insert into jobs (id, operation_id, kind, asked_by) values (@id, @operation_id, 'keyReplay', @asked_by))
insert into allocation_replays (id, operation_id, day_from, day_to, verify, status, created_at)
values (@id, @operation_id, @day_from, @day_to, @verify, @status, @created_at);

-- name: GetAllocationReplay :one
select sqlc.embed(r), j.asked_by from allocation_replays r join jobs j on j.id = r.id where r.id = @id;

-- name: ListAllocationReplays :many
select sqlc.embed(r), j.asked_by from allocation_replays r join jobs j on j.id = r.id
where r.operation_id = @operation_id order by r.created_at desc, r.id desc limit @most;

-- name: FinishAllocationReplay :exec
update allocation_replays set status = @status, finished_at = @finished_at, months = @months, error_key = @error_key
where id = @id and status = 'PENDING';

-- name: ListStaleAllocationReplays :many
select id from allocation_replays where status = 'PENDING' and created_at < @before::timestamptz;
