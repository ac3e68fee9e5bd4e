-- name: ListConsents :many
select * from consents where participant_id = @participant_id order by recorded_at desc, id desc;

-- name: InsertConsent :exec
insert into consents (id, operation_id, participant_id, purpose, version, given, on_day, how, proof, recorded_at, recorded_by)
values (@id, @operation_id, @participant_id, @purpose, @version, @given, @on_day, @how, @proof, @recorded_at, @recorded_by);

-- name: ListSiteRequests :many
select r.*, s.name as site_name from site_requests r join participants s on s.operation_id = r.operation_id and s.id = r.participant_id
where r.participant_id = @participant_id order by r.asked_at desc, r.id desc;

-- name: ListOperationRequests :many
select r.*, s.name as site_name from site_requests r join participants s on s.operation_id = r.operation_id and s.id = r.participant_id
where r.operation_id = @operation_id
order by r.outcome is not null, case when r.outcome is null then r.asked_at end, r.answered_at desc, r.id limit @most;

-- name: GetSiteRequest :one
select r.*, s.name as site_name from site_requests r join participants s on s.operation_id = r.operation_id and s.id = r.participant_id
where r.operation_id = @operation_id and r.id = @id;

-- name: InsertSiteRequest :execrows
insert into site_requests (id, operation_id, participant_id, kind, purpose, day, note, asked_at, asked_by)
values (@id, @operation_id, @participant_id, @kind, @purpose, @day, @note, @asked_at, @asked_by)
on conflict do nothing;

-- name: AnswerSiteRequest :execrows
update site_requests set outcome = @outcome, answer_note = @answer_note, answered_at = @answered_at, answered_by = @answered_by
where operation_id = @operation_id and id = @id and outcome is null;

-- name: ListWaitingSites :many
select participant_id, count(*)::int as number, min(asked_at)::timestamptz as since from site_requests
where operation_id = @operation_id and outcome is null group by participant_id order by since, participant_id;
