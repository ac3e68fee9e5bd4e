-- name: GetSecondFactor :one
select f.user_id, f.secret, f.last_step, f.confirmed_at,
    array(select c.hash from recovery_codes c where c.user_id = f.user_id and c.used_at is null order by c.hash)::bytea[] as recovery
from second_factors f where f.user_id = @user_id;

-- name: BeginSecondFactor :exec
insert into second_factors (user_id, secret, created_at) values (@user_id, @secret, @created_at)
on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = excluded.created_at where second_factors.confirmed_at is null;

-- name: ConfirmSecondFactor :execrows
update second_factors set confirmed_at = @at::timestamptz where user_id = @user_id and confirmed_at is null;

-- name: UseSecondFactorStep :execrows
update second_factors set last_step = @step where user_id = @user_id and last_step < @step;

-- name: UseRecoveryCode :execrows
update recovery_codes set used_at = @at::timestamptz where user_id = @user_id and hash = @hash and used_at is null;

-- name: DeleteRecoveryCodes :exec
delete from recovery_codes where user_id = @user_id;

-- name: InsertRecoveryCodes :exec
insert into recovery_codes (user_id, hash) select @user_id, hash from unnest(@hashes::bytea[]) as hash;

-- name: DeleteSecondFactor :execrows
delete from second_factors where user_id = @user_id;
