-- +goose Up
-- The lines of Sibelga's monthly files, kept for billing: what each register of an
-- access point counted in a period, which lies within its month. A new upload of a month
-- takes the place of all its lines.
create table register_volumes (
    operation_id uuid   not null references operations,
    month        date   not null check (extract(day from month) = 1),
    dso_id       text   not null,
    date_from    date   not null,
    register     text   not null check (register in ('HI', 'LOW', 'TH')),
    meter        text   not null,
    date_to      date   not null, -- excluded
    shared       bigint not null check (shared >= 0), -- mWh, as the other three
    complement   bigint not null check (complement >= 0),
    given        bigint not null check (given >= 0),
    surplus      bigint not null check (surplus >= 0),
    import_id    uuid   not null,
    constraint register_volumes_pkey primary key (operation_id, month, dso_id, date_from, register, meter),
    constraint register_volumes_in_month check (date_from >= month and date_to > date_from and date_to <= month + interval '1 month')
);

-- What the operator asks for the network of an access point in a period, over its
-- registers, without VAT, in micro-euro.
create table network_costs (
    operation_id   uuid   not null references operations,
    month          date   not null check (extract(day from month) = 1),
    dso_id         text   not null,
    date_from      date   not null,
    date_to        date   not null, -- excluded
    use            bigint not null,
    surcharges     bigint not null,
    capacity       bigint not null,
    metering       bigint not null,
    public_service bigint not null,
    transport      bigint not null,
    road_fee       bigint not null,
    total          bigint not null,
    import_id      uuid   not null,
    constraint network_costs_pkey primary key (operation_id, month, dso_id, date_from),
    constraint network_costs_in_month check (date_from >= month and date_to > date_from and date_to <= month + interval '1 month')
);
