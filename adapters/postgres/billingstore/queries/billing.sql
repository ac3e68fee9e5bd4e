-- name: ListBillingSites :many
select id, name, dso_id, energy_type, is_prosumer, user_id, identity, address, post_code, city, billed_until,
    coalesce(lower(activation), '0001-01-01')::date as entry_date,
    coalesce(upper(activation), case when activation is null then '0001-01-01'::date else '9999-12-31'::date end)::date as exit_date
from participants where operation_id = @operation_id order by name collate name_order, id;

-- name: ListProducingSites :many
select id, name, dso_id, energy_type, is_prosumer, user_id, identity, address, post_code, city, billed_until,
    coalesce(lower(activation), '0001-01-01')::date as entry_date,
    coalesce(upper(activation), case when activation is null then '0001-01-01'::date else '9999-12-31'::date end)::date as exit_date
from participants where operation_id = @operation_id and (energy_type = 'producer' or is_prosumer);

-- name: ListBilledAs :many
select p.id as site_id, i.id as issuer_id, coalesce(i.name, '') as issuer_name, c.id as client_id, coalesce(c.name, '') as client_name,
    coalesce(c.name, i.name, '') as name, coalesce(c.street, i.street, '') as street, coalesce(c.post_code, i.post_code, '') as post_code,
    coalesce(c.city, i.city, '') as city, coalesce(c.email, i.email, '') as email, coalesce(c.phone, i.phone, '') as phone,
    coalesce(c.legal_number, i.legal_number, '') as legal_number
from participants p
left join billing_entity_producers ip on ip.operation_id = p.operation_id and ip.producer_id = p.id
left join billing_entities i on i.operation_id = ip.operation_id and i.id = ip.billing_entity_id
left join billable_entity_consumers cc on cc.operation_id = p.operation_id and cc.consumer_id = p.id
left join billable_entities c on c.operation_id = cc.operation_id and c.id = cc.billable_entity_id
where p.operation_id = @operation_id and p.id = any(@sites::uuid[]) and (i.id is not null or c.id is not null);

-- name: ListRoster :many
select e.id as client_id, e.name as client_name, e.legal_number as client_legal_number, e.street as client_street, e.post_code as client_post_code,
    p.id as site_id, coalesce(p.name, '') as site_name, coalesce(p.dso_id, '') as dso_id, coalesce(p.energy_type, '') as energy_type,
    coalesce(p.is_prosumer, false) as is_prosumer, p.user_id, coalesce(p.identity, '') as identity, p.billed_until, coalesce(lower(p.activation), '0001-01-01')::date as entry_date,
    coalesce(upper(p.activation), case when p.activation is null then '0001-01-01'::date else '9999-12-31'::date end)::date as exit_date,
    s.id as subscription_id, s.producer_id, s.plan_id, s.start_date, s.end_date, coalesce(s.billed, '{}')::datemultirange as billed
from billable_entities e
left join billable_entity_consumers c on c.operation_id = e.operation_id and c.billable_entity_id = e.id
left join participants p on p.operation_id = c.operation_id and p.id = c.consumer_id
left join subscriptions s on s.operation_id = p.operation_id and s.consumer_id = p.id
where e.operation_id = @operation_id
order by e.id, p.id;

-- name: ListRosterOf :many
select e.id as client_id, e.name as client_name, e.legal_number as client_legal_number, e.street as client_street, e.post_code as client_post_code,
    p.id as site_id, coalesce(p.name, '') as site_name, coalesce(p.dso_id, '') as dso_id, coalesce(p.energy_type, '') as energy_type,
    coalesce(p.is_prosumer, false) as is_prosumer, p.user_id, coalesce(p.identity, '') as identity, p.billed_until, coalesce(lower(p.activation), '0001-01-01')::date as entry_date,
    coalesce(upper(p.activation), case when p.activation is null then '0001-01-01'::date else '9999-12-31'::date end)::date as exit_date,
    s.id as subscription_id, s.producer_id, s.plan_id, s.start_date, s.end_date, coalesce(s.billed, '{}')::datemultirange as billed
from billable_entities e
left join billable_entity_consumers c on c.operation_id = e.operation_id and c.billable_entity_id = e.id
left join participants p on p.operation_id = c.operation_id and p.id = c.consumer_id
left join subscriptions s on s.operation_id = p.operation_id and s.consumer_id = p.id
where e.operation_id = @operation_id and e.id = any(@clients::uuid[])
order by e.id, p.id;

