-- +goose Up
-- Which version of the arithmetic made the pairs of a month (core/allocation/share.Version),
-- in the row of all consumers together. Months that are there were made by the first. The
-- server makes again those that are not invoiced (metering.RenewAll), but for the months
-- in which both versions give the same: no surplus or shared energy of a producer was sent,
-- and no key or coefficients share producer by producer.
alter table operation_pairs add column algorithm smallint not null default 1;
create index operation_pairs_algorithm on operation_pairs (operation_id, algorithm)
    where consumer_id = '00000000-0000-0000-0000-000000000000';
update operation_pairs p set algorithm = 2 where p.consumer_id = '00000000-0000-0000-0000-000000000000' and p.apart = 0
    and not exists (select from series_months m join series s on s.operation_id = m.operation_id and s.id = m.series_id
        where m.operation_id = p.operation_id and m.month = p.month and not m.derived and s.side = 2 and s.origin = 1 and s.nature in (3, 4))
    and not exists (select from allocation_configs c where c.operation_id = p.operation_id and c.type in ('by_ungrouped_priority', 'simple_dynamic'))
    and not exists (select from allocation_coefficient_sets c where c.operation_id = p.operation_id and c.mode = 'FULL');
-- 9 what a consumer received, of whom the key lets it have energy, and what producers gave
-- contradict each other.
alter table operation_findings drop constraint operation_findings_kind_check,
    add constraint operation_findings_kind_check check (kind between 1 and 10);
