-- +goose Up
-- Until when an invitation can be accepted; those of before count from their day too, and can be sent again.
alter table site_invitations add column expires_at timestamptz;
update site_invitations set expires_at = invited_at + interval '30 days';
alter table site_invitations alter column expires_at set not null;
alter table member_invitations add column expires_at timestamptz;
update member_invitations set expires_at = invited_at + interval '30 days';
alter table member_invitations alter column expires_at set not null;

-- The mails that invite people: to follow a site, to join a team, to choose the password of an
-- account that is there for it. They stay when the invitation is answered or taken back.
create table invitation_mails (
    id             uuid        primary key,
    operation_id   uuid        not null references operations on delete cascade,
    participant_id uuid, -- null = into the team of the operation
    email          text        not null check (email = lower(email) and email like '%_@_%'),
    asked_by       uuid        references users, -- null = the installation itself
    asked_at       timestamptz not null,
    valid_until    timestamptz not null,
    status         text        not null check (status in ('QUEUED', 'SENT', 'WITH_ANOTHER', 'OBSOLETE', 'REFUSED', 'GIVEN_UP')),
    reason         text        not null default '', -- key of what keeps it from arriving
    ended_at       timestamptz,
    constraint invitation_mails_participant_fkey foreign key (operation_id, participant_id)
        references participants (operation_id, id) on delete cascade,
    constraint invitation_mails_ended_check check ((status = 'QUEUED') = (ended_at is null))
);
create index invitation_mails_site on invitation_mails (operation_id, participant_id, asked_at desc) where participant_id is not null;
create index invitation_mails_address on invitation_mails (operation_id, email, asked_at desc) where participant_id is null;
