-- name: GetIdempotencyKey :one
select * from idempotency_keys where user_id = @user_id and scope = @scope and key = @key;

-- name: InsertIdempotencyKey :exec
insert into idempotency_keys (user_id, scope, key, operation, request_hash, status, headers, body, asked, created_at)
values (@user_id, @scope, @key, @operation, @request_hash, @status, @headers, @body, @asked, @created_at);

-- name: DeleteIdempotencyKeysBefore :execrows
delete from idempotency_keys where created_at < @before;

-- name: InsertOutboxMessage :execrows
insert into outbox_messages (id, recipient, reply_to, subject, body_text, body_html, created_at)
values (@id, @recipient, @reply_to, @subject, @body_text, @body_html, @created_at)
on conflict (id) do nothing;

-- name: InsertOutboxAttachment :exec
insert into outbox_attachments (message_id, position, name, content_type, content)
values (@message_id, @position, @name, @content_type, @content);

-- name: ListOutboxMessages :many
select * from outbox_messages order by created_at desc, id desc limit @max_rows;

-- name: GetOutboxMessage :one
select * from outbox_messages where id = @id;

-- name: ListOutboxAttachments :many
select * from outbox_attachments where message_id = @message_id order by position;
