-- name: ListLiveAlerts :many
select * from alerts where operation_id = @operation_id and ended_at is null;

-- name: InsertAlerts :exec
-- The zero id and a month of the year 1 stand for none.
insert into alerts (id, operation_id, rule, participant_id, month, severity, figures, energy_mwh, amount_cents, action, opened_at, seen_at)
select unnest(@ids::uuid[]), @operation_id, @rule, nullif(unnest(@participant_ids::uuid[]), '00000000-0000-0000-0000-000000000000'),
    nullif(unnest(@months::date[]), '0001-01-01'::date), unnest(@severities::text[]), unnest(@figures::text[])::jsonb,
    nullif(unnest(@energies::bigint[]), -9223372036854775808), nullif(unnest(@amounts::bigint[]), -9223372036854775808),
    unnest(@actions::text[]), @at::timestamptz, @at::timestamptz
on conflict (operation_id, rule, participant_id, month) where ended_at is null do nothing;

-- name: SeeAlerts :exec
update alerts a set severity = n.severity, figures = n.figures::jsonb, energy_mwh = nullif(n.energy, -9223372036854775808),
    amount_cents = nullif(n.amount, -9223372036854775808), action = n.action, seen_at = greatest(a.seen_at, @at::timestamptz)
from (select unnest(@ids::uuid[]) as id, unnest(@severities::text[]) as severity, unnest(@figures::text[]) as figures,
    unnest(@energies::bigint[]) as energy, unnest(@amounts::bigint[]) as amount, unnest(@actions::text[]) as action) n
where a.id = n.id and a.ended_at is null;

-- name: EndAlerts :exec
update alerts set ended_at = greatest(@at::timestamptz, opened_at) where id = any(@ids::uuid[]) and ended_at is null;

-- name: ListAlerts :many
-- Live ones, or those that ended since an instant, the last first.
select a.*, coalesce(p.name, '') as site_name, m.until_day, m.reason, m.muted_by, m.muted_at,
    coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as muter, r.read_at
from alerts a left join participants p on p.id = a.participant_id
left join alert_mutes m on m.operation_id = a.operation_id and m.rule = a.rule and m.participant_id is not distinct from a.participant_id
    and m.month is not distinct from a.month
left join users u on u.id = m.muted_by
left join alert_reads r on r.alert_id = a.id and r.user_id = @reader_id
where a.operation_id = @operation_id and (a.ended_at is null) <> @ended::boolean and coalesce(a.ended_at, 'infinity') >= @since
order by a.ended_at desc nulls first, a.id limit @most;

-- name: GetAlert :one
select a.*, coalesce(p.name, '') as site_name, m.until_day, m.reason, m.muted_by, m.muted_at,
    coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, '')::text as muter, r.read_at
from alerts a left join participants p on p.id = a.participant_id
left join alert_mutes m on m.operation_id = a.operation_id and m.rule = a.rule and m.participant_id is not distinct from a.participant_id
    and m.month is not distinct from a.month
left join users u on u.id = m.muted_by
left join alert_reads r on r.alert_id = a.id and r.user_id = @reader_id
where a.operation_id = @operation_id and a.id = @id;

-- name: CountAlerts :many
select a.operation_id, count(*)::int as open, count(*) filter (where a.severity = 'URGENT')::int as urgent,
    count(*) filter (where r.alert_id is null)::int as unread
from alerts a left join alert_reads r on r.alert_id = a.id and r.user_id = @reader_id
where a.operation_id = any(@operation_ids::uuid[]) and a.ended_at is null and not exists (
    select from alert_mutes m where m.operation_id = a.operation_id and m.rule = a.rule and m.participant_id is not distinct from a.participant_id
        and m.month is not distinct from a.month and m.until_day >= @today)
group by a.operation_id order by a.operation_id;

-- name: DeleteMute :exec
delete from alert_mutes m using alerts a
where a.id = @id and m.operation_id = a.operation_id and m.rule = a.rule and m.participant_id is not distinct from a.participant_id
    and m.month is not distinct from a.month;

-- name: InsertMute :exec
insert into alert_mutes (operation_id, rule, participant_id, month, until_day, reason, muted_by, muted_at)
select a.operation_id, a.rule, a.participant_id, a.month, @until_day, @reason, @muted_by, @muted_at from alerts a where a.id = @id
on conflict (operation_id, rule, participant_id, month) do update
set until_day = excluded.until_day, reason = excluded.reason, muted_by = excluded.muted_by, muted_at = excluded.muted_at;

