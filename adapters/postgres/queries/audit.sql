-- name: InsertAuditEntry :exec
insert into audit_entries (id, actor_id, agent, action, operation_id, object_kind, object_id, request_id, details)
values (@id, @actor_id, @agent, @action, @operation_id, @object_kind, @object_id, @request_id, @details);
