-- name: ListClaims :many
select s.id, s.operation_id, coalesce(s.number, '')::text as number, s.producer_id, p.name as producer_name, s.payer_id, seller.name as seller_name, seller.iban_sealed, seller.bic, s.status,
    s.payment_status, s.amount_cents, s.period_from, s.period_to, s.issue_date, s.due_date,
    held.payout_id,
    (select count(*) from payout_statements h where h.operation_id = s.operation_id and h.statement_id = s.id)::int as times
from statements s
join participants p on p.id = s.producer_id
join billing_entities seller on seller.operation_id = s.operation_id and seller.id = s.seller_id
left join payout_statements held on held.operation_id = s.operation_id and held.statement_id = s.id and held.held
where s.operation_id = @operation_id
    and case when @open::boolean then s.status = 'PUBLISHED' and s.amount_cents > 0 and s.payment_status <> 'SUCCEEDED' else s.id = any(@ids::uuid[]) end
order by s.due_date, p.name collate name_order, s.id;

-- name: GetPayer :one
select id, name, iban_sealed, bic from billing_entities where operation_id = @operation_id and owned_by_operation;

-- name: ListPayouts :many
select sqlc.embed(o), e.name as payer_name,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name,
    (select count(*) from payout_statements h join statements s on s.operation_id = h.operation_id and s.id = h.statement_id
        where h.operation_id = o.operation_id and h.payout_id = o.id and h.held and s.payment_status = 'SUCCEEDED')::int as paid,
    (select count(*) from payout_statements h where h.operation_id = o.operation_id and h.payout_id = o.id and not h.held and o.status = 'EXPORTED')::int as failed
from payouts o
join billing_entities e on e.operation_id = o.operation_id and e.id = o.payer_id
left join users u on u.id = o.created_by
where o.operation_id = @operation_id and (sqlc.narg(id)::uuid is null or o.id = sqlc.narg(id))
    and (sqlc.narg(set_hash)::bytea is null or o.set_hash = sqlc.narg(set_hash) and o.status = 'EXPORTED' and not o.returned)
order by o.created_at desc, o.id desc;

-- name: ListPayoutStatements :many
select statement_id, end_to_end_id, amount_cents, held from payout_statements where operation_id = @operation_id and payout_id = @payout_id order by end_to_end_id;

-- name: LockOwedStatements :many
select id from statements where operation_id = @operation_id and id = any(@ids::uuid[]) and status = 'PUBLISHED' and payment_status <> 'SUCCEEDED' order by id for update;

-- name: InsertPayout :exec
insert into payouts (operation_id, id, payer_id, message_id, message_version, set_hash, status, pay_on, amount_cents, statements, document_id, created_by, created_at, revision)
values (@operation_id, @id, @payer_id, @message_id, @message_version, @set_hash, @status, @pay_on, @amount_cents, @statements, @document_id, @created_by, @created_at, @revision);

-- name: InsertPayoutStatement :batchexec
insert into payout_statements (operation_id, payout_id, statement_id, end_to_end_id, amount_cents) values (@operation_id, @payout_id, @statement_id, @end_to_end_id, @amount_cents);

-- name: CancelPayout :execrows
update payouts set status = 'CANCELLED', cancelled_at = @at, revision = revision + 1 where operation_id = @operation_id and id = @id and status = 'EXPORTED' and revision = @revision;

-- name: CountAnsweredStatements :one
select count(*) from payout_statements h join statements s on s.operation_id = h.operation_id and s.id = h.statement_id
where h.operation_id = @operation_id and h.payout_id = @payout_id and (not h.held or s.payment_status = 'SUCCEEDED');

-- name: ReleasePayoutStatements :exec
update payout_statements set held = false where operation_id = @operation_id and payout_id = @payout_id;

-- name: ReleaseStatement :exec
with gone as (
    update payout_statements h set held = false where h.operation_id = @operation_id and h.statement_id = @statement_id and h.held returning h.payout_id
)
update payouts o set returned = true, revision = revision + 1 where o.operation_id = @operation_id and o.id in (select payout_id from gone);

-- name: ListStatementPayments :many
select sqlc.embed(m), coalesce(s.number, '')::text as number, p.name as producer_name,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name
from statement_payments m
join statements s on s.operation_id = m.operation_id and s.id = m.statement_id
join participants p on p.id = s.producer_id
left join users u on u.id = m.created_by
where m.operation_id = @operation_id and m.statement_id = any(@statements::uuid[])
order by m.created_at, m.id;

-- name: InsertStatementPayment :batchexec
insert into statement_payments (operation_id, id, statement_id, kind, amount_cents, booked_on, reference, line_id, created_by, created_at)
values (@operation_id, @id, @statement_id, @kind, @amount_cents, @booked_on, @reference, sqlc.narg(line_id), @created_by, @created_at);

-- name: WithdrawStatementPayments :exec
update statement_payments set withdrawn_by = @withdrawn_by, withdrawn_at = @withdrawn_at where operation_id = @operation_id and id = any(@ids::uuid[]) and withdrawn_at is null;

-- name: GetStatementPayment :one
select statement_id from statement_payments where operation_id = @operation_id and id = @id;

-- name: ListStatementsOfLine :many
select distinct statement_id from statement_payments where operation_id = @operation_id and line_id = @line_id order by statement_id;

-- name: SetStatementPayment :exec
update statements set payment_status = @payment_status where operation_id = @operation_id and id = @id;

-- name: ListStatementNames :many
select s.id, s.number::text as number, coalesce(h.end_to_end_id, '')::text as end_to_end_id, coalesce(o.message_id, '')::text as message_id, s.amount_cents
from statements s
left join payout_statements h on h.operation_id = s.operation_id and h.statement_id = s.id
left join payouts o on o.operation_id = h.operation_id and o.id = h.payout_id and o.status = 'EXPORTED'
where s.operation_id = @operation_id and s.number is not null and s.amount_cents > 0
order by s.id, h.held;

-- name: GetPayoutSettings :one
select * from payout_settings where operation_id = @operation_id;

-- name: SetPayoutSettings :exec
insert into payout_settings (operation_id, message_version) values (@operation_id, @message_version)
on conflict (operation_id) do update set message_version = excluded.message_version;
