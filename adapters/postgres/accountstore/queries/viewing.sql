-- name: PutSessionView :exec
insert into session_views (session_id, operation_id, participant_id, ends_at) values (@session_id, @operation_id, @participant_id, @ends_at)
on conflict (session_id) do update set operation_id = excluded.operation_id, participant_id = excluded.participant_id, ends_at = excluded.ends_at;

-- name: GetSessionView :one
select v.operation_id, v.participant_id, v.ends_at, p.name from session_views v join participants p on p.id = v.participant_id where v.session_id = @session_id;

-- name: DeleteSessionView :execrows
delete from session_views where session_id = @session_id;

-- name: ListEndedSessionViews :many
select v.session_id, s.user_id, v.operation_id, v.participant_id, v.ends_at from session_views v join sessions s on s.id = v.session_id
where v.ends_at <= @now order by v.ends_at limit 100;

-- name: ListViewedSites :many
-- A participant is its site, and those of the same account in the operation.
select id, operation_id, coalesce(lower(activation), '1970-01-01')::date as entry,
    coalesce(upper(activation), case when activation is null then date '1970-01-01' else date 'infinity' end)::date as leaving
from participants p where p.operation_id = @operation_id
    and (p.id = @participant_id or p.user_id = (select seen.user_id from participants seen where seen.operation_id = @operation_id and seen.id = @participant_id))
order by id;
