-- name: InsertOperation :exec
insert into operations (id, external_id, name, type, dso, billing_engine, jdb_toggle, functionalities, use_enphase_data,
    anniversary_date, primary_color, secondary_color, pmo_legal_name, pmo_legal_number, pmo_tax_id, pmo_address,
    pmo_post_code, pmo_city, pmo_country, pmo_email, pmo_phone_number, pmo_contact_name, pmo_vat_franchise,
    latitude, longitude, version, created_at)
values (@id, @external_id, @name, @type, @dso, @billing_engine, @jdb_toggle, @functionalities, @use_enphase_data,
    @anniversary_date, @primary_color, @secondary_color, @pmo_legal_name, @pmo_legal_number, @pmo_tax_id, @pmo_address,
    @pmo_post_code, @pmo_city, @pmo_country, @pmo_email, @pmo_phone_number, @pmo_contact_name, @pmo_vat_franchise,
    @latitude, @longitude, @version, @created_at);

-- name: UpdateOperation :exec
update operations set external_id = @external_id, name = @name, type = @type, billing_engine = @billing_engine,
    jdb_toggle = @jdb_toggle, functionalities = @functionalities, use_enphase_data = @use_enphase_data,
    anniversary_date = @anniversary_date, primary_color = @primary_color, secondary_color = @secondary_color,
    pmo_legal_name = @pmo_legal_name, pmo_legal_number = @pmo_legal_number, pmo_tax_id = @pmo_tax_id,
    pmo_address = @pmo_address, pmo_post_code = @pmo_post_code, pmo_city = @pmo_city, pmo_country = @pmo_country,
    pmo_email = @pmo_email, pmo_phone_number = @pmo_phone_number, pmo_contact_name = @pmo_contact_name,
    pmo_vat_franchise = @pmo_vat_franchise, logo_id = @logo_id, latitude = @latitude, longitude = @longitude, version = @version
where id = @id;

-- name: GetOperation :one
select * from operations where id = @id;

-- name: GetOperationForUpdate :one
select * from operations where id = @id for update;

-- name: ListOperations :many
select * from operations order by name collate name_order, id;

-- name: ListOperationsByID :many
select * from operations where id = any(@ids::uuid[]) order by name collate name_order, id;

-- name: DeleteOperationMembersByRole :exec
delete from operation_members where operation_id = @operation_id and role = @role and user_id <> all(@kept::uuid[]);

-- name: InsertOperationMembers :exec
insert into operation_members (operation_id, user_id, role)
select @operation_id, unnest(@user_ids::uuid[]), @role::text
on conflict (operation_id, user_id) do nothing;

-- name: ListOperationMembers :many
select operation_id, user_id from operation_members
where operation_id = any(@operation_ids::uuid[]) and role = @role order by operation_id, user_id;

-- name: ListOperationsOfMember :many
select operation_id from operation_members where user_id = @user_id and role = @role order by operation_id;

-- name: ListMemberAccounts :many
select id, email, coalesce(username, '') as username, role, firstname, lastname, structure, active, initialized, activation_error
from users where id = any(@ids::uuid[]) or email = any(@emails::text[])
order by lastname collate name_order, firstname collate name_order, email;
