-- +goose Up
-- Changes with every change of what a kWh emits, so that a question about curves reads one name instead of all
-- factors. Drawn, not counted: one that a transaction gave up names nothing, and never comes again.
create table emission_stamp (
    one_row boolean primary key default true check (one_row),
    stamp   uuid    not null
);
insert into emission_stamp (stamp) values (gen_random_uuid());

-- +goose StatementBegin
create function stamp_emissions() returns trigger language plpgsql as $$
begin
    update emission_stamp set stamp = gen_random_uuid();
    return null;
end $$;
-- +goose StatementEnd

create trigger stamp_emissions after insert or update or delete or truncate on emission_factors
    for each statement execute function stamp_emissions();
