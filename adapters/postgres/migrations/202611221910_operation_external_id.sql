-- +goose Up
-- Files, folders and sheets are named by the external id, so a new one has a form
-- (core/operation.checkExternalID). A check of the table would be asked at every change of an
-- operation from before, whose external id stays what its operator calls it.
-- +goose StatementBegin
create function check_external_id() returns trigger language plpgsql as $$
begin
    if new.external_id !~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$' then
        raise exception 'external id % cannot name a file', quote_literal(new.external_id)
            using errcode = 'check_violation', constraint = 'operations_external_id_form';
    end if;
    return new;
end
$$;
-- +goose StatementEnd
create trigger operations_external_id_inserted before insert on operations
    for each row execute function check_external_id();
create trigger operations_external_id_changed before update of external_id on operations
    for each row when (old.external_id is distinct from new.external_id) execute function check_external_id();
