-- +goose Up
-- Producers are few among many consumers, and every question about curves asks whether
-- one of them burns something.
create index participants_producers on participants (operation_id) where energy_type = 'producer';
