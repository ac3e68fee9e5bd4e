-- +goose Up
-- Network costs of the operator's file that are passed on to clients (ADR 100).
alter table plan_charges
    drop constraint plan_charges_type_check,
    drop constraint plan_charges_usage_check,
    drop constraint plan_charges_price_micro_euro_check,
    add column vat_treatment text not null default '' check (vat_treatment in ('', 'OWN_RATE', 'GROSS')),
    add constraint plan_charges_type_check check (type in ('FIXED', 'PER_UNIT', 'PASS_THROUGH')),
    add constraint plan_charges_usage_check check ((type = 'PER_UNIT') = (usage <> '')),
    add constraint plan_charges_price_check check (price_micro_euro >= 0 and (type = 'PASS_THROUGH') = (price_micro_euro = 0)),
    add constraint plan_charges_treatment_check check ((type = 'PASS_THROUGH') = (vat_treatment <> '') and (vat_treatment <> 'GROSS' or vat_rate is not null));

-- What the price of a cost that is passed on with VAT in it is made of.
alter table invoice_lines
    drop constraint invoice_lines_unit_check,
    add column within_cost_micro_euro bigint,
    add column within_vat_rate integer check (within_vat_rate between 0 and 10000),
    add constraint invoice_lines_unit_check check (unit in ('KWH', 'MONTH', 'ONE')),
    add constraint invoice_lines_within_check check ((within_cost_micro_euro is null) = (within_vat_rate is null) and (within_cost_micro_euro is null or unit = 'ONE'));

-- A file without a total of costs says none; until now that was kept as nothing.
alter table network_costs alter column total drop not null;
alter table network_costs_superseded alter column total drop not null;
update network_costs set total = null where total = 0;
update network_costs_superseded set total = null where total = 0;
