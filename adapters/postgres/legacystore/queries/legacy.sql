-- name: ListLegacyConfigs :many
select sqlc.embed(c),
    array(select s.participant_id from legacy_config_sites s where s.operation_id = c.operation_id and s.config_id = c.id and s.produces order by s.participant_id)::uuid[] as producers,
    array(select s.participant_id from legacy_config_sites s where s.operation_id = c.operation_id and s.config_id = c.id and not s.produces order by s.participant_id)::uuid[] as consumers
from legacy_configs c where c.operation_id = @operation_id order by c.start_date, c.id;

-- name: InsertLegacyConfig :exec
insert into legacy_configs (operation_id, id, start_date, selling_price_micro_euro, subscription_price_micro_euro, period, anniversary, payment_method, payment_deadline, version, created_at)
values (@operation_id, @id, @start_date, @selling_price_micro_euro, @subscription_price_micro_euro, @period, @anniversary, @payment_method, @payment_deadline, @version, @created_at);

-- name: UpdateLegacyConfig :execrows
update legacy_configs set start_date = @start_date, selling_price_micro_euro = @selling_price_micro_euro, subscription_price_micro_euro = @subscription_price_micro_euro,
    period = @period, anniversary = @anniversary, payment_method = @payment_method, payment_deadline = @payment_deadline, version = @version::int
where operation_id = @operation_id and id = @id and version + 1 = @version::int;

-- name: DeleteLegacyConfig :execrows
delete from legacy_configs where operation_id = @operation_id and id = @id;

-- name: DeleteLegacyConfigSites :exec
delete from legacy_config_sites where operation_id = @operation_id and config_id = @config_id;

-- name: InsertLegacyConfigSites :exec
insert into legacy_config_sites (operation_id, config_id, participant_id, produces)
select @operation_id, @config_id, unnest(@participants::uuid[]), @produces;

-- name: ListLegacyContracts :many
select sqlc.embed(c), p.name as producer_name, b.name as consumer_name from legacy_contracts c
join participants p on p.operation_id = c.operation_id and p.id = c.producer_id
join participants b on b.operation_id = c.operation_id and b.id = c.consumer_id
where c.operation_id = @operation_id order by c.start_date, p.name collate name_order, b.name collate name_order, c.id;

-- name: InsertLegacyContracts :exec
insert into legacy_contracts (operation_id, id, config_id, producer_id, consumer_id, start_date, version, created_at)
select @operation_id, unnest(@ids::uuid[]), @config_id, unnest(@producers::uuid[]), unnest(@consumers::uuid[]), @start_date, 1, @created_at;

-- name: UpdateLegacyContract :execrows
update legacy_contracts set config_id = @config_id, start_date = @start_date, version = @version::int
where operation_id = @operation_id and id = @id and version + 1 = @version::int;

-- name: DeleteLegacyContracts :execrows
delete from legacy_contracts where operation_id = @operation_id and (id = sqlc.narg(contract_id) or config_id = sqlc.narg(config_id));
