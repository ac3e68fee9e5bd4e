-- name: InsertAllocationReplay :exec
insert into allocation_replays (id, operation_id, day_from, day_to, verify, status, created_by, created_at)
values (@id, @operation_id, @day_from, @day_to, @verify, @status, @created_by, @created_at);

-- name: GetAllocationReplay :one
select * from allocation_replays where id = @id;

-- name: ListAllocationReplays :many
select * from allocation_replays where operation_id = @operation_id order by created_at desc, id desc limit @most;

-- name: FinishAllocationReplay :exec
update allocation_replays set status = @status, finished_at = @finished_at, months = @months, error_key = @error_key
where id = @id and status = 'PENDING';

-- name: ListStaleAllocationReplays :many
select id from allocation_replays where status = 'PENDING' and created_at < @before::timestamptz;
