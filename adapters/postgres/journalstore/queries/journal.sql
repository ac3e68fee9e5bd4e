-- name: GetSellerAccounts :one
select * from seller_accounts where number_owner = @number_owner;

-- name: InsertSellerAccounts :execrows
insert into seller_accounts (number_owner, journal_code, journal_name, client_number, client_name, sales_number, sales_name, vat_number, vat_name, auxiliary_rule, auxiliary_prefix, rates, version, updated_by, updated_at,
    purchase_code, purchase_name, supplier_number, supplier_name, supplier_prefix, purchase_number, purchase_account_name, deductible_number, deductible_name, costs_number, costs_name,
    to_invoice_number, to_invoice_name, vat_to_come_number, vat_to_come_name)
values (@number_owner, @journal_code, @journal_name, @client_number, @client_name, @sales_number, @sales_name, @vat_number, @vat_name, @auxiliary_rule, @auxiliary_prefix, @rates, @version, @updated_by, @updated_at,
    @purchase_code, @purchase_name, @supplier_number, @supplier_name, @supplier_prefix, @purchase_number, @purchase_account_name, @deductible_number, @deductible_name, @costs_number, @costs_name,
    @to_invoice_number, @to_invoice_name, @vat_to_come_number, @vat_to_come_name)
on conflict do nothing;

-- name: UpdateSellerAccounts :execrows
update seller_accounts set journal_code = @journal_code, journal_name = @journal_name, client_number = @client_number, client_name = @client_name, sales_number = @sales_number, sales_name = @sales_name,
    vat_number = @vat_number, vat_name = @vat_name, auxiliary_rule = @auxiliary_rule, auxiliary_prefix = @auxiliary_prefix, rates = @rates, version = @version, updated_by = @updated_by, updated_at = @updated_at,
    purchase_code = @purchase_code, purchase_name = @purchase_name, supplier_number = @supplier_number, supplier_name = @supplier_name, supplier_prefix = @supplier_prefix, purchase_number = @purchase_number,
    purchase_account_name = @purchase_account_name, costs_number = @costs_number, costs_name = @costs_name, deductible_number = @deductible_number, deductible_name = @deductible_name,
    to_invoice_number = @to_invoice_number, to_invoice_name = @to_invoice_name, vat_to_come_number = @vat_to_come_number, vat_to_come_name = @vat_to_come_name
where number_owner = @number_owner and version = @seen;

-- name: ListSellerOperations :many
select distinct operation_id from seller_claims where number_owner = @number_owner order by operation_id;

-- name: ListJournalInvoices :many
select i.id, i.operation_id, i.type, i.issue_date::date as issue_date, i.series::text as series, i.year::int as year, i.sequence::int as sequence, i.number::text as number, i.billable_entity_id,
    coalesce(i.snapshot->'Buyer'->>'Name', '')::text as client_name, c.reference, i.amount_cents, coalesce(i.snapshot->'VAT', '[]')::jsonb as vat,
    jsonb_path_query_array(i.snapshot, '$.Lines[*] ? (@.Unit == "ONE")')::jsonb as passed
from invoices i join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
where i.number_owner = @owner::text and i.number is not null and i.operation_id = any(@operations::uuid[]) and i.issue_date >= @first::date and i.issue_date < @after::date
    and (not @only_new::bool or not exists (select from journal_exported_invoices e where e.invoice_id = i.id))
    and (@behind_date::date is null or (i.issue_date, i.series, i.year, i.sequence) > (@behind_date, @behind_series::text, @behind_year::int, @behind_sequence::int))
order by i.issue_date, i.series, i.year, i.sequence
limit @most;

-- name: ListJournalPurchases :many
select p.id, p.operation_id, p.kind, p.taken_back, p.day::date as day, p.series::text as series, p.year::int as year, p.sequence::int as sequence, p.number::text as number, p.seller_id,
    coalesce(p.snapshot->'Seller'->>'Name', '')::text as seller_name, seller.series_code, p.payer_recovers::boolean as payer_recovers, p.amount_cents, coalesce(p.snapshot->'VAT', '[]')::jsonb as vat
