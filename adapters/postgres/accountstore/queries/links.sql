-- name: GetAccountLink :one
select * from account_links where id = @id;

-- name: InsertAccountLink :exec
insert into account_links (id, user_id, purpose, address, created_at, expires_at)
values (@id, @user_id, @purpose, @address, @created_at, @expires_at);

-- name: UseAccountLink :execrows
update account_links set used_at = @at::timestamptz where id = @id and used_at is null;

-- name: UseAccountLinksOfUser :exec
update account_links set used_at = @at::timestamptz where user_id = @user_id and used_at is null;

-- name: DeleteAccountLink :exec
delete from account_links where id = @id;

-- name: DeleteAccountLinksBefore :execrows
delete from account_links where expires_at < @at::timestamptz;

-- name: SetUserActivationError :exec
update users set activation_error = @activation_error where id = @id;
