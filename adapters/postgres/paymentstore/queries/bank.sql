-- name: ListOwnAccounts :many
select c.billing_entity_id, c.iban_sealed from creditors c where c.operation_id = @operation_id
union all
select e.id as billing_entity_id, e.iban_sealed from billing_entities e where e.operation_id = @operation_id and e.iban_sealed is not null;

-- name: ListAccountHolders :many
-- Those whose account has a hash, and all others, of whom there are few.
select c.operation_id, c.iban_sealed from creditors c
union all
select e.operation_id, e.iban_sealed from billing_entities e where e.iban_hash = @iban_hash and e.iban_sealed is not null;

-- name: ListOrderedTransactions :many
select h.operation_id, h.invoice_id, h.end_to_end_id, o.message_id, h.amount_cents, c.iban_sealed,
    dense_rank() over (partition by o.id order by h.collect_on, h.sequence, h.scheme)::int as batch
from collected_invoices h
join collections o on o.id = h.collection_id
join creditors c on c.operation_id = o.operation_id and c.id = o.creditor_id
where o.message_id = @message_id and o.status = 'EXPORTED'
order by h.end_to_end_id;

-- name: ListPaidTransfers :many
-- What a payment list asked a bank to send, with the account that it is sent from.
select h.operation_id, h.statement_id, h.end_to_end_id, o.message_id, h.amount_cents, e.iban_sealed
from payout_statements h
join payouts o on o.operation_id = h.operation_id and o.id = h.payout_id
join billing_entities e on e.operation_id = o.operation_id and e.id = o.payer_id
where o.message_id = @message_id and o.status = 'EXPORTED' and e.iban_sealed is not null
order by h.end_to_end_id;

-- name: FindOtherFormat :many
select f.format, f.first_on, f.last_on from bank_files f
where f.operation_id = @operation_id and f.format not in ('PAIN_002', @format::text) and f.first_on <= @last_on and f.last_on >= @first_on
    and exists (select from bank_lines l where l.operation_id = f.operation_id and l.file_id = f.id and l.iban_hash = @iban_hash)
order by f.first_on, f.id limit 1;

-- name: InsertBankFile :exec
insert into bank_files (operation_id, id, name, format, ibans_sealed, first_on, last_on, created_by, created_at)
values (@operation_id, @id, @name, @format, @ibans_sealed, @first_on, @last_on, @created_by, @created_at);

-- name: ListKnownIdentities :many
select l.iban_hash, l.identity from bank_lines l
join (select unnest(@hashes::bytea[]) as iban_hash, unnest(@identities::bytea[]) as identity) x using (iban_hash, identity)
where l.operation_id = @operation_id;

-- name: InsertBankLine :batchexec
insert into bank_lines (operation_id, id, file_id, kind, iban_sealed, iban_hash, identity, row, booked_on, amount_cents, bank_reference, end_to_end_id, batch_id,
    communication, text, counterparty, counterparty_sealed, counterparty_hash, returned, return_reason, version, created_at)
values (@operation_id, @id, @file_id, @kind, @iban_sealed, @iban_hash, @identity, @row, @booked_on, @amount_cents, @bank_reference, @end_to_end_id, @batch_id,
    @communication, @text, @counterparty, @counterparty_sealed, @counterparty_hash, @returned, @return_reason, @version, @created_at);

-- name: LockBankLines :many
select id from bank_lines where operation_id = @operation_id and id = any(@ids::uuid[]) order by id for update;

-- name: ListUntriedBankLines :many
select l.id from bank_lines l
where l.operation_id = @operation_id and l.aside is null and l.reason <> 'BY_HAND' and not exists (select from settlements s where s.line_id = l.id)
    and not exists (select from statement_payments m where m.line_id = l.id)
order by l.booked_on, l.amount_cents < 0, l.kind, l.id limit @most;

-- name: ListBankLinesByID :many
select sqlc.embed(l), f.name as file_name, coalesce((select sum(s.amount_cents) from settled_lines s where s.line_id = l.id), 0)::bigint as settled_cents,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as aside_by_name
from bank_lines l
join bank_files f on f.operation_id = l.operation_id and f.id = l.file_id
left join users u on u.id = l.aside_by
where l.operation_id = @operation_id and l.id = any(@ids::uuid[])
order by l.booked_on, l.amount_cents < 0, l.kind, l.id;

-- name: ListBankLines :many
select sqlc.embed(l), f.name as file_name, coalesce(s.cents, 0)::bigint as settled_cents,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as aside_by_name
from bank_lines l
join bank_files f on f.operation_id = l.operation_id and f.id = l.file_id
left join (select t.line_id, sum(t.amount_cents) as cents from settled_lines t where t.operation_id = @operation_id group by t.line_id) s on s.line_id = l.id
left join users u on u.id = l.aside_by
where l.operation_id = @operation_id
    and (sqlc.narg(file_id)::uuid is null or l.file_id = sqlc.narg(file_id))
    and case @state::text when 'SET_ASIDE' then l.aside is not null
        when 'SETTLED' then l.aside is null and coalesce(s.cents, 0) >= abs(l.amount_cents)
        when 'OPEN' then l.aside is null and coalesce(s.cents, 0) < abs(l.amount_cents)
        else true end
order by l.booked_on desc, l.row desc, l.id desc limit @most;

-- name: ListBankParts :many
select sqlc.embed(s), coalesce(i.number, '')::text as number, c.name as client_name,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name
from settlements s
join invoices i on i.operation_id = s.operation_id and i.id = s.invoice_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
left join users u on u.id = s.created_by
where s.operation_id = @operation_id and s.line_id = any(@lines::uuid[])
order by s.created_at, s.id;

