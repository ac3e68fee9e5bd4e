package httpapi

import (
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
)

func coefficientPath(s allocation.CoefficientSet) string {
	return apiBase + "/operations/" + string(s.OperationID) + "/energy-allocation/coefficients/" + string(s.ID)
}

func fromAPICoefficientSetCreation(b model.CoefficientSetCreation) (allocation.CreateCoefficientsInput, error) {
	in := allocation.CreateCoefficientsInput{Setting: coefficient.Default}
	if b.Mode != nil {
		in.Mode = allocation.CoefficientMode(*b.Mode)
	}
	if b.Rounding != nil {
		in.Setting.Rounding = coefficient.Rounding(*b.Rounding)
	}
	if b.Decimals != nil {
		in.Setting.Decimals = *b.Decimals
	}
	var err error
	in.Month, err = civil.ParseMonth(b.Month)
	return in, fieldFault(err, "month")
}

func toAPICoefficientMonths(months []allocation.CoefficientMonth) []model.CoefficientMonth {
	out := make([]model.CoefficientMonth, len(months))
	for i, m := range months {
		left, last := m.DaysLeft, m.Deadline
		out[i] = model.CoefficientMonth{Month: m.Month.String(), Needed: m.Needed, Late: m.Late}
		if m.Needed {
			out[i].Deadline, out[i].DaysLeft = optionalWireDate(&last), &left
		}
		if m.Current != nil {
			set := toAPICoefficientSet(*m.Current)
			out[i].Current = &set
		}
	}
	return out
}

func toAPICoefficientSet(s allocation.CoefficientSet) model.CoefficientSet {
	loss := int64(s.Loss)
	out := model.CoefficientSet{Id: string(s.ID), OperationId: string(s.OperationID), Month: s.Month.String(), Mode: model.CoefficientMode(s.Mode),
		Rounding: model.CoefficientRounding(s.Setting.Rounding), Decimals: s.Setting.Decimals, Status: model.CoefficientStatus(s.Status()),
		ConfigVersions: append([]int{}, s.ConfigVersions...), Sites: len(s.Files[0].Sites), Steps: s.Files[0].Steps(),
		CreatedAt: inParis(s.CreatedAt), CreatedBy: optionalText(s.Author), History: make([]model.CoefficientEvent, len(s.History))}
	if !s.Imported {
		out.LossMilliWh = &loss
	}
	for i, e := range s.History {
		out.History[i] = model.CoefficientEvent{Status: model.CoefficientStatus(e.Status), Date: wireDate(e.Day), At: inParis(e.At),
			By: optionalText(e.Author), Note: optionalText(e.Note)}
	}
	for _, f := range s.Files {
		out.Files = append(out.Files, model.CoefficientFile{Name: f.Name, ProducerId: optionalText(string(s.Names[f.Producer].ID)),
			Rows: f.Steps(), Columns: len(f.Sites), Sha256: f.SHA256, Url: coefficientPath(s) + "/files/" + f.Name})
	}
	if s.Previous != nil {
		out.Difference = toAPICoefficientDifference(s)
	}
	return out
}

// toAPICoefficientDifference sets the means of a month beside those of the month before.
func toAPICoefficientDifference(s allocation.CoefficientSet) *model.CoefficientDifference {
	out := &model.CoefficientDifference{Month: s.Previous.Month.String(), Sites: []model.SiteCoefficient{}}
	at := map[string]int{}
	put := func(set allocation.CoefficientSet, to func(*model.SiteCoefficient, float64)) {
		for _, f := range set.Files {
			for _, m := range f.Means() {
				i, ok := at[m.Site]
				if !ok {
					i = len(out.Sites)
					at[m.Site] = i
					name := s.Names[m.Site]
					out.Sites = append(out.Sites, model.SiteCoefficient{ParticipantId: string(name.ID), Name: strings.TrimSpace(name.Name)})
				}
				to(&out.Sites[i], float64(m.Mean)/10_000)
			}
		}
	}
	// Of full dynamique the first producer's file says it; means of several do not add up.
	put(firstFile(s), func(c *model.SiteCoefficient, v float64) { c.PercentageProduction = &v })
	put(firstFile(*s.Previous), func(c *model.SiteCoefficient, v float64) { c.PreviousPercentageProduction = &v })
	return out
}

func firstFile(s allocation.CoefficientSet) allocation.CoefficientSet {
	s.Files = s.Files[:1]
	return s
}

func toAPICoefficientImports(sets []allocation.CoefficientSet, dryRun bool) []model.CoefficientImport {
	out := make([]model.CoefficientImport, len(sets))
	for i, s := range sets {
		out[i] = model.CoefficientImport{Month: s.Month.String(), Mode: model.CoefficientMode(s.Mode), Sites: len(s.Files[0].Sites), Steps: s.Files[0].Steps()}
		if !dryRun {
			out[i].SetId = optionalText(string(s.ID))
		}
	}
	return out
}

func toAPICoefficientCheck(c allocation.CoefficientCheck, language string) model.CoefficientCheck {
	out := model.CoefficientCheck{Equal: c.Differences == 0 && len(c.Errors) == 0, Rows: c.Rows, Differences: c.Differences}
	if c.Energy != nil {
		gap := int64(*c.Energy)
		out.EnergyDifferenceMilliWh = &gap
	}
	if len(c.Errors) > 0 {
		items := problemItems(c.Errors, language)
		out.Errors = &items
	}
	return out
}
