-- name: GetLegacyMigration :one
select * from legacy_migrations where operation_id = @operation_id;

-- name: InsertLegacyMigration :exec
insert into legacy_migrations (operation_id, migrated_at, migrated_by, prices, plans, subscriptions, finished)
values (@operation_id, @migrated_at, sqlc.narg(migrated_by), @prices, @plans, @subscriptions, @finished);
