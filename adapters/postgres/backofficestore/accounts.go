package backofficestore

// adminUsers are all accounts, without their password.
const adminUsers = `
select u.id, u.version, u.email, u.username, u.role, nullif(u.firstname, '') as firstname, nullif(u.lastname, '') as lastname,
    nullif(u.structure, '') as structure, u.language, u.initialized, u.active,
    nullif(u.activation_error, '') as "activationError",
    u.created_at as "createdAt", u.last_login_at as "lastLoginAt",
    array(select m.operation_id from operation_members m where m.user_id = u.id order by m.operation_id) as "operationIds",
    array(select p.id from participants p where p.user_id = u.id order by p.id) as "participantIds"
from users u`

// adminApprovals are who accepted which terms.
const adminApprovals = `
select a.user_id::text || ':' || a.version as id, a.user_id as "userId", u.email, a.version, a.accepted_at as "acceptedAt"
from terms_acceptances a join users u on u.id = a.user_id`
