-- +goose Up
-- Where an operation and its sites are, in degrees (WGS 84); both numbers or neither.
alter table operations
    add column latitude  double precision check (latitude between -90 and 90),
    add column longitude double precision check (longitude between -180 and 180),
    add constraint operations_position_whole check ((latitude is null) = (longitude is null));
alter table participants
    add column latitude  double precision check (latitude between -90 and 90),
    add column longitude double precision check (longitude between -180 and 180),
    add constraint participants_position_whole check ((latitude is null) = (longitude is null));
