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

-- name: ExpectDocuments :many
insert into documents as d (id, operation_id, kind, sha256, size, content_type, state, expected_at)
select w.id, @operation_id, w.kind, w.sha256, w.size, w.content_type, 'ARRIVING', @expected_at
from (select unnest(@ids::uuid[]) as id, unnest(@kinds::text[]) as kind, unnest(@sums::bytea[]) as sha256, unnest(@sizes::bigint[]) as size, unnest(@content_types::text[]) as content_type) w
order by w.kind, w.sha256
on conflict (operation_id, kind, sha256) where state <> 'LEAVING' do update set expected_at = excluded.expected_at
returning *;

-- name: SettleDocuments :execrows
update documents set state = 'STORED' where id = any(@ids::uuid[]) and state <> 'LEAVING';

-- name: FindDocuments :many
select * from documents where operation_id = @operation_id and kind = @kind and id = any(@ids::uuid[]) and state <> 'LEAVING';

-- name: ReleaseDocuments :exec
update documents set state = 'ARRIVING', expected_at = @at where id = any(@ids::uuid[]) and state = 'STORED';

-- name: DismissDocuments :many
-- One that was released may still be named by something else. Who names one settles it in the same
-- transaction, so that the row changes and is looked at again, or skipped.
update documents set state = 'LEAVING' where state = 'LEAVING' or id in (
    select o.id from documents o where o.state = 'ARRIVING' and o.expected_at < @before
        and not exists (select from operations n where n.id = o.operation_id and n.logo_id = o.id)
        and not exists (select from participants n where n.operation_id = o.operation_id and n.billing_logo_id = o.id)
        and not exists (select from billing_entities n where n.operation_id = o.operation_id and n.logo_id = o.id)
        and not exists (select from library_versions n where n.document_id = o.id)
        and not exists (select from data_exports n where n.document_id = o.id)
        and not exists (select from legacy_bills n where n.document_id = o.id)
        and not exists (select from papers n where n.document_id = o.id or n.signed_document_id = o.id)
        and not exists (select from invoices n where n.operation_id = o.operation_id and n.logo_id = o.id)
    order by o.expected_at limit @most for update skip locked)
returning *;

-- name: ForgetDocument :exec
delete from documents where id = @id and state = 'LEAVING';