-- name: InsertReads :exec
insert into alert_reads (alert_id, user_id, read_at)
select a.id, @user_id, @read_at from alerts a where a.operation_id = @operation_id and a.id = any(@ids::uuid[])
on conflict on constraint alert_reads_pkey do nothing;

-- name: ListAlertRules :many
select * from alert_rules where operation_id = @operation_id;

-- name: SetAlertRule :exec
insert into alert_rules (operation_id, rule, threshold, off) values (@operation_id, @rule, @threshold, @off)
on conflict on constraint alert_rules_pkey do update set threshold = excluded.threshold, off = excluded.off;

-- name: IsAlertMailOff :one
select exists (select from alert_mail_refusals where operation_id = @operation_id and user_id = @user_id);

-- name: RefuseAlertMail :exec
insert into alert_mail_refusals (operation_id, user_id) values (@operation_id, @user_id) on conflict on constraint alert_mail_refusals_pkey do nothing;

-- name: AcceptAlertMail :exec
delete from alert_mail_refusals where operation_id = @operation_id and user_id = @user_id;

-- name: InsertWish :exec
insert into alert_wishes (operation_id) values (@operation_id);

-- name: DeleteWishes :exec
delete from alert_wishes where operation_id = @operation_id;

-- name: ListWantedLooks :many
select o.id from operations o left join alert_looks l on l.operation_id = o.id
where l.begun_at is null or l.begun_at < @since or exists (select from alert_wishes w where w.operation_id = o.id)
order by l.begun_at nulls first, o.id limit @most;

-- name: BeginLook :exec
insert into alert_looks (operation_id, begun_at) values (@operation_id, @at) on conflict (operation_id) do update set begun_at = excluded.begun_at;

-- name: SetLook :exec
update alert_looks set at = @at where operation_id = @operation_id;

-- name: GetLook :one
select at from alert_looks where operation_id = @operation_id and at is not null;

-- name: ListUntoldAlerts :many
select a.operation_id, m.user_id, array_agg(a.id order by a.opened_at, a.id)::uuid[] as alert_ids
from alerts a join operation_members m on m.operation_id = a.operation_id and m.role = 'organizer'
join users u on u.id = m.user_id and u.active and u.initialized
where a.ended_at is null
    and not exists (select from alert_digest_lines x where x.alert_id = a.id and x.user_id = m.user_id)
    and not exists (select from alert_digests d where d.operation_id = a.operation_id and d.user_id = m.user_id and d.day = @day)
    and not exists (select from alert_mail_refusals f where f.operation_id = a.operation_id and f.user_id = m.user_id)
    and not exists (select from alert_mutes q where q.operation_id = a.operation_id and q.rule = a.rule
        and q.participant_id is not distinct from a.participant_id and q.month is not distinct from a.month and q.until_day >= @day)
group by a.operation_id, m.user_id order by a.operation_id, m.user_id limit @most;

-- name: InsertDigest :execrows
insert into alert_digests (id, operation_id, user_id, day, queued_at) values (@id, @operation_id, @user_id, @day, @queued_at)
on conflict on constraint alert_digests_day_key do nothing;

-- name: InsertDigestLines :exec
insert into alert_digest_lines (alert_id, user_id, digest_id) select unnest(@alert_ids::uuid[]), @user_id, @digest_id
on conflict on constraint alert_digest_lines_pkey do nothing;

-- name: GetDigest :one
select * from alert_digests where id = @id and sent_at is null;

-- name: ListDigestAlerts :many
select a.*, coalesce(p.name, '') as site_name
from alert_digest_lines x join alerts a on a.id = x.alert_id left join participants p on p.id = a.participant_id
where x.digest_id = @digest_id and a.ended_at is null
    and not exists (select from alert_mutes q where q.operation_id = a.operation_id and q.rule = a.rule
        and q.participant_id is not distinct from a.participant_id and q.month is not distinct from a.month and q.until_day >= @day)
order by a.id;

-- name: SetDigestSent :exec
update alert_digests set sent_at = @sent_at where id = @id and sent_at is null;