from journal_purchases p
join billing_entities seller on seller.operation_id = p.operation_id and seller.id = p.seller_id
where p.payer_owner = @owner::text and p.operation_id = any(@operations::uuid[]) and p.day >= @first::date and p.day < @after::date
    and (not @only_new::bool or not exists (select from journal_exported_statements e where e.statement_id = p.id and e.taken_back = p.taken_back))
    and (@behind_date::date is null or (p.day, p.series, p.year, p.sequence) > (@behind_date, @behind_series::text, @behind_year::int, @behind_sequence::int))
order by p.day, p.series, p.year, p.sequence
limit @most;

-- name: GetOwed :one
select count(*)::int as booked, coalesce(sum(w.amount), 0)::bigint as amount_cents, (count(*) filter (where w.fresh))::int as fresh,
    coalesce(sum(w.amount) filter (where w.fresh), 0)::bigint as fresh_cents, (min(w.day) filter (where w.fresh))::date as first_fresh
from (select p.day, case when p.taken_back then -p.amount_cents else p.amount_cents end as amount,
        not exists (select from journal_exported_statements e where e.statement_id = p.id and e.taken_back = p.taken_back) as fresh
    from journal_purchases p where p.payer_owner = @owner::text and p.operation_id = any(@operations::uuid[])) w;

-- name: GetStanding :one
select count(*)::int as issued, coalesce(sum(w.amount), 0)::bigint as amount_cents, (count(*) filter (where w.fresh))::int as fresh,
    coalesce(sum(w.amount) filter (where w.fresh), 0)::bigint as fresh_cents, (min(w.issue_date) filter (where w.fresh))::date as first_fresh
from (select i.issue_date, case i.type when 'CREDIT_NOTE' then -i.amount_cents else i.amount_cents end as amount,
        not exists (select from journal_exported_invoices e where e.invoice_id = i.id) as fresh
    from invoices i where i.number_owner = @owner::text and i.number is not null and i.operation_id = any(@operations::uuid[])) w;

-- name: LastExportOf :many
select x.created_at from journal_exports x where x.number_owner = @owner
    and not exists (select from journal_export_operations o where o.export_id = x.id and not o.operation_id = any(@operations::uuid[]))
order by x.created_at desc limit 1;

-- name: InsertJournalExport :exec
insert into journal_exports (id, operation_id, billing_entity_id, number_owner, first_date, last_date, first_number, last_number, entries, debit_cents, amount_cents, owed_cents, file_name, sha256, size, content, created_by, created_at)
values (@id, @operation_id, @billing_entity_id, @number_owner, @first_date, @last_date, @first_number, @last_number, @entries, @debit_cents, @amount_cents, @owed_cents, @file_name, @sha256, @size, @content, @created_by, @created_at);

-- name: InsertExportedInvoices :exec
insert into journal_exported_invoices (invoice_id, export_id) select unnest(@invoices::uuid[]), @export_id;

-- name: InsertExportedStatements :exec
insert into journal_exported_statements (statement_id, taken_back, export_id) select unnest(@statements::uuid[]), @taken_back, @export_id;

-- name: ListJournalExports :many
select x.id, x.operation_id, x.billing_entity_id, x.number_owner, x.first_date, x.last_date, x.first_number, x.last_number, x.entries, x.debit_cents, x.amount_cents, x.owed_cents, x.file_name, x.sha256, x.size, x.created_by, x.created_at,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name, (count(*) over ())::int as total
from journal_exports x left join users u on u.id = x.created_by
where x.number_owner = @owner
    and not exists (select from journal_export_operations o where o.export_id = x.id and not o.operation_id = any(@operations::uuid[]))
order by x.created_at desc, x.id desc limit @most;

-- name: GetJournalExport :one
select sqlc.embed(x), array(select o.operation_id from journal_export_operations o where o.export_id = x.id)::uuid[] as operations
from journal_exports x where x.number_owner = @owner and x.id = @id;

-- name: IsMonthLocked :one
select exists (select from month_locks where number_owner = @owner and month = @month);

-- name: ListMonthLocks :many
select l.number_owner, l.month, l.operation_id, l.locked_by, l.locked_at, coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as locked_by_name
from month_locks l left join users u on u.id = l.locked_by
where l.number_owner = @owner order by l.month desc limit @most;

-- name: InsertMonthLock :exec
insert into month_locks (number_owner, month, operation_id, locked_by, locked_at) values (@number_owner, @month, @operation_id, @locked_by, @locked_at);

-- name: DeleteMonthLock :execrows
delete from month_locks where number_owner = @owner and month = @month;
