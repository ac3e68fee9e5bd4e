-- name: InsertDefinitiveMonth :exec
insert into definitive_months (operation_id, month, reason, declared_at, declared_by)
values (@operation_id, @month, @reason, @declared_at, @declared_by);

-- name: DeleteDefinitiveMonth :execrows
delete from definitive_months where operation_id = @operation_id and month = @month;

-- name: ListDefinitiveMonths :many
select sqlc.embed(d), coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as author
from definitive_months d left join users u on u.id = d.declared_by
where d.operation_id = @operation_id order by d.month desc;
