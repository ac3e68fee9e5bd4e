-- +goose Up
-- First answers from before it was kept what the policy had allowed for them would be given
-- again unasked for two days. They are dropped: who repeats such a call within that time does
-- it anew, which the rules of the objects themselves then refuse or not.
delete from idempotency_keys where asked = '[]';
