-- name: UpsertPeriodReadings :execrows
-- An initial reading leaves a corrective one as it is; equal ones change nothing.
insert into period_readings as r (operation_id, dso_id, nature, side, date_from, date_to, energy, rounding, corrective, source, import_id, received_at)
select @operation_id, unnest(@dso_ids::text[]), unnest(@natures::smallint[]), unnest(@sides::smallint[]), unnest(@date_froms::date[]),
    unnest(@date_tos::date[]), unnest(@energies::bigint[]), unnest(@roundings::bigint[]), unnest(@correctives::boolean[]),
    unnest(@sources::text[]), sqlc.narg(import_id)::uuid, @received_at
on conflict on constraint period_readings_pkey do update
set energy = excluded.energy, rounding = excluded.rounding, corrective = excluded.corrective, source = excluded.source,
    import_id = excluded.import_id, received_at = excluded.received_at
where (excluded.corrective or not r.corrective)
    and (r.energy, r.rounding, r.corrective, r.source) is distinct from (excluded.energy, excluded.rounding, excluded.corrective, excluded.source);

-- name: ListPeriodReadings :many
select * from period_readings
where operation_id = @operation_id and date_from < @date_to and date_to > @date_from
order by date_from, dso_id, nature, side, date_to;
