-- name: DeleteRegisterVolumes :exec
delete from register_volumes where operation_id = @operation_id and month = any(@months::date[]);

-- name: DeleteNetworkCosts :exec
delete from network_costs where operation_id = @operation_id and month = any(@months::date[]);

-- name: InsertRegisterVolumes :exec
insert into register_volumes (operation_id, month, dso_id, date_from, register, meter, date_to, shared, complement, given, surplus, import_id)
select @operation_id, unnest(@months::date[]), unnest(@dso_ids::text[]), unnest(@date_froms::date[]), unnest(@registers::text[]),
    unnest(@meters::text[]), unnest(@date_tos::date[]), unnest(@shared::bigint[]), unnest(@complements::bigint[]), unnest(@given::bigint[]),
    unnest(@surpluses::bigint[]), @import_id;

-- name: InsertNetworkCosts :exec
insert into network_costs (operation_id, month, dso_id, date_from, date_to, use, surcharges, capacity, metering, public_service, transport,
    road_fee, total, import_id)
select @operation_id, c.month, c.dso_id, c.date_from, c.date_to, c.use, c.surcharges, c.capacity, c.metering, c.public_service, c.transport,
    c.road_fee, case when c.told then c.total end, @import_id
from (select unnest(@months::date[]) as month, unnest(@dso_ids::text[]) as dso_id, unnest(@date_froms::date[]) as date_from, unnest(@date_tos::date[]) as date_to,
    unnest(@uses::bigint[]) as use, unnest(@surcharges::bigint[]) as surcharges, unnest(@capacities::bigint[]) as capacity, unnest(@meterings::bigint[]) as metering,
    unnest(@public_services::bigint[]) as public_service, unnest(@transports::bigint[]) as transport, unnest(@road_fees::bigint[]) as road_fee,
    unnest(@totals::bigint[]) as total, unnest(@told::boolean[]) as told) c;

-- name: ListRegisterVolumes :many
select * from register_volumes
where operation_id = @operation_id and month >= @from_month and date_from >= @date_from and date_from < @date_to
order by date_from, dso_id, register, meter, date_to;

-- name: ListNetworkCosts :many
select * from network_costs
where operation_id = @operation_id and month >= @from_month and date_from >= @date_from and date_from < @date_to
order by date_from, dso_id, date_to;

-- name: ListRegistersBefore :many
select distinct v.dso_id, v.register from register_volumes v
where v.operation_id = @operation_id and v.month = (select max(o.month) from register_volumes o
    where o.operation_id = @operation_id and o.dso_id = v.dso_id and o.month < @month)
order by v.dso_id, v.register;
