-- name: ListAllocationConfigs :many
select * from allocation_configs where operation_id = @operation_id order by version desc;

-- name: GetAllocationConfig :one
select * from allocation_configs where id = @id;

-- name: ListAllocationParams :many
select * from allocation_params where operation_id = @operation_id order by config_id, consumer_id, producer_id;

-- name: InsertAllocationConfig :execrows
insert into allocation_configs (operation_id, id, version, type, season, effective_date, reason, author_id, hash, created_at)
values (@operation_id, @id, @version, @type, @season, @effective_date, @reason, @author_id, @hash, @created_at)
on conflict (operation_id, version) do nothing;

-- name: ListAllocationPools :many
select * from allocation_pools where operation_id = @operation_id order by config_id, position;

-- name: ListAllocationPoolMembers :many
select * from allocation_pool_members where operation_id = @operation_id order by config_id, pool_id, consumer_id;

-- name: ListAllocationSeasonalities :many
select * from allocation_seasonalities where operation_id = @operation_id order by version desc;

-- name: ListAllocationSeasons :many
select * from allocation_seasons where operation_id = @operation_id order by seasonality_id, position;

-- name: InsertAllocationSeasonality :exec
insert into allocation_seasonalities (operation_id, id, version, effective_date, reason, author_id, created_at)
values (@operation_id, @id, @version, @effective_date, @reason, @author_id, @created_at);

-- name: InsertAllocationSeason :exec
insert into allocation_seasons (operation_id, seasonality_id, position, name, start_month, start_day, end_month, end_day)
values (@operation_id, @seasonality_id, @position, @name, @start_month, @start_day, @end_month, @end_day);

-- name: ListAllocationDrafts :many
select * from allocation_drafts where operation_id = @operation_id order by id desc;

-- name: GetAllocationDraft :one
select * from allocation_drafts where id = @id;

-- name: InsertAllocationDraft :exec
insert into allocation_drafts (operation_id, id, name, type, season, reason, params, pools, author_id, revision, created_at, effective_date)
values (@operation_id, @id, @name, @type, @season, @reason, @params, @pools, @author_id, 1, @created_at, @effective_date);

-- name: UpdateAllocationDraft :execrows
update allocation_drafts set name = @name, type = @type, season = @season, reason = @reason, params = @params, pools = @pools, revision = revision + 1
where operation_id = @operation_id and id = @id and revision = @revision;

-- name: DeleteAllocationDraft :execrows
delete from allocation_drafts where operation_id = @operation_id and id = @id and revision = @revision;
