-- name: PutSiteInvitation :exec
insert into site_invitations (id, operation_id, participant_id, email, status, invited_by, invited_at, expires_at)
values (@id, @operation_id, @participant_id, @email, @status, @invited_by, @invited_at, @expires_at)
on conflict (participant_id) do update set id = excluded.id, email = excluded.email, status = excluded.status,
    invited_by = excluded.invited_by, invited_at = excluded.invited_at, expires_at = excluded.expires_at;

-- name: GetSiteInvitation :one
select * from site_invitations where id = @id;

-- name: ListSiteInvitationsOfSites :many
select * from site_invitations where participant_id = any(@participant_ids::uuid[]);

-- name: ListPendingSiteInvitations :many
select * from site_invitations where email = @email and status = 'PENDING' order by invited_at, id;

-- name: DeclineSiteInvitation :execrows
update site_invitations set status = 'DECLINED' where id = @id and status = 'PENDING';

-- name: DeleteSiteInvitation :execrows
delete from site_invitations where id = @id;

-- name: DeleteSiteInvitationOfSite :exec
delete from site_invitations where participant_id = @participant_id;
