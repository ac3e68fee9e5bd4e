-- name: ListPapers :many
select p.*, s.name as site_name, d.sha256, d.size, d.content_type, c.sha256 as signed_sha256, c.size as signed_size, c.content_type as signed_content_type
from papers p join participants s on s.operation_id = p.operation_id and s.id = p.participant_id
join documents d on d.id = p.document_id left join documents c on c.id = p.signed_document_id
where p.operation_id = @operation_id and (sqlc.narg(participant_id)::uuid is null or p.participant_id = sqlc.narg(participant_id))
order by p.made_at desc, p.id desc limit @most;

-- name: GetPaper :one
select p.*, s.name as site_name, d.sha256, d.size, d.content_type, c.sha256 as signed_sha256, c.size as signed_size, c.content_type as signed_content_type
from papers p join participants s on s.operation_id = p.operation_id and s.id = p.participant_id
join documents d on d.id = p.document_id left join documents c on c.id = p.signed_document_id
where p.operation_id = @operation_id and p.id = @id;

-- name: CountPapers :one
select count(*) from papers where operation_id = @operation_id;

-- name: InsertPaper :exec
insert into papers (id, operation_id, participant_id, kind, language, lacks, notice_date, refusal_until, made_at, made_by, document_id)
values (@id, @operation_id, @participant_id, @kind, @language, @lacks::text[], @notice_date, @refusal_until, @made_at, @made_by, @document_id);

-- name: ClosePaper :execrows
update papers set signed_on = @signed_on, signed_by = @signed_by, signed_name = @signed_name, signed_document_id = @signed_document_id,
    refused_on = @refused_on, refusal_note = @refusal_note, closed_by = @closed_by, closed_by_participant = @closed_by_participant
where operation_id = @operation_id and id = @id and signed_on is null and refused_on is null;

-- name: ListPaperLanguages :many
select p.id, u.language from participants p join users u on u.id = p.user_id where p.id = any(@ids::uuid[]);

-- name: ListPaperCreditors :many
select c.id, e.street, e.post_code, e.city from creditors c join billing_entities e on e.operation_id = c.operation_id and e.id = c.billing_entity_id
where c.operation_id = @operation_id order by c.name collate name_order, c.id;
