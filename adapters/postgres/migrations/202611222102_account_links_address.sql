-- +goose Up
-- A link holds for the address that it was sent to, and for one purpose. Of those sent
-- before, the newest of an account went to its present address; older ones may have gone
-- to one that was corrected since, and end.
alter table account_links
    add column purpose text not null default 'activation' check (purpose in ('activation', 'password')),
    add column address text not null default '';
update account_links l set address = u.email from users u
where u.id = l.user_id and not exists (
    select from account_links n where n.user_id = l.user_id and (n.created_at, n.id) > (l.created_at, l.id));
update account_links set used_at = now() where user_id is not null and address = '' and used_at is null;

-- A browser that has signed in to an account keeps a secret beside its session. The keys
-- of before were made of addresses of the network, which others share.
alter table login_addresses rename to login_devices;
delete from login_devices;
