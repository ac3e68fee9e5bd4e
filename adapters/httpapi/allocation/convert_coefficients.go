package allocation

import (
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/allocation/coefficientset/preparation"
	"github.com/openpmo/pmo/core/civil"
)

func coefficientPath(s coefficientset.CoefficientSet) string {
	return contract.Base + "/operations/" + string(s.OperationID) + "/energy-allocation/coefficients/" + string(s.ID)
}

func fromAPICoefficientSetCreation(b model.CoefficientSetCreation) (preparation.CreateInput, error) {
	in := preparation.CreateInput{Setting: coefficient.Default}
	if b.Mode != nil {
		in.Mode = coefficientset.CoefficientMode(*b.Mode)
	}
	if b.Rounding != nil {
		in.Setting.Rounding = coefficient.Rounding(*b.Rounding)
	}
	if b.Decimals != nil {
		in.Setting.Decimals = *b.Decimals
	}
	var err error
	in.Month, err = civil.ParseMonth(b.Month)
	return in, wire.FieldFault(err, "month")
}

func toAPICoefficientMonths(months []calendar.Month) []model.CoefficientMonth {
	out := make([]model.CoefficientMonth, len(months))
	for i, m := range months {
		left, last := m.DaysLeft, m.Deadline
		out[i] = model.CoefficientMonth{Month: m.Month.String(), Needed: m.Needed, Late: m.Late}
		if m.Needed {
			out[i].Deadline, out[i].DaysLeft = wire.OptionalDate(&last), &left
		}
		out[i].Current, out[i].Sent = optionalCoefficientSet(m.Current), optionalCoefficientSet(m.Sent)
	}
	return out
}

func toAPICoefficientsDue(due []calendar.Due) []model.CoefficientsDue {
	out := make([]model.CoefficientsDue, len(due))
	for i, m := range due {
		out[i] = model.CoefficientsDue{OperationId: string(m.OperationID), Month: m.Month.String(), Deadline: wire.Date(m.Deadline),
			DaysLeft: m.DaysLeft, Late: m.Late, Prepared: m.Prepared}
	}
	return out
}

func optionalCoefficientSet(s *coefficientset.CoefficientSet) *model.CoefficientSet {
	if s == nil {
		return nil
	}
	out := toAPICoefficientSet(*s)
	return &out
}

func toAPICoefficientSet(s coefficientset.CoefficientSet) model.CoefficientSet {
	loss := int64(s.Loss)
	out := model.CoefficientSet{Id: string(s.ID), OperationId: string(s.OperationID), Month: s.Month.String(), Mode: model.CoefficientMode(s.Mode),
		Rounding: model.CoefficientRounding(s.Setting.Rounding), Decimals: s.Setting.Decimals, Status: model.CoefficientStatus(s.Status()),
		ConfigVersions: append([]int{}, s.ConfigVersions...), Sites: len(s.Files[0].Sites), Steps: s.Files[0].Steps(),
		CreatedAt: wire.InParis(s.CreatedAt), CreatedBy: wire.OptionalText(s.Author), History: make([]model.CoefficientEvent, len(s.History))}
	if !s.Imported {
		out.LossMilliWh = &loss
	}
	out.NextSteps, out.HeldByOperator = []model.CoefficientStatus{}, s.Held()
	for _, next := range s.NextSteps() {
		out.NextSteps = append(out.NextSteps, model.CoefficientStatus(next))
	}
	for i, e := range s.History {
		out.History[i] = model.CoefficientEvent{Status: model.CoefficientStatus(e.Status), Date: wire.Date(e.Day), At: wire.InParis(e.At),
			By: wire.OptionalText(e.Author), Note: wire.OptionalText(e.Note)}
	}
	for _, f := range s.Files {
		out.Files = append(out.Files, model.CoefficientFile{Name: f.Name, ProducerId: wire.OptionalText(string(s.Names[f.Producer].ID)),
			Rows: f.Steps(), Columns: len(f.Sites), Sha256: f.SHA256, Url: coefficientPath(s) + "/files/" + f.Name})
	}
	if len(s.Outdated) > 0 {
		inputs := make([]model.CoefficientInput, len(s.Outdated))
		for i, input := range s.Outdated {
			inputs[i] = model.CoefficientInput(input)
		}
		out.Outdated = &inputs
	}
	out.Difference = toAPICoefficientDifference(s)
	return out
}

// toAPICoefficientDifference sets the means of a month beside those of the month
// before; nil where they do not compare.
func toAPICoefficientDifference(s coefficientset.CoefficientSet) *model.CoefficientDifference {
	rows, ok := s.Differences()
	if !ok {
		return nil
	}
	out := &model.CoefficientDifference{Month: s.Previous.Month.String(), Sites: make([]model.SiteCoefficient, len(rows))}
	for i, row := range rows {
		site, producer := s.Names[row.Site], s.Names[row.Producer]
		out.Sites[i] = model.SiteCoefficient{ParticipantId: string(site.ID), Name: strings.TrimSpace(site.Name),
			ProducerId: wire.OptionalText(string(producer.ID)), ProducerName: wire.OptionalText(strings.TrimSpace(producer.Name)),
			PercentageProduction: meanPercentage(row.Mean), PreviousPercentageProduction: meanPercentage(row.Before)}
	}
	return out
}

// meanPercentage is a mean coefficient as people read it; nil where there is none.
func meanPercentage(mean *int64) *float64 {
	if mean == nil {
		return nil
	}
	v := float64(*mean) / 10_000
	return &v
}

func toAPICoefficientImports(sets []coefficientset.CoefficientSet, dryRun bool) []model.CoefficientImport {
	out := make([]model.CoefficientImport, len(sets))
	for i, s := range sets {
		out[i] = model.CoefficientImport{Month: s.Month.String(), Mode: model.CoefficientMode(s.Mode), Sites: len(s.Files[0].Sites), Steps: s.Files[0].Steps()}
		if !dryRun {
			out[i].SetId = wire.OptionalText(string(s.ID))
		}
	}
	return out
}

func toAPICoefficientCheck(c preparation.Check, language string) model.CoefficientCheck {
	out := model.CoefficientCheck{Equal: c.Differences == 0 && len(c.Errors) == 0, Rows: c.Rows, Differences: c.Differences}
	if c.Energy != nil {
		gap := int64(*c.Energy)
		out.EnergyDifferenceMilliWh = &gap
	}
	if len(c.Errors) > 0 {
		items := problem.Items(c.Errors, language)
		out.Errors = &items
	}
	return out
}
