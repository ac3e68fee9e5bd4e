-- name: InsertInvitationMail :exec
insert into invitation_mails (id, operation_id, participant_id, email, asked_by, asked_at, valid_until, status)
values (@id, @operation_id, sqlc.narg('participant_id'), @email, sqlc.narg('asked_by'), @asked_at, @valid_until, @status);

-- name: GetInvitationMail :one
select * from invitation_mails where id = @id;

-- name: NoteInvitationMail :exec
update invitation_mails set status = @status, reason = @reason,
    ended_at = case when @status = 'QUEUED' then null else @at::timestamptz end
where id = @id and status = 'QUEUED';

-- name: ListInvitationMailsOfSite :many
select sqlc.embed(m), coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as asked_by_name
from invitation_mails m left join users u on u.id = m.asked_by
where m.operation_id = (select p.operation_id from participants p where p.id = @participant_id) and m.participant_id = @participant_id
order by m.asked_at desc, m.id desc limit @at_most;

-- name: ListInvitationMailsOfAddress :many
select sqlc.embed(m), coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as asked_by_name
from invitation_mails m left join users u on u.id = m.asked_by
where m.operation_id = @operation_id and m.email = @email and m.participant_id is null
order by m.asked_at desc, m.id desc limit @at_most;
