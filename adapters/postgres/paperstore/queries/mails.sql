-- name: InsertPaperMail :exec
insert into paper_mails (id, operation_id, paper_id, kind, email, asked_by, asked_at, status)
values (@id, @operation_id, @paper_id, @kind, @email, sqlc.narg('asked_by'), @asked_at, @status);

-- name: GetPaperMail :one
select * from paper_mails where id = @id;

-- name: NotePaperMail :exec
update paper_mails set status = @status, reason = @reason,
    ended_at = case when @status = 'QUEUED' then null else @at::timestamptz end
where id = @id and status = 'QUEUED';

-- name: ListPaperMails :many
select sqlc.embed(m), coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as asked_by_name
from paper_mails m left join users u on u.id = m.asked_by
where m.operation_id = @operation_id and m.paper_id = @paper_id
order by m.asked_at desc, m.id desc limit @at_most;

-- name: ListLastPaperMails :many
select distinct on (paper_id) * from paper_mails where paper_id = any(@paper_ids::uuid[]) order by paper_id, asked_at desc, id desc;

-- name: ListPaperReaders :many
select p.id, u.id as user_id, u.email
from papers p join participants s on s.operation_id = p.operation_id and s.id = p.participant_id
join users u on u.id = s.user_id and u.active
where p.id = any(@paper_ids::uuid[]);

-- name: ListPapersToRemindOf :many
select p.operation_id, p.id from papers p
join participants s on s.operation_id = p.operation_id and s.id = p.participant_id
join users u on u.id = s.user_id and u.active
where p.signed_on is null and p.refused_on is null and p.kind <> 'TENANT_NOTICE'
    and exists (select from paper_mails m where m.paper_id = p.id and m.kind = 'FIRST' and m.status = 'SENT')
    and not exists (select from paper_mails m where m.paper_id = p.id and (m.kind = 'REMINDER' or m.status = 'QUEUED' or m.asked_at >= @since))
order by p.made_at, p.id limit @at_most;
