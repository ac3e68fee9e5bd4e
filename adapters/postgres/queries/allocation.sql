-- name: ListAllocationConfigs :many
select * from allocation_configs where operation_id = @operation_id order by version desc;

-- name: GetAllocationConfig :one
select * from allocation_configs where id = @id;

-- name: ListAllocationParams :many
select * from allocation_params where operation_id = @operation_id order by config_id, consumer_id, producer_id;

-- name: ListAllocationParamsOfConfig :many
select * from allocation_params where operation_id = @operation_id and config_id = @config_id order by consumer_id, producer_id;

-- name: InsertAllocationConfig :execrows
insert into allocation_configs (operation_id, id, version, type, effective_date, reason, author_id, hash, created_at)
values (@operation_id, @id, @version, @type, @effective_date, @reason, @author_id, @hash, @created_at)
on conflict (operation_id, version) do nothing;