-- name: ListBillingEntities :many
select sqlc.embed(e), coalesce(c.status, '') as claim_status, exists (select from seller_claims o
    where o.number_owner = s.owner and o.operation_id <> e.operation_id and o.status = 'CONFIRMED') as held_elsewhere,
    coalesce(n.year, 0)::int as number_year, coalesce(n.next, 0)::int as next_number
from billing_entities e
cross join lateral (select case when length(e.legal_number) = 14 then left(e.legal_number, 9) else e.legal_number end::text as owner) s
left join seller_claims c on c.number_owner = s.owner and c.series = e.series_code and c.operation_id = e.operation_id
left join lateral (select x.year, x.next from numberings x where x.number_owner = case when s.owner = '' then e.id::text else s.owner end and x.series = e.series_code
    order by x.year desc limit 1) n on true
where e.operation_id = @operation_id order by e.name collate name_order, e.id;

-- name: ListSellerClaims :many
select * from seller_claims where number_owner = @number_owner order by requested_at, id;

-- name: GetSellerClaim :one
select * from seller_claims where id = @id for update;

-- name: InsertSellerClaim :exec
insert into seller_claims (id, number_owner, series, operation_id, status, requested_by, requested_at, decided_by, decided_at, remark)
values (@id, @number_owner, @series, @operation_id, @status, @requested_by, @requested_at, @decided_by, @decided_at, @remark);

-- name: DecideSellerClaim :exec
update seller_claims set status = @status, decided_by = @decided_by, decided_at = @decided_at, remark = @remark, version = version + 1 where id = @id;

-- name: DropIdleSellerClaims :exec
-- Claims of an operation that none of its issuers makes any more and that never gave a number.
delete from seller_claims c where c.operation_id = @operation_id
    and not exists (select from billing_entities e where e.operation_id = c.operation_id and e.series_code = c.series
        and case when length(e.legal_number) = 14 then left(e.legal_number, 9) else e.legal_number end = c.number_owner)
    and not exists (select from invoices i where i.operation_id = c.operation_id and i.number_owner = c.number_owner and i.series = c.series);

-- name: ListBillingEntityProducers :many
select * from billing_entity_producers where operation_id = @operation_id order by billing_entity_id, producer_id;

-- name: InsertBillingEntity :exec
insert into billing_entities (operation_id, id, owned_by_operation, name, street, post_code, city, country, email, phone, legal_number, tax_id,
    vat_regime, exemption_text, iban_sealed, iban_hash, bic, series_code, street2, contact, e_address_scheme, e_address, legal_form, share_capital, registration, franchise_form, vat_on_debits, mandate_signed, mandate_reference,
    version, created_at)
values (@operation_id, @id, @owned_by_operation, @name, @street, @post_code, @city, @country, @email, @phone, @legal_number, @tax_id,
    @vat_regime, @exemption_text, @iban_sealed, @iban_hash, @bic, @series_code, @street2, @contact, @e_address_scheme, @e_address, @legal_form, @share_capital, @registration, @franchise_form, @vat_on_debits, @mandate_signed, @mandate_reference,
    @version, @created_at);

-- name: UpdateBillingEntity :execrows
update billing_entities set name = @name, street = @street, post_code = @post_code, city = @city, country = @country, email = @email,
    phone = @phone, legal_number = @legal_number, tax_id = @tax_id, vat_regime = @vat_regime, exemption_text = @exemption_text,
    iban_sealed = @iban_sealed, iban_hash = @iban_hash, bic = @bic, series_code = @series_code, logo_id = @logo_id, street2 = @street2, contact = @contact, e_address_scheme = @e_address_scheme, e_address = @e_address, legal_form = @legal_form, share_capital = @share_capital, registration = @registration, franchise_form = @franchise_form, vat_on_debits = @vat_on_debits, mandate_signed = @mandate_signed, mandate_reference = @mandate_reference,
    version = @version::int
where operation_id = @operation_id and id = @id and version + 1 = @version::int;

-- name: DeleteBillingEntityProducers :exec
delete from billing_entity_producers where operation_id = @operation_id and billing_entity_id = @billing_entity_id;

