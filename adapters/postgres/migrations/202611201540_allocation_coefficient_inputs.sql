-- +goose Up
-- SHA-256 of what a set was made of, so that it can be told when that has changed: the
-- keys of its days, the curves, who takes part. null = not known, as the key of
-- coefficients from elsewhere.
alter table allocation_coefficient_sets
    add column input_key    bytea check (length(input_key) = 32),
    add column input_curves bytea check (length(input_curves) = 32),
    add column input_sites  bytea check (length(input_sites) = 32);

-- Where each set stands. The operator has a set that was sent and not refused last; such
-- a one makes room only for a later one that the operator has, any other for every
-- later one.
create view allocation_coefficient_standings as
select s.operation_id, s.id, s.month, s.sequence,
    exists (select from allocation_coefficient_events e
        where e.operation_id = s.operation_id and e.set_id = s.id and e.status = 'SENT')
    and coalesce((select e.status from allocation_coefficient_events e
        where e.operation_id = s.operation_id and e.set_id = s.id order by e.sequence desc limit 1), '') <> 'REFUSED' as sent
from allocation_coefficient_sets s;
