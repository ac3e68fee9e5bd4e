package postgres

import (
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/openpmo/pmo/core/civil"
)

// ToDate and civilDate turn days; civil.Forever is infinity.
func ToDate(d civil.Date) pgtype.Date {
	if d >= civil.Forever {
		return pgtype.Date{InfinityModifier: pgtype.Infinity, Valid: true}
	}
	return pgtype.Date{Time: civil.Zone{}.Start(d), Valid: true}
}

func FromDate(d pgtype.Date) civil.Date {
	if d.InfinityModifier == pgtype.Infinity {
		return civil.Forever
	}
	return civil.NewDate(d.Time.Date())
}

// ToEnd is an end (excluded) that may be null: an open one is null.
func ToEnd(d civil.Date) pgtype.Date {
	if d >= civil.Forever {
		return pgtype.Date{}
	}
	return ToDate(d)
}

func FromEnd(d pgtype.Date) civil.Date {
	if !d.Valid {
		return civil.Forever
	}
	return FromDate(d)
}

// FromOptionalDate is a day that may be null.
func FromOptionalDate(d pgtype.Date) *civil.Date {
	if !d.Valid {
		return nil
	}
	day := FromDate(d)
	return &day
}

// ToOptionalDate is a day, or null.
func ToOptionalDate(d *civil.Date) pgtype.Date {
	if d == nil {
		return pgtype.Date{}
	}
	return ToDate(*d)
}

func FromRange(from, to pgtype.Date) civil.Range {
	return civil.Range{From: FromDate(from), To: FromDate(to)}
}

// A month is stored as its first day.
func ToMonth(m civil.Month) pgtype.Date { return ToDate(m.First()) }

func FromMonth(d pgtype.Date) civil.Month { return civil.MonthOf(FromDate(d)) }

func ToMonths(months []civil.Month) []pgtype.Date {
	out := make([]pgtype.Date, len(months))
	for i, m := range months {
		out[i] = ToMonth(m)
	}
	return out
}

// A range of days is half-open on both sides; an end that never comes is unbounded
// in the database and civil.Forever in the core.
func ToDays(r civil.Range) pgtype.Range[pgtype.Date] {
	days := pgtype.Range[pgtype.Date]{Lower: ToDate(r.From), LowerType: pgtype.Inclusive,
		UpperType: pgtype.Unbounded, Valid: true}
	if !r.IsOpen() {
		days.Upper, days.UpperType = ToDate(r.To), pgtype.Exclusive
	}
	return days
}

func FromDays(r pgtype.Range[pgtype.Date]) civil.Range {
	days := civil.Range{From: civil.Min, To: civil.Forever}
	if r.LowerType == pgtype.Inclusive {
		days.From = FromDate(r.Lower)
	}
	if r.UpperType == pgtype.Exclusive {
		days.To = FromDate(r.Upper)
	}
	return days
}
