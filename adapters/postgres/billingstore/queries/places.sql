-- name: ListBillingPlaces :many
select id, name, energy_type, is_prosumer, entity_type, siret, address, post_code, city, email, phone
from participants where operation_id = @operation_id and id = any(@ids::uuid[]);