-- name: InsertBillingEntityProducers :exec
insert into billing_entity_producers (operation_id, producer_id, billing_entity_id)
select @operation_id::uuid, unnest(@producer_ids::uuid[]), @billing_entity_id::uuid;

-- name: BillingEntityNumbered :one
select exists (select from invoices where operation_id = @operation_id and billing_entity_id = @billing_entity_id and number is not null);

-- name: ListBillableEntities :many
select * from billable_entities where operation_id = @operation_id order by name collate name_order, id;

-- name: ListBillableEntityConsumers :many
select * from billable_entity_consumers where operation_id = @operation_id order by billable_entity_id, consumer_id;

-- name: ListBillableEntitiesByID :many
select * from billable_entities where operation_id = @operation_id and id = any(@ids::uuid[]) order by name collate name_order, id;

-- name: ListBillableEntityConsumersByID :many
select * from billable_entity_consumers where operation_id = @operation_id and billable_entity_id = any(@ids::uuid[])
order by billable_entity_id, consumer_id;

-- name: InsertBillableEntity :exec
insert into billable_entities (operation_id, id, name, street, post_code, city, country, email, phone, legal_number, tax_id, vat_regime,
    consumer_type, language, iban_sealed, iban_hash, bic, reference, tags, street2, contact, e_address_scheme, e_address, public_body, service_code, commitment, commitment_required, contract, channel,
    version, created_at)
values (@operation_id, @id, @name, @street, @post_code, @city, @country, @email, @phone, @legal_number, @tax_id, @vat_regime,
    @consumer_type, @language, @iban_sealed, @iban_hash, @bic, @reference, @tags, @street2, @contact, @e_address_scheme, @e_address, @public_body, @service_code, @commitment, @commitment_required, @contract, @channel,
    @version, @created_at);

-- name: UpdateBillableEntity :execrows
update billable_entities set name = @name, street = @street, post_code = @post_code, city = @city, country = @country, email = @email,
    phone = @phone, legal_number = @legal_number, tax_id = @tax_id, vat_regime = @vat_regime, consumer_type = @consumer_type,
    language = @language, iban_sealed = @iban_sealed, iban_hash = @iban_hash, bic = @bic, reference = @reference, tags = @tags,
    street2 = @street2, contact = @contact, e_address_scheme = @e_address_scheme, e_address = @e_address, public_body = @public_body, service_code = @service_code, commitment = @commitment, commitment_required = @commitment_required, contract = @contract, channel = @channel,
    version = @version::int
where operation_id = @operation_id and id = @id and version + 1 = @version::int;

-- name: DeleteBillableEntityConsumers :exec
delete from billable_entity_consumers where operation_id = @operation_id and billable_entity_id = @billable_entity_id;

-- name: InsertBillableEntityConsumers :exec
insert into billable_entity_consumers (operation_id, consumer_id, billable_entity_id)
select @operation_id::uuid, unnest(@consumer_ids::uuid[]), @billable_entity_id::uuid;

-- name: ListPlans :many
select p.*,
    (select count(*) from subscriptions s where s.operation_id = p.operation_id and s.plan_id = p.id)::int as subscriptions_number,
    (exists (select from subscriptions s join billed_spans b on b.operation_id = s.operation_id and b.subscription_id = s.id and b.firm
        join invoices i on i.id = b.invoice_id and invoice_final(i.type, i.number)
        where s.operation_id = p.operation_id and s.plan_id = p.id)
    or exists (select from subscriptions s join statements t on t.subscription_id = s.id and t.number is not null
        where s.operation_id = p.operation_id and s.plan_id = p.id))::boolean as invoiced
from plans p where p.operation_id = @operation_id order by p.name collate name_order, p.id;

-- name: ListPlanPrices :many
select * from plans where operation_id = @operation_id;

-- name: ListPlanCharges :many
select * from plan_charges where operation_id = @operation_id order by plan_id, position;

-- name: InsertPlan :exec
insert into plans (operation_id, id, name, description, period, payment_method, term_days, version, created_at)
values (@operation_id, @id, @name, @description, @period, @payment_method, @term_days, @version, @created_at);

-- name: UpdatePlan :execrows
update plans set name = @name, description = @description, period = @period, payment_method = @payment_method, term_days = @term_days,
    version = @version::int
where operation_id = @operation_id and id = @id and version + 1 = @version::int;

-- name: DeletePlanCharges :exec
delete from plan_charges where operation_id = @operation_id and plan_id = @plan_id;

