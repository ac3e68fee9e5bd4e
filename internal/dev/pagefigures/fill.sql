-- Makes the largest operation of the demo as long as five years make it: 2 000 drafts, 2 000 published
-- invoices, 200 imports, 60 bill runs. Copies of what the demo has, without lines and documents of their own.

with large as (select id from operations where external_id = 'ACC00000002'),
	known as (select i.* from invoices i join large on i.operation_id = large.id and i.number is not null order by i.id limit 200)
insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, producer_id,
	period_from, period_to, payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, created_at)
select operation_id, gen_random_uuid(), type, 'DRAFT', payment_status, billing_entity_id, billable_entity_id, producer_id,
	period_from, period_to, payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash, now()
from known, generate_series(1, 10);

with large as (select id from operations where external_id = 'ACC00000002'),
	known as materialized (select i.* from invoices i join large on i.operation_id = large.id and i.number is not null)
insert into invoices (operation_id, id, type, status, payment_status, billing_entity_id, billable_entity_id, producer_id,
	period_from, period_to, payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash,
	number_owner, series, year, sequence, number, issue_date, due_date, snapshot, created_at, published_at)
select operation_id, gen_random_uuid(), type, status, payment_status, billing_entity_id, billable_entity_id, producer_id,
	(period_from - make_interval(months => turn))::date, (period_to - make_interval(months => turn))::date,
	payment_method, term_days, energy_milli_wh, net_cents, vat_cents, amount_cents, source_hash,
	number_owner, series, year, sequence + 10000 * turn, number || '-' || turn,
	(issue_date - make_interval(months => turn))::date, (due_date - make_interval(months => turn))::date, snapshot,
	created_at - make_interval(months => turn), published_at - make_interval(months => turn)
from known, generate_series(1, 60) turn
order by turn, id limit greatest(0, 2000 - (select count(*) from known));

with large as (select id from operations where external_id = 'ACC00000002'),
	known as (select i.*, row_number() over (order by i.id) as place from curve_imports i join operations o on o.id = i.operation_id where o.external_id = 'BE00000001'),
	copies as materialized (
		select gen_random_uuid() as id, large.id as operation_id, known.id as source, make_interval(days => turn) as before, known.kind, known.outcome,
			known.dry_run, known.definitive, known.result
		from large, generate_series(1, 200) turn join known on known.place = 1 + turn % (select count(*) from known)),
	jobs as (
		insert into jobs (id, operation_id, kind, asked_by, agent, parts, status, attempts, done, total, created_at, alive_at, finished_at)
		select c.id, c.operation_id, j.kind, j.asked_by, j.agent, j.parts, j.status, j.attempts, j.done, j.total,
			j.created_at - before, j.alive_at - before, j.finished_at - before
		from copies c join jobs j on j.id = c.source),
	imports as (
		insert into curve_imports (id, operation_id, kind, outcome, dry_run, definitive, result)
		select id, operation_id, 'import', outcome, dry_run, definitive, result from copies)
insert into curve_import_files (import_id, position, name, size, sha256, format)
select c.id, f.position, f.name, f.size, f.sha256, f.format from copies c join curve_import_files f on f.import_id = c.source;

with large as (select id from operations where external_id = 'ACC00000002'),
	copies as materialized (
		select gen_random_uuid() as id, large.id as operation_id, make_interval(months => turn) as before from large, generate_series(1, 60) turn),
	known as (select j.*, r.bill_up_to, r.mode from bill_runs r join jobs j on j.id = r.id order by r.id limit 1),
	jobs as (
		insert into jobs (id, operation_id, kind, asked_by, agent, parts, status, attempts, done, total, created_at, alive_at, finished_at)
		select c.id, c.operation_id, kind, asked_by, agent, parts, 'SUCCESS', attempts, done, total,
			created_at - before, alive_at - before, coalesce(finished_at, alive_at) - before
		from copies c, known)
insert into bill_runs (operation_id, id, bill_up_to, mode)
select c.operation_id, c.id, (bill_up_to - before)::date, mode from copies c, known;

analyze;

-- Bill runs have a page of their own where they are switched on.
update operations set jdb_toggle = true where external_id = 'ACC00000002';
