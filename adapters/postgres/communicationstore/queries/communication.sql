-- name: ListRecipients :many
-- The contact of a site is written to, else its account. Who has left is not.
select p.id, (p.energy_type <> 'producer' or p.is_prosumer)::boolean as consumes, (p.energy_type = 'producer' or p.is_prosumer)::boolean as produces, false as observes,
    p.name, p.identity as holder, coalesce(nullif(p.email, ''), u.email, '')::text as address, coalesce(u.language, 'fr')::text as language
from participants p left join users u on u.id = p.user_id
where p.operation_id = @operation_id and not site_has_left(p.activation, @today::date)
union all
select u.id, false, false, true, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email)::text, u.structure, u.email, u.language
from operation_members m join users u on u.id = m.user_id
where m.operation_id = @operation_id and m.role = 'observer' and u.active;

-- name: InsertMessage :exec
insert into messages (id, operation_id, subject, body, sent_by, sent_at) values (@id, @operation_id, @subject, @body, @sent_by, @sent_at);

-- name: InsertMessageAttachments :exec
insert into message_attachments (message_id, position, document_id, name)
select @message_id, unnest(@positions::smallint[]), unnest(@document_ids::uuid[]), unnest(@names::text[]);

-- name: InsertMessageDeliveries :exec
insert into message_deliveries (id, message_id, address, language, status, at)
select unnest(@ids::uuid[]), @message_id, unnest(@addresses::text[]), unnest(@languages::text[]), @status, @at;

-- name: InsertMessageRecipients :exec
-- The zero id stands for none.
insert into message_recipients (message_id, position, delivery_id, participant_id, user_id, name, address)
select @message_id, (select coalesce(max(r.position), 0) from message_recipients r where r.message_id = @message_id) + t.n,
    nullif(t.d, '00000000-0000-0000-0000-000000000000'), nullif(t.p, '00000000-0000-0000-0000-000000000000'),
    nullif(t.u, '00000000-0000-0000-0000-000000000000'), t.x, t.a
from (select unnest(@positions::integer[]) as n, unnest(@delivery_ids::uuid[]) as d, unnest(@participant_ids::uuid[]) as p,
    unnest(@user_ids::uuid[]) as u, unnest(@names::text[]) as x, unnest(@addresses::text[]) as a) t;

-- name: GetMessage :one
select m.*, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email)::text as author
from messages m join users u on u.id = m.sent_by where m.operation_id = @operation_id and m.id = @id;

-- name: ListMessageAttachments :many
select d.*, a.name from message_attachments a join documents d on d.id = a.document_id where a.message_id = @message_id order by a.position;

-- name: ListMessageDeliveries :many
select * from message_deliveries where message_id = @message_id order by id;

-- name: ListMessageRecipients :many
select * from message_recipients where message_id = @message_id order by position;

-- name: ListMessages :many
-- Who was not reached at first and was sent a mail since is reached.
select m.id, m.subject, m.sent_at, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email)::text as author,
    (select count(*) from message_attachments a where a.message_id = m.id)::int as attachments,
    d.queued, d.sent, d.rejected, d.failed,
    (select count(*) from message_recipients r where r.message_id = m.id and r.delivery_id is null and not exists (
        select from message_recipients x where x.message_id = m.id and x.delivery_id is not null
            and (x.participant_id = r.participant_id or x.user_id = r.user_id)))::int as unreached
from messages m join users u on u.id = m.sent_by,
    lateral (select count(*) filter (where status = 'QUEUED')::int as queued, count(*) filter (where status = 'SENT')::int as sent,
        count(*) filter (where status = 'REJECTED')::int as rejected, count(*) filter (where status = 'FAILED')::int as failed
        from message_deliveries where message_id = m.id) d
where m.operation_id = @operation_id order by m.sent_at desc, m.id desc limit @most;

-- name: CountMessagesSince :one
select count(*)::int from messages where operation_id = @operation_id and sent_at >= @since;

-- name: GetDelivery :one
select d.*, m.operation_id, m.subject, m.body from message_deliveries d join messages m on m.id = d.message_id where d.id = @id;

-- name: CloseDelivery :exec
update message_deliveries set status = @status, at = @at where id = @id and status = 'QUEUED';
