-- +goose Up
-- Whether a site has left an operation, by a day: Participant.HasLeft of core/participant, and
-- the only place of it in SQL. One without an entry date has not.
create function site_has_left(activation daterange, today date) returns boolean language sql immutable parallel safe as $$
    select coalesce(upper(activation) <= today, false)
$$;
