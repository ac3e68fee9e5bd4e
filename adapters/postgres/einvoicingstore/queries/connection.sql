-- name: ListConnections :many
select sqlc.embed(c), e.name as issuer_name
from einvoice_connections c join billing_entities e on e.operation_id = c.operation_id and e.id = c.billing_entity_id
where c.operation_id = @operation_id order by c.name collate name_order, c.id;

-- name: GetConnection :one
select sqlc.embed(c), e.name as issuer_name
from einvoice_connections c join billing_entities e on e.operation_id = c.operation_id and e.id = c.billing_entity_id
where c.id = @id;

-- name: InsertConnection :exec
insert into einvoice_connections (operation_id, id, billing_entity_id, seller, name, kind, active, settings, secret_sealed, hook_key_sealed, version, created_at, polled_until, next_poll_at)
values (@operation_id, @id, @billing_entity_id, @seller, @name, @kind, @active, @settings, @secret_sealed, @hook_key_sealed, @version, @created_at, @polled_until, @created_at);

-- name: UpdateConnection :execrows
update einvoice_connections set name = @name, kind = @kind, active = @active, settings = @settings, secret_sealed = @secret_sealed, hook_key_sealed = @hook_key_sealed,
    version = @version, problem = null
where operation_id = @operation_id and id = @id and version = @before::integer;

-- name: DeleteConnection :execrows
delete from einvoice_connections where operation_id = @operation_id and id = @id;

-- name: ReportConnection :exec
update einvoice_connections set problem = @problem where id = @id;

-- name: ListConnectionsDue :many
select id from einvoice_connections where active and next_poll_at <= @now and poll_claimed_until <= @now order by next_poll_at limit @most;

-- name: ClaimConnection :execrows
update einvoice_connections set poll_claimed_until = @until where id = @id and active and poll_claimed_until <= @now;

-- name: RecordPoll :exec
update einvoice_connections set polled_until = greatest(polled_until, @until::timestamptz), polled_at = @at::timestamptz, next_poll_at = @next, poll_claimed_until = 'epoch', problem = null where id = @id;

-- name: PostponePoll :exec
update einvoice_connections set next_poll_at = @next, poll_claimed_until = 'epoch' where id = @id;

-- name: HurryPoll :exec
update einvoice_connections set next_poll_at = least(next_poll_at, @at::timestamptz) where id = @id;
