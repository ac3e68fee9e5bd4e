-- name: InsertParticipants :copyfrom
insert into participants (operation_id, id, name, energy_type, dso_id, external_id, padt, segment, entity_type, entity_type_open,
    production_type_id, contract_power_w, address, post_code, city, department_code, insee_code, latitude, longitude, identity, email, phone, siret, treasury, tags, is_prosumer, activation, billed_until,
    entry_date_known, dso_status, dso_action, user_id, version, created_at, updated_at)
values (@operation_id, @id, @name, @energy_type, @dso_id, @external_id, @padt, @segment, @entity_type, @entity_type_open,
    @production_type_id, @contract_power_w, @address, @post_code, @city, @department_code, @insee_code, @latitude, @longitude, @identity, @email, @phone, @siret, @treasury, @tags, @is_prosumer, @activation, @billed_until,
    @entry_date_known, @dso_status, @dso_action, @user_id, @version, @created_at, @updated_at);

-- name: DeleteParticipant :exec
delete from participants where operation_id = @operation_id and id = @id;

-- name: GetParticipant :one
select * from participants where id = @id;

-- name: ListParticipantsByID :many
select * from participants where id = any(@ids::uuid[]) order by name collate name_order, id;

-- name: ListParticipantsOfOperation :many
select * from participants where operation_id = @operation_id order by name collate name_order, id;

-- name: GetParticipantOperation :one
select operation_id from participants where id = @id;

-- name: ListSites :many
select operation_id, id, name, energy_type, is_prosumer, activation from participants
where operation_id = any(@operation_ids::uuid[]) order by operation_id, name collate name_order, id;

-- name: CountSites :many
select operation_id, count(*) as sites, count(*) filter (where energy_type = 'consumer' or is_prosumer) as consumers,
    count(*) filter (where energy_type = 'producer' or is_prosumer) as producers
from participants
where operation_id = any(@operation_ids::uuid[])
    and not site_has_left(activation, @today::date)
group by operation_id;

-- name: DeleteOccupancies :exec
delete from site_occupancies where participant_id = any(@participant_ids::uuid[]);

-- name: InsertOccupancies :copyfrom
insert into site_occupancies (participant_id, operation_id, dso_id, period)
values (@participant_id, @operation_id, @dso_id, @period);
