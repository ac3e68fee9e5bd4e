-- name: ListMembersOfOperation :many
select m.user_id, m.role, coalesce(m.narrowed_to, '') as narrowed_to, u.email, u.firstname, u.lastname, u.structure, u.active, u.initialized, u.activation_error
from operation_members m join users u on u.id = m.user_id
where m.operation_id = @operation_id
order by u.lastname collate name_order, u.firstname collate name_order, u.email;

-- name: CountFullOrganizers :one
select count(*) from operation_members m join users u on u.id = m.user_id and u.active
where m.operation_id = @operation_id and m.role = 'organizer' and m.narrowed_to is null;

-- name: PutMember :exec
insert into operation_members (operation_id, user_id, role, narrowed_to)
values (@operation_id, @user_id, @role, @narrowed_to)
on conflict (operation_id, user_id) do update set narrowed_to = excluded.narrowed_to;

-- name: DeleteMember :execrows
delete from operation_members where operation_id = @operation_id and user_id = @user_id;

-- name: PutMemberInvitation :exec
insert into member_invitations (id, operation_id, email, role, narrowed_to, language, status, invited_by, invited_at, expires_at)
values (@id, @operation_id, @email, @role, @narrowed_to, @language, @status, @invited_by, @invited_at, @expires_at)
on conflict (operation_id, email) do update set role = excluded.role, narrowed_to = excluded.narrowed_to, language = excluded.language,
    status = excluded.status, invited_by = excluded.invited_by, invited_at = excluded.invited_at, expires_at = excluded.expires_at;

-- name: GetMemberInvitation :one
select * from member_invitations where id = @id;

-- name: ListMemberInvitationsOfOperation :many
select * from member_invitations where operation_id = @operation_id order by email;

-- name: ListPendingMemberInvitations :many
select * from member_invitations where email = @email and role = @role and status = 'PENDING' order by invited_at, id;

-- name: DeclineMemberInvitation :execrows
update member_invitations set status = 'DECLINED' where id = @id and status = 'PENDING';

-- name: DeleteMemberInvitation :execrows
delete from member_invitations where id = @id;
