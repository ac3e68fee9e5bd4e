-- name: ListViewsOfMember :many
select operation_id, coalesce(view, '') as view from operation_members
where user_id = @user_id and operation_id = any(@operation_ids::uuid[]);

-- name: SetViewOfMember :execrows
update operation_members set view = sqlc.narg('view') where operation_id = @operation_id and user_id = @user_id;

-- name: ListOptionsInUse :many
select o.id,
    exists (select from creditors c where c.operation_id = o.id)::boolean as payment,
    (exists (select from journal_exports j where j.operation_id = o.id) or exists (select from month_locks l where l.operation_id = o.id))::boolean as accounting,
    exists (select from einvoice_connections e where e.operation_id = o.id)::boolean as einvoicing,
    exists (select from price_configs c where c.operation_id = o.id)::boolean as bill_check,
    exists (select from affectations a where a.operation_id = o.id and a.kind = 'EXPENSE')::boolean as expense,
    exists (select from affectations a where a.operation_id = o.id and a.kind = 'INCOME')::boolean as income,
    exists (select from surplus_prices s where s.operation_id = o.id)::boolean as monitoring,
    exists (select from data_exports d where d.operation_id = o.id and d.document_id is not null)::boolean as exports,
    exists (select from allocation_seasons s where s.operation_id = o.id)::boolean as seasons,
    (exists (select from participants p where p.operation_id = o.id and (p.external_id <> '' or p.tags <> '{}'))
        or exists (select from billable_entities b where b.operation_id = o.id and (b.reference <> '' or b.tags <> '{}')))::boolean as own_references
from operations o where o.id = any(@operation_ids::uuid[]);
