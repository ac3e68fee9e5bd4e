package rule

import (
	"cmp"

	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
)

// creatingSites are those whose entry was asked for long ago, by the day they were made here, and
// is not confirmed.
func creatingSites(all []participant.Participant, zone civil.Zone, today civil.Date, threshold int) (out []alert.Fact) {
	for _, p := range all {
		if folder.Of(p.DsoStatus, p.DsoAction, p.Activation).StatusOn(today) != folder.Creating {
			continue
		}
		asked := zone.DateOf(p.CreatedAt)
		if days := int(today - asked); days >= threshold {
			out = append(out, alert.Fact{Subject: alert.Subject{SiteID: p.ID}, Severity: severe(days, threshold), Action: alert.RecordAnswer,
				Figures: alert.Figures{Days: days, Day: &asked}})
		}
	}
	return out
}

// stepOf is a step of a month; ok is false where it has none.
func stepOf(s month.Status, kind month.StepKind) (month.Step, bool) {
	for _, step := range s.Steps {
		if step.Kind == kind {
			return step, true
		}
	}
	return month.Step{}, false
}

// dueCoefficients are the months whose coefficients the operator waits for, near their deadline or
// past it. What the operator went on without is no alert any more.
func dueCoefficients(months []month.Status, threshold int) (out []alert.Fact) {
	for _, s := range months {
		step, ok := stepOf(s, month.StepCoefficients)
		if !ok || step.Deadline == nil || step.DaysLeft > threshold {
			continue
		}
		switch step.State {
		case month.StepDone, month.StepNothing, month.StepMissed:
			continue
		}
		f := alert.Fact{Subject: alert.Subject{Month: &s.Month}, Severity: alert.Warning, Action: alert.MakeCoefficients,
			Figures: alert.Figures{Days: step.DaysLeft, Day: step.Deadline}}
		switch {
		case step.Coefficients != nil:
			f.Action = alert.SendCoefficients
		case step.Reason == month.DataMissing:
			f.Action = alert.ImportCurves
		}
		if step.DaysLeft < 0 {
			f.Severity = alert.Urgent
		}
		out = append(out, f)
	}
	return out
}

// unbilledMonths are those that ended some days ago, whose data are complete, and for which an
// organizer has drafts to make or to publish. The amount is that of the drafts, else of the month
// before; it is not known where there is neither.
func unbilledMonths(months []month.Status, today civil.Date, threshold int) (out []alert.Fact) {
	for _, s := range months {
		days := int(today - s.Month.Next().First())
		data, _ := stepOf(s, month.StepData)
		drafts, _ := stepOf(s, month.StepDrafts)
		published, _ := stepOf(s, month.StepPublished)
		if days < threshold || data.State != month.StepDone {
			continue
		}
		f := alert.Fact{Subject: alert.Subject{Month: &s.Month}, Severity: severe(days, threshold),
			Figures: alert.Figures{Days: days, Number: cmp.Or(drafts.Due, drafts.Drafts)}}
		switch {
		case drafts.State == month.StepToDo && drafts.Action == month.MakeDrafts:
			f.Action = alert.MakeDrafts
		case published.State == month.StepToDo:
			f.Action = alert.PublishDrafts
		default:
			continue
		}
		if drafts.Drafts > 0 {
			f.Amount = &drafts.Drafted
		} else {
			f.Amount = drafts.Previous
		}
		out = append(out, f)
	}
	return out
}

// monthToAnswer is how long data protection law leaves to answer a request, in days.
const monthToAnswer = 30

// waitingSites are those that asked something some days ago and wait; half of the time that the law
// leaves is a reason to hurry.
func waitingSites(sites []consent.Waiting, zone civil.Zone, today civil.Date, threshold int) (out []alert.Fact) {
	for _, w := range sites {
		since := zone.DateOf(w.Since)
		days := int(today - since)
		if days < threshold {
			continue
		}
		f := alert.Fact{Subject: alert.Subject{SiteID: w.SiteID}, Severity: alert.Warning, Action: alert.AnswerRequest,
			Figures: alert.Figures{Days: days, Day: &since, Number: w.Number}}
		if days >= monthToAnswer/2 {
			f.Severity = alert.Urgent
		}
		out = append(out, f)
	}
	return out
}

// openCorrections are the months with invoices that were found to differ some days ago and wait for a
// decision: how many, what the differences come to, whichever way they go. Where drafts of other
// sellers wait with them, it is urgent.
func openCorrections(waiting []correction.Correction, zone civil.Zone, today civil.Date, threshold int) (out []alert.Fact) {
	at := map[civil.Month]int{}
	for _, c := range waiting {
		since, m := zone.DateOf(c.FoundAt), civil.MonthOf(c.Days.Last())
		if int(today-since) < threshold {
			continue
		}
		n, known := at[m]
		if !known {
			n = len(out)
			at[m] = n
			out = append(out, alert.Fact{Subject: alert.Subject{Month: &m}, Severity: alert.Warning, Action: alert.DecideCorrections,
				Figures: alert.Figures{Day: &since}, Energy: new(energy.MilliWh), Amount: new(money.Cents)})
		}
		f := &out[n]
		f.Figures.Number++
		*f.Energy += max(c.After.Energy-c.Before.Energy, c.Before.Energy-c.After.Energy)
		*f.Amount += max(c.AmountNow-c.Amount, c.Amount-c.AmountNow)
		if since < *f.Figures.Day {
			f.Figures.Day = &since
		}
		f.Figures.Days = int(today - *f.Figures.Day)
		if c.HeldDrafts > 0 {
			f.Severity = alert.Urgent
		}
	}
	return out
}
