-- name: GetEnrolmentDraft :one
select step, fields_sealed, saved_at from enrolment_drafts
where user_id = @user_id and operation_id = @operation_id and saved_at >= @not_before;

-- name: PutEnrolmentDraft :exec
insert into enrolment_drafts (user_id, operation_id, step, fields_sealed, saved_at)
values (@user_id, @operation_id, @step, @fields_sealed, @saved_at)
on conflict (user_id, operation_id) do update set step = excluded.step, fields_sealed = excluded.fields_sealed, saved_at = excluded.saved_at;

-- name: DeleteEnrolmentDraft :exec
delete from enrolment_drafts where user_id = @user_id and operation_id = @operation_id;

-- name: DeleteOldEnrolmentDrafts :exec
delete from enrolment_drafts where saved_at < @not_before;
