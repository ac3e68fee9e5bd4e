package backofficestore

// adminOperations are all operations with the sites that have not left and the
// accounts that run and observe them. Today is a civil day of each operator's own zone.
const adminOperations = `
select o.id, o.version, o.name, o.external_id as "externalId", o.dso, o.type, o.billing_engine as "billingEngine",
    o.jdb_toggle as "jdbToggle", o.functionalities, s.consumers as "consumersNumber", s.producers as "producersNumber",
    o.latitude, o.longitude, o.created_at as "createdAt",
    array(select m.user_id from operation_members m where m.operation_id = o.id and m.role = 'organizer' order by m.user_id) as "organizerIds",
    array(select m.user_id from operation_members m where m.operation_id = o.id and m.role = 'observer' order by m.user_id) as "observerIds"
from operations o join unnest(@operators::text[], @todays::date[]) as t (dso, day) on t.dso = o.dso
    cross join lateral (
    select count(*) filter (where p.energy_type = 'consumer' or p.is_prosumer) as consumers,
        count(*) filter (where p.energy_type = 'producer' or p.is_prosumer) as producers
    from participants p
    where p.operation_id = o.id
        and not site_has_left(p.activation, t.day)) s`

// adminParticipants are the sites of all operations. Their folder status is made of
// what the operator says and the day (folder.Folder.StatusOn).
const adminParticipants = `
select p.id, p.operation_id as "operationId", o.name as "operationName", p.name, p.dso_id as "dsoId", o.dso,
    p.energy_type as "energyType", p.dso_status as "dsoStatus", p.dso_action as "dsoAction", lower(p.activation) as entry,
    case when not upper_inf(p.activation) then upper(p.activation) - 1 end as exit
from participants p join operations o on o.id = p.operation_id`
