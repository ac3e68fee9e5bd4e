-- name: AddCurveImportFile :execrows
insert into curve_import_files (import_id, position, name, size, sha256, document_id)
values (@import_id, @position, @name, @size, @sha256, @document_id) on conflict on constraint curve_import_files_pkey do nothing;

-- name: ListOperationsForWork :many
select id, external_id, dso from operations order by external_id;

-- name: GetOperationExternalID :one
select external_id from operations where id = @id;

-- name: GetOperationPlace :one
select external_id, latitude, longitude from operations where id = @id;

-- name: ListDroppedFiles :many
select * from dropped_files where operation_id = @operation_id and place = @place;

-- name: LastImportOfContent :one
select import_id from dropped_files where operation_id = @operation_id and sha256 = @sha256 and import_id is not null
order by taken_at desc limit 1;

-- name: UpsertDroppedFile :exec
insert into dropped_files (operation_id, place, name, sha256, size, modified_at, import_id, taken_at)
values (@operation_id, @place, @name, @sha256, @size, @modified_at, @import_id, @taken_at)
on conflict on constraint dropped_files_pkey do update set size = excluded.size, modified_at = excluded.modified_at, taken_at = excluded.taken_at,
    import_id = coalesce(excluded.import_id, dropped_files.import_id);

-- name: GetDropLook :one
select * from drop_looks where operation_id = @operation_id;

-- name: ListDropLooks :many
select * from drop_looks;

-- name: AskDropLook :exec
insert into drop_looks (operation_id, asked_at) values (@operation_id, @asked_at)
on conflict on constraint drop_looks_pkey do update set asked_at = excluded.asked_at;

-- name: KeepDropLook :exec
insert into drop_looks (operation_id, looked_at, waiting, waiting_count) values (@operation_id, @looked_at, @waiting, @waiting_count)
on conflict on constraint drop_looks_pkey do update set looked_at = excluded.looked_at, waiting = excluded.waiting,
    waiting_count = excluded.waiting_count,
    asked_at = case when drop_looks.asked_at > excluded.looked_at then drop_looks.asked_at end;
