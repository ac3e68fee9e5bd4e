-- +goose Up
-- A month belongs to a series that is there. The check had been given up for the speed of an
-- import; reading got so much faster since that there is room for it (docs/adr/0009).
alter table series_months add constraint series_months_series
    foreign key (operation_id, series_id) references series;
