-- name: GetAccountRole :one
select role from users where id = @id;

-- name: ListAccountOperations :many
select m.operation_id from operation_members m join operations o on o.id = m.operation_id
where m.user_id = @user_id order by o.name collate name_order, o.id;

-- name: ListAccountSites :many
select p.operation_id, p.id, p.name, p.energy_type, p.is_prosumer,
    c.id as client_id, coalesce(c.name, '') as client_name, coalesce(c.street, '') as client_street,
    coalesce(c.post_code, '') as client_post_code, coalesce(c.city, '') as client_city,
    i.id as issuer_id, coalesce(i.name, '') as issuer_name, coalesce(i.street, '') as issuer_street,
    coalesce(i.post_code, '') as issuer_post_code, coalesce(i.city, '') as issuer_city
from participants p
join operations o on o.id = p.operation_id
left join billing_entity_producers ip on ip.operation_id = p.operation_id and ip.producer_id = p.id
left join billing_entities i on i.operation_id = ip.operation_id and i.id = ip.billing_entity_id
left join billable_entity_consumers cc on cc.operation_id = p.operation_id and cc.consumer_id = p.id
left join billable_entities c on c.operation_id = cc.operation_id and c.id = cc.billable_entity_id
where p.user_id = @user_id order by o.name collate name_order, o.id, p.name collate name_order, p.id;
