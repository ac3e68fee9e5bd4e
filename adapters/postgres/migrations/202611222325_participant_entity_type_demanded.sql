-- +goose Up
-- Whoever adds a site says what it is. Perimeter files of the operators have no entity type:
-- of their sites, and of those stored before it was demanded, it is open until somebody says it.
alter table participants add column entity_type_open boolean not null default true;
update participants set entity_type_open = false where entity_type <> '';
alter table participants add constraint participants_entity_type_check check (entity_type <> '' or entity_type_open);
