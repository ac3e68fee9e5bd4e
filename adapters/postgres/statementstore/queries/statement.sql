-- name: ListStatements :many
select sqlc.embed(s), p.name as producer_name, p.dso_id, seller.name as seller_name, payer.name as payer_name, held.payout_id
from statements s
join participants p on p.id = s.producer_id
join billing_entities seller on seller.operation_id = s.operation_id and seller.id = s.seller_id
join billing_entities payer on payer.operation_id = s.operation_id and payer.id = s.payer_id
left join payout_statements held on held.operation_id = s.operation_id and held.statement_id = s.id and held.held
where s.operation_id = @operation_id
    and (cardinality(@ids::uuid[]) = 0 or s.id = any(@ids))
    and (sqlc.narg(producer_id)::uuid is null or s.producer_id = sqlc.narg(producer_id))
    and (cardinality(@statuses::text[]) = 0 or s.status = any(@statuses))
    and (sqlc.narg(month)::date is null or date_trunc('month', s.period_to - 1)::date = sqlc.narg(month))
    and (@query::text = '' or strpos(lower(coalesce(s.number, '') || ' ' || p.name || ' ' || seller.name), lower(@query)) > 0)
order by s.period_to desc, p.name collate name_order, s.status <> 'PUBLISHED', s.id
limit @most;

-- name: LockStatements :many
select id from statements where operation_id = @operation_id and id = any(@ids::uuid[]) order by id for update;

-- name: ListStatementLines :many
select * from statement_lines where operation_id = @operation_id and statement_id = any(@ids::uuid[]) order by statement_id, position;

-- name: DeleteDraftStatements :exec
delete from statements where operation_id = @operation_id and status = 'DRAFT' and (sqlc.narg(id)::uuid is null or id = sqlc.narg(id));

-- name: InsertStatement :batchexec
insert into statements (operation_id, id, subscription_id, producer_id, seller_id, payer_id, kind, status, period_from, period_to, term_days, language, energy_milli_wh,
    net_cents, vat_cents, amount_cents, payment_status, created_at)
values (@operation_id, @id, @subscription_id, @producer_id, @seller_id, @payer_id, @kind, 'DRAFT', @period_from, @period_to, @term_days, @language, @energy_milli_wh,
    @net_cents, @vat_cents, @amount_cents, 'PENDING', @created_at);

-- name: InsertStatementLine :batchexec
insert into statement_lines (operation_id, statement_id, position, label, quantity_e4, unit, price_micro_euro, net_cents, vat_rate, energy_milli_wh)
values (@operation_id, @statement_id, @position, @label, @quantity_e4, @unit, @price_micro_euro, @net_cents, @vat_rate, @energy_milli_wh);

-- name: PublishStatement :batchexec
-- What is owed of nothing is paid.
update statements set status = 'PUBLISHED', number_owner = @number_owner, payer_owner = @payer_owner, payer_recovers = @payer_recovers, series = @series, year = @year, sequence = @sequence, number = @number, issue_date = @issue_date,
    due_date = @due_date, snapshot = @snapshot, logo_id = sqlc.narg(logo_id), published_at = @published_at, payment_status = case amount_cents when 0 then 'SUCCEEDED' else 'PENDING' end
where operation_id = @operation_id and id = @id and status = 'DRAFT';

-- name: CancelStatement :execrows
update statements set status = 'CANCELLED', reason = @reason, cancelled_by = @cancelled_by, cancelled_at = @cancelled_at, cancelled_on = @cancelled_on
where operation_id = @operation_id and id = @id and status = 'PUBLISHED';

-- name: GetStatementSnapshot :one
select snapshot from statements where operation_id = @operation_id and id = @id and snapshot is not null;

-- name: SetStatementDocuments :exec
update statements set document_id = @document_id, electronic_id = sqlc.narg(electronic_id) where operation_id = @operation_id and id = @id and document_id is null;

-- name: SetStatementMail :exec
-- What became of a mail is of that mail only: another one may have been sent since.
update statements set mail_id = @mail_id, mail_state = @mail_state, mail_address = @mail_address, mail_problem = @mail_problem, mail_at = @mail_at
where operation_id = @operation_id and id = @id and (@mail_state::text = 'WAITING' or mail_id = @mail_id);

-- name: FindStatementMail :one
select operation_id, id from statements where mail_id = @mail_id;

-- name: ListSiteLanguages :many
select p.id, coalesce(c.language, u.language, '')::text as language from participants p
left join billable_entity_consumers bc on bc.operation_id = p.operation_id and bc.consumer_id = p.id
left join billable_entities c on c.operation_id = bc.operation_id and c.id = bc.billable_entity_id
left join users u on u.id = p.user_id
where p.operation_id = @operation_id and p.id = any(@ids::uuid[]);
