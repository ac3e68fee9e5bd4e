-- +goose Up
-- A number that changes with who takes part in an operation and what they are called, so
-- that an answer with names is known to be the same without reading a thousand of them.
-- It is kept here, and not by those who write participants: none of them may forget it.
alter table operations add column sites_stamp bigint not null default 0;

-- +goose StatementBegin
create function stamp_sites() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' then
        update operations set sites_stamp = sites_stamp + 1 where id in (
            select n.operation_id from new_sites n join old_sites o on o.operation_id = n.operation_id and o.id = n.id
            where (o.name, o.dso_id, o.energy_type, o.is_prosumer, o.activation) is distinct from
                (n.name, n.dso_id, n.energy_type, n.is_prosumer, n.activation));
    elsif tg_op = 'INSERT' then
        update operations set sites_stamp = sites_stamp + 1 where id in (select operation_id from new_sites);
    else
        update operations set sites_stamp = sites_stamp + 1 where id in (select operation_id from old_sites);
    end if;
    return null;
end
$$;
-- +goose StatementEnd

create trigger participants_added after insert on participants
    referencing new table as new_sites for each statement execute function stamp_sites();
create trigger participants_changed after update on participants
    referencing new table as new_sites old table as old_sites for each statement execute function stamp_sites();
create trigger participants_removed after delete on participants
    referencing old table as old_sites for each statement execute function stamp_sites();
