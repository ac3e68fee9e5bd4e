-- name: ListDebts :many
-- With ids, those whatever their due date.
select i.operation_id, i.id, i.number::text as number, i.type, i.status, i.payment_status, i.payment_method, i.billing_entity_id, i.billable_entity_id, e.name as issuer_name, c.name as client_name,
    i.credits_id, i.period_from, i.period_to, i.issue_date::date as issue_date, i.due_date::date as due_date, i.amount_cents, settled_cents(i.id) as paid_cents, h.collect_on,
    coalesce(i.snapshot->'Payment'->>'Holder', '')::text as holder, coalesce(i.snapshot->'Payment'->>'IBAN', '')::text as iban, coalesce(i.snapshot->'Payment'->>'Reference', '')::text as reference,
    coalesce(l.level, 0)::int as level, l.made_on as sent_on, coalesce(p.id::text, '')::text as pause_id, coalesce(p.reason, '')::text as pause_reason, p.until as pause_until
from invoices i
join billing_entities e on e.operation_id = i.operation_id and e.id = i.billing_entity_id
join billable_entities c on c.operation_id = i.operation_id and c.id = i.billable_entity_id
left join collected_invoices h on h.invoice_id = i.id and h.held
left join lateral (select x.level, r.made_on from reminded_invoices x join reminders r on r.operation_id = x.operation_id and r.id = x.reminder_id
    where x.operation_id = i.operation_id and x.invoice_id = i.id order by x.level desc limit 1) l on true
left join lateral (select x.id, x.reason, x.until from reminder_pauses x where x.operation_id = i.operation_id and x.ended_at is null and (x.until is null or x.until >= @today::date)
    and (x.invoice_id = i.id or x.billable_entity_id = i.billable_entity_id) order by x.until desc nulls first, x.created_at limit 1) p on true
where i.operation_id = @operation_id and i.type = 'INVOICE' and i.status = 'FINALIZED' and i.payment_status <> 'SUCCEEDED'
    and (i.id = any(@ids::uuid[]) or cardinality(@ids::uuid[]) = 0 and i.due_date < @today::date)
order by i.due_date, i.number, i.id limit @most;

-- name: ListReminderClients :many
select id, name, email, language from billable_entities where operation_id = @operation_id and id = any(@ids::uuid[]);

-- name: InsertReminder :exec
insert into reminders (operation_id, id, billable_entity_id, level, status, address, language, open_cents, created_by, made_on, created_at, at)
values (@operation_id, @id, @billable_entity_id, @level, @status, @address, @language, @open_cents, @created_by, @made_on, @created_at, @at);

-- name: InsertRemindedInvoices :exec
insert into reminded_invoices (operation_id, reminder_id, invoice_id, level, open_cents, due_on)
select @operation_id, @reminder_id, unnest(@invoice_ids::uuid[]), @level, unnest(@amounts::bigint[]), unnest(@due::date[]);

-- name: ListReminders :many
select sqlc.embed(r), c.name as client_name, coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name
from reminders r join billable_entities c on c.operation_id = r.operation_id and c.id = r.billable_entity_id left join users u on u.id = r.created_by
where r.operation_id = @operation_id and (sqlc.narg('id')::uuid is null or r.id = sqlc.narg('id')::uuid) order by r.created_at desc, r.id desc limit @most;

-- name: GetReminderOperation :one
select operation_id from reminders where id = @id;

-- name: ListReminded :many
select x.reminder_id, x.invoice_id, i.number::text as number, x.open_cents, x.due_on
from reminded_invoices x join invoices i on i.operation_id = x.operation_id and i.id = x.invoice_id
where x.operation_id = @operation_id and x.reminder_id = any(@ids::uuid[]) order by x.due_on, i.number;

-- name: CloseReminder :exec
update reminders set status = @status, subject = @subject, body = @body, at = @at where operation_id = @operation_id and id = @id and status = 'QUEUED';

-- name: GetReminderSettings :one
select * from reminder_settings where operation_id = @operation_id;

-- name: ListReminderTexts :many
select level, language, subject, body from reminder_texts where operation_id = @operation_id order by level, language;

-- name: UpsertReminderSettings :execrows
insert into reminder_settings (operation_id, enabled, first_days, second_days, third_days, version) values (@operation_id, @enabled, @first_days, @second_days, @third_days, @version)
on conflict (operation_id) do update set enabled = excluded.enabled, first_days = excluded.first_days, second_days = excluded.second_days, third_days = excluded.third_days, version = excluded.version
where reminder_settings.version = excluded.version - 1;

-- name: DeleteReminderTexts :exec
delete from reminder_texts where operation_id = @operation_id;

-- name: InsertReminderText :exec
insert into reminder_texts (operation_id, level, language, subject, body) values (@operation_id, @level, @language, @subject, @body);

-- name: ListRemindingOperations :many
select operation_id from reminder_settings where enabled order by operation_id;

-- name: ListReminderPauses :many
select sqlc.embed(p), coalesce(c.name, d.name, '')::text as client_name, coalesce(i.number, '')::text as number,
    coalesce(nullif(trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, '')), ''), u.email, '')::text as created_by_name,
    coalesce(nullif(trim(coalesce(w.firstname, '') || ' ' || coalesce(w.lastname, '')), ''), w.email, '')::text as ended_by_name
from reminder_pauses p
left join invoices i on i.operation_id = p.operation_id and i.id = p.invoice_id
left join billable_entities c on c.operation_id = p.operation_id and c.id = p.billable_entity_id
left join billable_entities d on d.operation_id = i.operation_id and d.id = i.billable_entity_id
left join users u on u.id = p.created_by left join users w on w.id = p.ended_by
where p.operation_id = @operation_id order by p.ended_at is null desc, p.created_at desc, p.id desc limit @most;

-- name: InsertReminderPause :exec
insert into reminder_pauses (operation_id, id, billable_entity_id, invoice_id, reason, until, created_by, created_at)
values (@operation_id, @id, sqlc.narg('billable_entity_id'), sqlc.narg('invoice_id'), @reason, @until, @created_by, @created_at);

-- name: EndReminderPause :exec
update reminder_pauses set ended_by = @by::uuid, ended_at = @at::timestamptz where operation_id = @operation_id and id = @id and ended_at is null;
