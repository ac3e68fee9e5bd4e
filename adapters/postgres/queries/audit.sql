-- name: InsertAuditEntry :exec
insert into audit_entries (id, at, actor_id, agent, action, operation_id, object_kind, object_id, request_id, details)
values (@id, @at, @actor_id, @agent, @action, @operation_id, @object_kind, @object_id, @request_id, @details);

-- name: InsertAuditObjects :exec
insert into audit_objects (entry_id, object_kind, object_id)
select @entry_id, unnest(@object_kinds::text[]), unnest(@object_ids::uuid[]);
