-- +goose Up
-- A site that is proposed to whoever has an account at an address. An accepted one is the
-- account of the site, and no row any more.
create table site_invitations (
    id             uuid        primary key,
    operation_id   uuid        not null,
    participant_id uuid        not null,
    email          text        not null check (email = lower(email) and email like '%_@_%'),
    status         text        not null check (status in ('PENDING', 'DECLINED')),
    invited_by     uuid        references users, -- null = the installation itself
    invited_at     timestamptz not null,
    constraint site_invitations_participant_key unique (participant_id),
    constraint site_invitations_participant_fkey foreign key (operation_id, participant_id)
        references participants (operation_id, id) on delete cascade
);
create index site_invitations_email on site_invitations (email) where status = 'PENDING';
