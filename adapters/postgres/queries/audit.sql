-- name: InsertAuditEntry :exec
insert into audit_entries (id, at, actor_id, agent, action, operation_id, object_kind, object_id, request_id, details)
values (@id, @at, @actor_id, @agent, @action, @operation_id, @object_kind, @object_id, @request_id, @details);
