-- name: LockCollectionToHandOver :one
select status from collections where id = @id for update;

-- name: UpsertHandover :exec
insert into collection_handovers (operation_id, collection_id, place, file_name, sha256, size, state, asked_by, asked_at, next_at)
values (@operation_id, @collection_id, @place, @file_name, @sha256, @size, 'WAITING', sqlc.narg(asked_by), @asked_at, @asked_at)
on conflict (collection_id) do update set state = 'WAITING', place = excluded.place, asked_by = excluded.asked_by, asked_at = excluded.asked_at, next_at = excluded.next_at, trouble = null
where collection_handovers.state = 'FAILED';

-- name: GetHandover :one
select sqlc.embed(h), coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as asked_by_name
from collection_handovers h left join users u on u.id = h.asked_by where h.collection_id = @collection_id;

-- name: ListHandovers :many
select sqlc.embed(h), coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as asked_by_name
from collection_handovers h left join users u on u.id = h.asked_by
where h.operation_id = @operation_id or h.collection_id in (select c.collection_id from collected_invoices c where c.operation_id = @operation_id)
order by h.asked_at desc, h.collection_id desc;

-- name: ClaimHandover :one
update collection_handovers set attempts = attempts + 1, next_at = @leased where collection_id = (
    select d.collection_id from collection_handovers d where d.state in ('WAITING', 'NAMING') and d.next_at <= @now order by d.next_at, d.collection_id for update skip locked limit 1)
returning *;

-- name: NameHandover :execrows
update collection_handovers set state = 'NAMING', temporary = @temporary where collection_id = @collection_id and state = 'WAITING' and attempts = @attempts;

-- name: FinishHandover :execrows
update collection_handovers set state = 'DONE', done_at = @at, trouble = null where collection_id = @collection_id and state = 'NAMING';

-- name: PostponeHandover :exec
update collection_handovers set trouble = @trouble, next_at = @next_at, state = case when @failed::boolean then 'FAILED' else state end
where collection_id = @collection_id and attempts = @attempts and state in ('WAITING', 'NAMING');

-- name: CountHandedOver :one
select count(*) from collection_handovers where collection_id = @collection_id and state <> 'FAILED';

-- name: InsertReturnedFile :exec
insert into returned_files (operation_id, id, name, sha256, taken_at, problem) values (@operation_id, @id, @name, nullif(@sha256::text, ''), @taken_at, @problem)
on conflict (operation_id, name, sha256) do update set taken_at = excluded.taken_at, problem = excluded.problem;

-- name: ListReturnedFiles :many
select operation_id, id, name, coalesce(sha256, '') as sha256, taken_at, problem from returned_files where operation_id = @operation_id order by taken_at desc, id desc limit @most;
