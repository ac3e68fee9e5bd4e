-- Parts of a work are no acts of their own: what its end says is.

-- name: ListObjectLines :many
with about as (
    select e.id from audit_entries e where e.object_kind = @object_kind and e.object_id = @object_id::uuid
    union
    select o.entry_id from audit_objects o where o.object_kind = @object_kind and o.object_id = @object_id::uuid
    union -- a draft is made by its run
    select e.id from invoices i join audit_entries e on e.object_kind = 'run' and e.object_id = i.run_id and e.agent <> 'job'
    where @object_kind::text = 'invoice' and i.operation_id = @operation_id::uuid and i.id = @object_id::uuid
)
select e.id, e.at, e.agent, e.action, e.object_kind, e.object_id, e.details, e.actor_id,
    coalesce(u.role, '') as role, coalesce(u.firstname, '') as firstname, coalesce(u.lastname, '') as lastname, coalesce(u.email, '') as email
from audit_entries e left join users u on u.id = e.actor_id
where e.id in (select id from about) and e.operation_id = @operation_id::uuid and split_part(e.action, ':', 1) = any(@resources::text[]) and not e.details ?| array['batch', 'part']
    and (sqlc.narg('agent')::text is null or e.agent = sqlc.narg('agent')) and (sqlc.narg('actor_id')::uuid is null or e.actor_id = sqlc.narg('actor_id'))
    and (sqlc.narg('from_at')::timestamptz is null or e.at >= sqlc.narg('from_at')) and (sqlc.narg('to_at')::timestamptz is null or e.at < sqlc.narg('to_at'))
    and (sqlc.narg('behind')::uuid is null or (e.at, e.id) < (select b.at, b.id from audit_entries b where b.id = sqlc.narg('behind')))
order by e.at desc, e.id desc limit @rows_limit;

-- name: CountObjectLines :one
with about as (
    select e.id from audit_entries e where e.object_kind = @object_kind and e.object_id = @object_id::uuid
    union
    select o.entry_id from audit_objects o where o.object_kind = @object_kind and o.object_id = @object_id::uuid
    union -- a draft is made by its run
    select e.id from invoices i join audit_entries e on e.object_kind = 'run' and e.object_id = i.run_id and e.agent <> 'job'
    where @object_kind::text = 'invoice' and i.operation_id = @operation_id::uuid and i.id = @object_id::uuid
)
select count(*) from audit_entries e where e.id in (select id from about) and e.operation_id = @operation_id::uuid and split_part(e.action, ':', 1) = any(@resources::text[]) and not e.details ?| array['batch', 'part']
    and (sqlc.narg('agent')::text is null or e.agent = sqlc.narg('agent')) and (sqlc.narg('actor_id')::uuid is null or e.actor_id = sqlc.narg('actor_id'))
    and (sqlc.narg('from_at')::timestamptz is null or e.at >= sqlc.narg('from_at')) and (sqlc.narg('to_at')::timestamptz is null or e.at < sqlc.narg('to_at'));

-- name: ListOperationLines :many
select e.id, e.at, e.agent, e.action, e.object_kind, e.object_id, e.details, e.actor_id,
    coalesce(u.role, '') as role, coalesce(u.firstname, '') as firstname, coalesce(u.lastname, '') as lastname, coalesce(u.email, '') as email
from audit_entries e left join users u on u.id = e.actor_id
where e.operation_id = @operation_id::uuid and split_part(e.action, ':', 1) = any(@resources::text[]) and not e.details ?| array['batch', 'part']
    and (sqlc.narg('agent')::text is null or e.agent = sqlc.narg('agent')) and (sqlc.narg('actor_id')::uuid is null or e.actor_id = sqlc.narg('actor_id'))
    and (sqlc.narg('from_at')::timestamptz is null or e.at >= sqlc.narg('from_at')) and (sqlc.narg('to_at')::timestamptz is null or e.at < sqlc.narg('to_at'))
    and (sqlc.narg('behind')::uuid is null or (e.at, e.id) < (select b.at, b.id from audit_entries b where b.id = sqlc.narg('behind')))
order by e.at desc, e.id desc limit @rows_limit;

-- name: CountOperationLines :one
select count(*) from audit_entries e
where e.operation_id = @operation_id::uuid and split_part(e.action, ':', 1) = any(@resources::text[]) and not e.details ?| array['batch', 'part']
    and (sqlc.narg('agent')::text is null or e.agent = sqlc.narg('agent')) and (sqlc.narg('actor_id')::uuid is null or e.actor_id = sqlc.narg('actor_id'))
    and (sqlc.narg('from_at')::timestamptz is null or e.at >= sqlc.narg('from_at')) and (sqlc.narg('to_at')::timestamptz is null or e.at < sqlc.narg('to_at'));

-- name: HasObject :one
select (case @object_kind::text
    when 'billableEntity' then exists (select from billable_entities x where x.operation_id = @operation_id::uuid and x.id = @object_id::uuid)
    when 'billingEntity' then exists (select from billing_entities x where x.operation_id = @operation_id::uuid and x.id = @object_id::uuid)
    when 'plan' then exists (select from plans x where x.operation_id = @operation_id::uuid and x.id = @object_id::uuid)
    when 'invoice' then exists (select from invoices x where x.operation_id = @operation_id::uuid and x.id = @object_id::uuid)
    when 'curveImport' then exists (select from curve_imports x where x.operation_id = @operation_id::uuid and x.id = @object_id::uuid)
    when 'run' then exists (select from bill_runs x where x.operation_id = @operation_id::uuid and x.id = @object_id::uuid)
    else false end)::boolean;

-- name: ListDocumentPaths :many
-- From the top down, at most five folders.
with recursive up as (
    select e.id as leaf, e.parent_id, e.name from library_entries e where e.operation_id = @operation_id::uuid and e.id = any(@ids::uuid[])
    union all
    select u.leaf, p.parent_id, p.name || '/' || u.name from up u join library_entries p on p.operation_id = @operation_id::uuid and p.id = u.parent_id
)
select leaf, name::text as path from up where parent_id is null;

-- name: ListRecordedAnswers :many
select e.at, coalesce(e.details->>'request', '')::text as request, coalesce(e.details->>'answer', '')::text as answer,
    coalesce(e.details->>'reason', '')::text as reason
from audit_entries e
where e.object_kind = 'participant' and e.object_id = @participant_id::uuid and e.operation_id = @operation_id::uuid
    and e.action = 'participant:update' and e.details ? 'answer'
order by e.at, e.id;
