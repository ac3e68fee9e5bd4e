-- name: GetColumnChoice :one
select columns from column_choices where user_id = @user_id;

-- name: PutColumnChoice :exec
insert into column_choices (user_id, columns) values (@user_id, @columns)
on conflict (user_id) do update set columns = excluded.columns;

-- name: DeleteColumnChoice :exec
delete from column_choices where user_id = @user_id;
