package backofficestore

// adminSellerClaims are all claims, with who else holds the number.
const adminSellerClaims = `
select c.id, c.version, c.number_owner as "legalNumber", c.series, c.operation_id as "operationId", o.name as "operationName",
    coalesce((select e.name from billing_entities e where e.operation_id = c.operation_id and e.series_code = c.series
        and left(e.legal_number, length(c.number_owner)) = c.number_owner order by e.created_at limit 1), '') as "issuerName",
    c.status, u.email as "requestedBy", c.requested_at as "requestedAt", c.decided_at as "decidedAt", nullif(c.remark, '') as remark,
    (select string_agg(distinct p.name, ', ') from seller_claims x join operations p on p.id = x.operation_id
        where x.number_owner = c.number_owner and x.operation_id <> c.operation_id and x.status = 'CONFIRMED') as "heldBy"
from seller_claims c join operations o on o.id = c.operation_id left join users u on u.id = c.requested_by`
