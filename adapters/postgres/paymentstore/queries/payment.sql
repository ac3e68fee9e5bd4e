-- name: ListIssuersByID :many
select id, operation_id, name from billing_entities where id = any(@ids::uuid[]);

-- name: ListIssuersOfProducers :many
select distinct e.id, e.operation_id, e.name from billing_entity_producers p
join billing_entities e on e.operation_id = p.operation_id and e.id = p.billing_entity_id
where p.operation_id = @operation_id and p.producer_id = any(@producers::uuid[]);

-- name: ListDebtors :many
select id, dso_id, name, (energy_type = 'consumer' or is_prosumer)::bool as consumes from participants where operation_id = @operation_id order by name collate name_order, id;

-- name: GetCreditor :one
select * from creditors where id = @id;

-- name: ListCreditors :many
select * from creditors where billing_entity_id = any(@entities::uuid[]) order by name collate name_order, id;

-- name: InsertCreditor :exec
insert into creditors (operation_id, id, billing_entity_id, name, ics, iban_sealed, bic, reconciliation_id, message, lead_days, version, created_at)
values (@operation_id, @id, @billing_entity_id, @name, @ics, @iban_sealed, @bic, @reconciliation_id, @message, @lead_days, @version, @created_at);

-- name: ListCreditorsOfICS :many
select * from creditors where ics = @ics order by id;

-- name: UpdateCreditor :execrows
update creditors set name = @name, ics = @ics, iban_sealed = @iban_sealed, bic = @bic, reconciliation_id = @reconciliation_id, message = @message,
    lead_days = @lead_days, version = @version::int
where operation_id = @operation_id and id = @id and version + 1 = @version::int;

-- name: GetMandate :one
select sqlc.embed(m), c.name as creditor_name from mandates m join creditors c on c.operation_id = m.operation_id and c.id = m.creditor_id where m.id = @id;

-- name: ListMandates :many
select sqlc.embed(m), c.name as creditor_name from mandates m join creditors c on c.operation_id = m.operation_id and c.id = m.creditor_id
where m.operation_id = @operation_id and m.creditor_id = @creditor_id order by m.debtor_name collate name_order, m.id;

-- name: ListMandatesByRUM :many
select sqlc.embed(m), c.name as creditor_name from mandates m join creditors c on c.operation_id = m.operation_id and c.id = m.creditor_id
where m.ics = @ics and upper(m.rum) = any(@rums::text[]);

-- name: InsertMandate :exec
insert into mandates (operation_id, id, creditor_id, ics, rum, participant_id, debtor_name, iban_sealed, bic, scheme, signed_on, last_collected_on, revoked_on,
    reconciliation_id, version, created_at)
values (@operation_id, @id, @creditor_id, @ics, @rum, @participant_id, @debtor_name, @iban_sealed, @bic, @scheme, @signed_on, @last_collected_on, @revoked_on,
    @reconciliation_id, @version, @created_at);

-- name: UpdateMandate :execrows
update mandates set debtor_name = @debtor_name, iban_sealed = @iban_sealed, bic = @bic, last_collected_on = @last_collected_on, revoked_on = @revoked_on,
    reconciliation_id = @reconciliation_id, version = @version::int
where operation_id = @operation_id and id = @id and version + 1 = @version::int;

-- name: InsertMandateAmendment :exec
insert into mandate_amendments (operation_id, mandate_id, version, iban_sealed, bic, until)
values (@operation_id, @mandate_id, @version, @iban_sealed, @bic, @until);

-- name: ListMandateAmendments :many
select iban_sealed, bic, until from mandate_amendments where operation_id = @operation_id and mandate_id = @mandate_id order by version desc;

-- name: ListCollectable :many
select distinct bc.billable_entity_id from mandates m
join creditors c on c.operation_id = m.operation_id and c.ics = m.ics
join billable_entity_consumers bc on bc.operation_id = m.operation_id and bc.consumer_id = m.participant_id
where m.operation_id = @operation_id and c.billing_entity_id = @issuer_id
    and (m.revoked_on is null or m.revoked_on > @today)
    and greatest(m.signed_on, m.last_collected_on) + interval '36 months' > @today;

-- name: ListHoldingMandates :many
select sqlc.embed(m), bc.billable_entity_id from mandates m
join creditors c on c.operation_id = m.operation_id and c.ics = m.ics
join billable_entity_consumers bc on bc.operation_id = m.operation_id and bc.consumer_id = m.participant_id
where m.operation_id = @operation_id and c.billing_entity_id = @issuer_id
    and (m.revoked_on is null or m.revoked_on > @today)
    and greatest(m.signed_on, m.last_collected_on) + interval '36 months' > @today
order by m.id;
