-- name: ListPriceConfigs :many
select * from price_configs where participant_id = any(@participant_ids::uuid[]);

-- name: InsertPriceConfig :execrows
insert into price_configs (participant_id, operation_id, consumer_type, contract_type, base, peak, off_peak, summer_peak, summer_off_peak,
    winter_peak, winter_off_peak, peak_start, off_peak_start, on_trv, version, updated_at)
values (@participant_id, @operation_id, @consumer_type, @contract_type, @base, @peak, @off_peak, @summer_peak, @summer_off_peak,
    @winter_peak, @winter_off_peak, @peak_start, @off_peak_start, @on_trv, @version, @updated_at)
on conflict (participant_id) do nothing;

-- name: UpdatePriceConfig :execrows
update price_configs set consumer_type = @consumer_type, contract_type = @contract_type, base = @base, peak = @peak, off_peak = @off_peak,
    summer_peak = @summer_peak, summer_off_peak = @summer_off_peak, winter_peak = @winter_peak, winter_off_peak = @winter_off_peak,
    peak_start = @peak_start, off_peak_start = @off_peak_start, on_trv = @on_trv, version = @version, updated_at = @updated_at
where participant_id = @participant_id and version = @seen;

-- name: ListTRVPrices :many
select * from trv_prices order by consumer_type, start_date, contract_type, from_kva limit @most;

-- name: InsertTRVPrice :exec
insert into trv_prices (id, consumer_type, contract_type, start_date, from_kva, base, peak, off_peak, source, version, created_at)
values (@id, @consumer_type, @contract_type, @start_date, @from_kva, @base, @peak, @off_peak, @source, @version, @created_at);

-- name: UpdateTRVPrice :execrows
update trv_prices set consumer_type = @consumer_type, contract_type = @contract_type, start_date = @start_date, from_kva = @from_kva,
    base = @base, peak = @peak, off_peak = @off_peak, source = @source, version = @version
where id = @id and version = @seen;
