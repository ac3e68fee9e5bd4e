-- +goose Up
-- Who may issue for a legal person: an operation asks for a series of its numbers, the
-- back-office says yes or no. Without a yes no invoice gets a number.
create table seller_claims (
    id           uuid        not null,
    number_owner text        not null, -- SIREN or enterprise number
    series       text        not null,
    operation_id uuid        not null references operations,
    status       text        not null check (status in ('REQUESTED', 'CONFIRMED', 'DENIED')),
    requested_by uuid        not null,
    requested_at timestamptz not null,
    decided_by   uuid,
    decided_at   timestamptz,
    remark       text        not null default '', -- why, or on which proof
    constraint seller_claims_pkey primary key (number_owner, series, operation_id),
    constraint seller_claims_id_key unique (id),
    constraint seller_claims_decided_check check ((decided_at is null) = (status = 'REQUESTED'))
);
create index seller_claims_operation on seller_claims (operation_id);

-- Who has issued goes on. Who has not yet is confirmed where nobody else uses the number.
insert into seller_claims (id, number_owner, series, operation_id, status, requested_by, requested_at, decided_at, remark)
select distinct on (number_owner, series, operation_id) gen_random_uuid(), number_owner, series, operation_id, 'CONFIRMED',
    '00000000-0000-0000-0000-000000000000'::uuid, now(), now(), 'issued before claims were kept'
from invoices where number is not null and number_owner <> billing_entity_id::text;
with issuers as (
    select distinct case when length(legal_number) = 14 then left(legal_number, 9) else legal_number end as owner, series_code, operation_id
    from billing_entities where legal_number <> '')
insert into seller_claims (id, number_owner, series, operation_id, status, requested_by, requested_at, decided_at, remark)
select gen_random_uuid(), i.owner, i.series_code, i.operation_id, case when alone then 'CONFIRMED' else 'REQUESTED' end,
    '00000000-0000-0000-0000-000000000000'::uuid, now(), case when alone then now() end, case when alone then 'nobody else used the number' else '' end
from issuers i cross join lateral (select not exists (select from issuers o where o.owner = i.owner and o.operation_id <> i.operation_id) as alone) a
on conflict do nothing;

-- +goose StatementBegin
create function keep_claimed_numbers() returns trigger language plpgsql as $$
begin
    if exists (select from (select distinct n.operation_id, n.billing_entity_id, n.number_owner, n.series
            from numbered n join unnumbered o on o.id = n.id where o.number is null and n.number is not null) w
        where w.number_owner <> w.billing_entity_id::text and not exists (select from seller_claims c
            where c.number_owner = w.number_owner and c.series = w.series and c.operation_id = w.operation_id and c.status = 'CONFIRMED')) then
        raise exception 'an operation numbers invoices of a legal person that it may not issue for' using errcode = 'restrict_violation', constraint = 'invoices_claimed';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger invoices_claimed after update on invoices
    referencing old table as unnumbered new table as numbered for each statement execute function keep_claimed_numbers();
