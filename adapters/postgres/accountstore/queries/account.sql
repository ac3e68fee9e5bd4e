-- name: GetUser :one
select * from users where id = @id;

-- name: GetUserByEmail :one
select * from users where email = @email;

-- name: InsertUser :exec
insert into users (id, email, username, role, firstname, lastname, structure, address, post_code, city, language,
    password_hash, initialized, active, activation_error, version, created_at, last_login_at)
values (@id, @email, @username, @role, @firstname, @lastname, @structure, @address, @post_code, @city, @language,
    @password_hash, @initialized, @active, @activation_error, @version, @created_at, @last_login_at);

-- name: UpdateUser :execrows
update users set email = @email, username = @username, firstname = @firstname, lastname = @lastname,
    structure = @structure, address = @address, post_code = @post_code, city = @city, language = @language,
    active = @active, activation_error = @activation_error, version = @version
where id = @id and version = @before;

-- name: LockOrganized :exec
select from operations o where exists (select from operation_members m where m.operation_id = o.id and m.user_id = @user_id and m.role = 'organizer')
order by o.id for update;

-- name: CountSolelyOrganized :one
select count(*) from operation_members m join users u on u.id = m.user_id and u.active
where m.user_id = @user_id and m.role = 'organizer' and m.narrowed_to is null and not exists (
    select from operation_members x join users y on y.id = x.user_id and y.active
    where x.operation_id = m.operation_id and x.user_id <> m.user_id and x.role = 'organizer' and x.narrowed_to is null);

-- name: SetUserPassword :execrows
update users set password_hash = @new_hash, initialized = @initialized, version = version + 1
where id = @id and password_hash = @old_hash;

-- name: SetUserNewEmail :exec
update users set new_email = @new_email where id = @id;

-- name: SetUserLastLogin :exec
update users set last_login_at = @at::timestamptz where id = @id;

-- name: AnyUser :one
select exists (select from users);

-- name: GetSessionPrincipal :one
select sqlc.embed(s), u.role, u.initialized, v.operation_id as viewed_operation_id, v.participant_id as viewed_participant_id, v.ends_at as viewed_until,
    coalesce((select exists (select from terms_acceptances a where a.user_id = u.id and a.version = t.version)
        from terms_versions t where t.published_on <= @on_day order by t.published_on desc, t.version desc limit 1), true)::boolean as has_accepted_terms,
    exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)::boolean as has_second_factor,
    array(select m.operation_id from operation_members m where m.user_id = u.id and m.role = u.role order by m.operation_id)::uuid[] as operation_ids,
    array(select coalesce(m.narrowed_to, '') from operation_members m where m.user_id = u.id and m.role = u.role order by m.operation_id)::text[] as narrowed_to
from sessions s join users u on u.id = s.user_id and u.active left join session_views v on v.session_id = s.id where s.id = @id;

-- name: InsertSession :exec
insert into sessions (id, public_id, user_id, browser, system, known, created_at, touched_at, expires_at)
values (@id, @public_id, @user_id, @browser, @system, @known, @created_at, @touched_at, @expires_at);

-- name: ListSessionsOfUser :many
select * from sessions where user_id = @user_id and expires_at > @now order by touched_at desc, public_id desc;

-- name: GetSessionByPublicID :one
select * from sessions where public_id = @public_id;

-- name: TouchSession :exec
update sessions set touched_at = @touched_at, expires_at = @expires_at where id = @id;

-- name: DeleteSession :exec
delete from sessions where id = @id;

-- name: DeleteSessionsOfUser :exec
delete from sessions where user_id = @user_id and id <> @except_id;

-- name: DeleteSessionsExpired :execrows
delete from sessions where expires_at <= @now;

-- name: GetToken :one
select * from api_tokens where id = @id;

-- name: GetTokenByHash :one
select * from api_tokens where secret_hash = @secret_hash;

-- name: ListTokensOfUser :many
select * from api_tokens where user_id = @user_id order by created_at desc, id desc;

-- name: InsertToken :exec
insert into api_tokens (id, user_id, parent_id, name, scopes, secret_hash, created_at, expires_at)
values (@id, @user_id, @parent_id, @name, @scopes, @secret_hash, @created_at, @expires_at);

-- name: TouchToken :exec
update api_tokens set last_used_at = @at::timestamptz where id = @id;

-- name: DeleteToken :exec
delete from api_tokens where id = @id;

-- name: DeleteTokensOfUser :exec
delete from api_tokens where user_id = @user_id;

-- name: GetTermsInForce :one
select * from terms_versions where published_on <= @on_day order by published_on desc, version desc limit 1;

-- name: InsertTermsAcceptance :exec
insert into terms_acceptances (user_id, version, accepted_at) values (@user_id, @version, @accepted_at)
on conflict (user_id, version) do nothing;

-- name: GetTermsAcceptance :one
select * from terms_acceptances where user_id = @user_id and version = @version;

-- name: GetTermsVersion :one
select * from terms_versions where version = @version;

-- name: ListTermsAcceptances :many
select * from terms_acceptances where user_id = @user_id order by accepted_at desc, version desc;

-- name: LockLoginFailures :one
-- Makes the row or locks it in one statement: between two it could be swept away.
insert into login_failures (key, attempts, last_at) values (@key, 0, 'epoch')
on conflict (key) do update set attempts = login_failures.attempts
returning attempts, last_at;

-- name: SetLoginFailures :exec
update login_failures set attempts = @attempts, last_at = @last_at where key = @key;

-- name: DeleteLoginFailures :exec
delete from login_failures where key = @key;

-- name: DeleteLoginFailuresBefore :execrows
delete from login_failures where last_at < @at;

-- name: RememberLogin :exec
insert into login_devices (key, last_at) values (@key, @last_at)
on conflict (key) do update set last_at = excluded.last_at;

-- name: KnowsLogin :one
select exists (select from login_devices where key = @key and last_at >= @since);

-- name: ForgetLoginsBefore :execrows
delete from login_devices where last_at < @at;

-- name: GetPrincipal :one
select u.role, u.initialized,
    coalesce((select exists (select from terms_acceptances a where a.user_id = u.id and a.version = t.version)
        from terms_versions t where t.published_on <= @on_day order by t.published_on desc, t.version desc limit 1), true)::boolean as has_accepted_terms,
    exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)::boolean as has_second_factor,
    array(select m.operation_id from operation_members m where m.user_id = u.id and m.role = u.role order by m.operation_id)::uuid[] as operation_ids,
    array(select coalesce(m.narrowed_to, '') from operation_members m where m.user_id = u.id and m.role = u.role order by m.operation_id)::text[] as narrowed_to
from users u where u.id = @id and u.active;

-- name: ListOperationsOfUser :many
select operation_id from operation_members where user_id = @user_id order by operation_id;

-- name: ListSitesOfUser :many
select id, operation_id, coalesce(lower(activation), '1970-01-01')::date as entry,
    coalesce(upper(activation), case when activation is null then date '1970-01-01' else date 'infinity' end)::date as leaving
from participants where user_id = @user_id order by operation_id, id;

-- name: ListEnergyTypesOfUser :many
select distinct energy_type from participants where user_id = @user_id;

-- name: DeleteMembershipsOfUser :exec
delete from operation_members where user_id = @user_id and operation_id <> all(@kept::uuid[]);

-- name: InsertMemberships :exec
insert into operation_members (operation_id, user_id, role)
select operation_id, @user_id, @role from unnest(@operation_ids::uuid[]) as operation_id
on conflict (operation_id, user_id) do nothing;