-- name: InsertPlanCharge :exec
insert into plan_charges (operation_id, plan_id, position, code, name, type, usage, pricing_option, price_micro_euro, vat_rate, vat_treatment)
values (@operation_id, @plan_id, @position, @code, @name, @type, @usage, @pricing_option, @price_micro_euro, @vat_rate, @vat_treatment);

-- name: ListPeakHours :many
select participant_id, peak_start, off_peak_start from price_configs
where operation_id = @operation_id and peak_start is not null and off_peak_start is not null;

-- name: ListPriceRanges :many
select * from price_ranges order by country, start_date;

-- name: InsertPriceRange :exec
insert into price_ranges (id, country, start_date, low_micro_euro, high_micro_euro, version, created_at)
values (@id, @country, @start_date, @low_micro_euro, @high_micro_euro, @version, @created_at);

-- name: UpdatePriceRange :execrows
update price_ranges set country = @country, start_date = @start_date, low_micro_euro = @low_micro_euro, high_micro_euro = @high_micro_euro, version = @version::int
where id = @id and version + 1 = @version::int;

-- name: ListSubscriptions :many
-- The last invoiced day is looked for by the subscription's own days: "is true" keeps the planner from those of the
-- whole operation, which it would otherwise read once a subscription.
select s.operation_id, s.id, s.consumer_id, s.producer_id, s.plan_id, s.start_date, s.end_date, s.billed, s.created_at, p.name as plan_name,
    coalesce(c.name, '') as consumer_name, coalesce(g.name, '') as producer_name, coalesce(b.invoiced_until, t.stated_until)::date as invoiced_until
from subscriptions s
join plans p on p.operation_id = s.operation_id and p.id = s.plan_id
left join participants c on c.id = s.consumer_id
left join participants g on g.id = s.producer_id
left join lateral (select b.to_date as invoiced_until from billed_spans b join invoices i on i.id = b.invoice_id and invoice_final(i.type, i.number)
    where (b.operation_id = s.operation_id) is true and b.subscription_id = s.id and b.firm order by b.to_date desc limit 1) b on true
left join lateral (select max(t.period_to)::date as stated_until from statements t where t.subscription_id = s.id and t.status = 'PUBLISHED') t on true
where s.operation_id = @operation_id
order by c.name collate name_order, s.consumer_id, s.start_date, s.id;

-- name: CloseSubscription :exec
update subscriptions set end_before_closed = end_date, end_date = @end_date, closed_by = @closed_by
where operation_id = @operation_id and id = @id;

-- name: EndSubscription :execrows
update subscriptions set end_date = @end_date, end_before_closed = null, closed_by = null where operation_id = @operation_id and id = @id;

-- name: DeleteUnnumberedOfSubscriptions :exec
delete from invoices i where i.operation_id = @operation_id and i.number is null and exists (
    select from billed_spans b where b.operation_id = i.operation_id and b.invoice_id = i.id and b.subscription_id = any(@ids::uuid[]));

-- name: DeleteDraftStatementsOf :exec
delete from statements where operation_id = @operation_id and status = 'DRAFT' and subscription_id = any(@ids::uuid[]);

-- name: DeleteSubscriptions :exec
delete from subscriptions where operation_id = @operation_id and id = any(@ids::uuid[]);

-- name: ReopenSubscriptions :exec
update subscriptions set end_date = end_before_closed, end_before_closed = null, closed_by = null
where operation_id = @operation_id and closed_by = any(@ids::uuid[]);

-- name: LastIssueOfSeries :one
select max(last_issue)::date as last_issue from numberings where number_owner = @number_owner and series = @series;

-- name: TakeNumbers :one
insert into numberings as n (number_owner, series, year, next, last_issue)
values (@number_owner, @series, @year, 1 + @quantity::int, @last_issue)
on conflict (number_owner, series, year) do update set next = n.next + @quantity::int, last_issue = excluded.last_issue
returning next;

-- name: BeginNumbering :execrows
-- Once, and before any number of the series is taken.
insert into numberings (number_owner, series, year, next)
select @number_owner, @series, @year, @first where not exists (select from numberings where number_owner = @number_owner and series = @series);

-- name: ListLegalTexts :many
select distinct on (key) key, text from legal_texts
where country = @country and language = @language and valid_from <= @day order by key, valid_from desc;
