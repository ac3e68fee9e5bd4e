-- +goose Up
-- Whether an operation has a site that emits is asked with every question about its curves;
-- most have none, and then all their sites were read. 11 is cogeneration (docs/specification.md).
create index participants_emitting on participants (operation_id)
    where (energy_type = 'producer' or is_prosumer) and production_type_id = 11;
