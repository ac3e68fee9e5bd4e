-- name: ListReportLinks :many
select l.*, d.sha256, d.size, d.content_type from report_links l join documents d on d.id = l.document_id
where l.operation_id = @operation_id and l.participant_id = @participant_id order by l.created_at desc, l.id desc limit @most;

-- name: GetReportLink :one
select l.*, d.sha256, d.size, d.content_type from report_links l join documents d on d.id = l.document_id where l.id = @id;

-- name: LockReportSite :exec
select 1 from participants where operation_id = @operation_id and id = @id for update;

-- name: CountLiveReportLinks :one
select count(*) from report_links where operation_id = @operation_id and participant_id = @participant_id and revoked_at is null and expires_at > @now and job_id is null;

-- name: InsertReportLink :execrows
insert into report_links (id, operation_id, participant_id, period, file_name, document_id, created_at, created_by, expires_at, job_id, address, language)
values (@id, @operation_id, @participant_id, @period, @file_name, @document_id, @created_at, @created_by, @expires_at, @job_id, @address, @language)
on conflict (job_id, participant_id) where job_id is not null do nothing;

-- name: ListMailedReportSites :many
select participant_id from report_links where operation_id = @operation_id and job_id = @job_id;

-- name: RevokeReportLink :execrows
update report_links set revoked_at = @at where operation_id = @operation_id and participant_id = @participant_id and id = @id and revoked_at is null;

-- name: CountReportLink :exec
update report_links set opened = opened + 1, last_opened_at = @at where id = @id;

-- name: ListPastReportLinks :many
select l.*, d.sha256, d.size, d.content_type from report_links l join documents d on d.id = l.document_id
where coalesce(l.revoked_at, l.expires_at) < @before order by l.expires_at limit @most;

-- name: DeleteReportLink :exec
delete from report_links where id = @id;