-- name: ListStatementParts :many
select m.line_id, m.statement_id, m.kind, m.amount_cents, m.booked_on, m.withdrawn_at, s.number::text as number, p.name as producer_name
from statement_payments m
join statements s on s.operation_id = m.operation_id and s.id = m.statement_id
join participants p on p.id = s.producer_id
where m.operation_id = @operation_id and m.line_id = any(@lines::uuid[])
order by m.created_at, m.id;

-- name: MarkBankLine :batchexec
update bank_lines set reason = @reason, aside = @aside, aside_note = @aside_note, aside_by = @aside_by, aside_at = @aside_at, version = version + 1 where id = @id;

-- name: ListBankFiles :many
select sqlc.embed(f), count(l.id)::int as lines,
    (count(l.id) filter (where l.aside is null and coalesce(s.cents, 0) < abs(l.amount_cents)))::int as open,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name
from bank_files f
left join bank_lines l on l.operation_id = f.operation_id and l.file_id = f.id
left join (select t.line_id, sum(t.amount_cents) as cents from settled_lines t where t.operation_id = @operation_id group by t.line_id) s on s.line_id = l.id
left join users u on u.id = f.created_by
where f.operation_id = @operation_id
group by f.operation_id, f.id, u.id
order by f.created_at desc, f.id desc limit @most;

-- name: ListInvoiceNames :many
select i.id, i.billable_entity_id, i.number::text as number, i.issue_date, i.due_date, coalesce(i.snapshot->'Payment'->>'Reference', '')::text as reference,
    (i.payment_status <> 'SUCCEEDED' and (i.type = 'CREDIT_NOTE' or i.status = 'FINALIZED'))::boolean as open
from invoices i where i.operation_id = @operation_id and i.number is not null and i.type in ('INVOICE', 'CREDIT_NOTE') and i.issue_date is not null;

-- name: ListTransactionNames :many
select x.invoice_id, x.end_to_end_id, x.message_id, x.amount_cents, x.batch from (
    select h.operation_id, h.invoice_id, h.end_to_end_id, o.message_id, h.amount_cents, h.collection_id,
        dense_rank() over (partition by o.id order by h.collect_on, h.sequence, h.scheme)::int as batch
    from collected_invoices h join collections o on o.id = h.collection_id
    where o.status = 'EXPORTED' and o.id in (select m.collection_id from collected_invoices m where m.operation_id = @operation_id)
) x where x.operation_id = @operation_id;

-- name: ListPayers :many
select c.id, c.name, c.iban_hash from billable_entities c where c.operation_id = @operation_id;

-- name: ListPayingMandates :many
select bc.billable_entity_id, m.debtor_name, m.iban_sealed, m.reconciliation_id from mandates m
join billable_entity_consumers bc on bc.operation_id = m.operation_id and bc.consumer_id = m.participant_id
where m.operation_id = @operation_id;

-- name: ListPaidFrom :many
select distinct i.billable_entity_id, l.counterparty_hash from settlements s
join bank_lines l on l.id = s.line_id
join invoices i on i.operation_id = s.operation_id and i.id = s.invoice_id
where s.operation_id = @operation_id and s.line_id is not null and s.withdrawn_at is null and l.amount_cents > 0 and l.counterparty_hash is not null;

-- name: ListToldRefused :many
select l.end_to_end_id from bank_lines l
where l.operation_id = @operation_id and l.kind = 'REFUSED' and l.end_to_end_id = any(@names::text[])
    and exists (select from settled_lines s where s.line_id = l.id);

-- name: ListTransactionsElsewhere :many
select distinct h.end_to_end_id from collected_invoices h join collections o on o.id = h.collection_id
where h.operation_id <> @operation_id and o.status = 'EXPORTED' and h.end_to_end_id = any(@names::text[])
    and o.ics in (select c.ics from creditors c where c.operation_id = @operation_id);

-- name: GetBankMapping :one
select sqlc.embed(m), e.name as issuer_name from bank_file_mappings m join billing_entities e on e.operation_id = m.operation_id and e.id = m.billing_entity_id
where m.operation_id = @operation_id and m.fingerprint = @fingerprint;

-- name: ListToldMappings :many
select sqlc.embed(m), e.name as issuer_name from bank_file_mappings m join billing_entities e on e.operation_id = m.operation_id and e.id = m.billing_entity_id
where m.fingerprint = @fingerprint order by m.operation_id limit @most;

-- name: ListBankMappings :many
select sqlc.embed(m), e.name as issuer_name from bank_file_mappings m join billing_entities e on e.operation_id = m.operation_id and e.id = m.billing_entity_id
where m.operation_id = @operation_id order by e.name collate name_order, m.id;

-- name: SaveBankMapping :exec
insert into bank_file_mappings (operation_id, id, fingerprint, columns, billing_entity_id, day, amount, debit, credit, texts, counterparty, counterparty_iban, reference, decimal, dates)
values (@operation_id, @id, @fingerprint, @columns, @billing_entity_id, @day, @amount, @debit, @credit, @texts, @counterparty, @counterparty_iban, @reference, @decimal, @dates)
on conflict (operation_id, fingerprint) do update set billing_entity_id = excluded.billing_entity_id, day = excluded.day, amount = excluded.amount, debit = excluded.debit,
    credit = excluded.credit, texts = excluded.texts, counterparty = excluded.counterparty, counterparty_iban = excluded.counterparty_iban, reference = excluded.reference,
    decimal = excluded.decimal, dates = excluded.dates;

-- name: DeleteBankMapping :execrows
delete from bank_file_mappings where operation_id = @operation_id and id = @id;
