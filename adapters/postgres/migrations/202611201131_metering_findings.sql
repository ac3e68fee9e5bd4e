-- +goose Up
-- Days on which the operator's curves of a site do not fit together, or are more than
-- the site can have; rewritten with the sums of their month. kind: 1 received above
-- consumed, 2 given above produced, 3 surplus above produced, 4 produced is not given
-- and surplus, 5 consumed is not received and complement, 6 received is not given (of
-- the operation: no number), 10 above the contract power.
create table operation_findings (
    operation_id uuid     not null,
    month        date     not null,
    dso_id       text     not null,
    side         smallint not null,
    kind         smallint not null check (kind between 1 and 6 or kind = 10),
    day          date     not null,
    steps        integer  not null check (steps > 0),
    energy       bigint   not null, -- mWh
    constraint operation_findings_pkey primary key (operation_id, month, dso_id, side, kind, day)
);
