package demo

import (
	"context"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/preparation"
	"github.com/openpmo/pmo/core/allocation/coefficientset/submission"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// coefficientMonths is how many full months the demo has coefficients of.
const coefficientMonths = 3

// sendsCoefficients reports whether the operation shares by a key of its own, whose
// coefficients the operator is sent.
func (o demoOperation) sendsCoefficients() bool { return o.externalID == "ACC00000001" }

// seedKey has an operation share by weights: three parts for a business, one for a home.
func (d *seeding) seedKey(ctx context.Context, operationID id.ID, o demoOperation, sites demoSites) error {
	if !o.sendsCoefficients() {
		return nil
	}
	from := civil.MonthOf(d.today).Add(-coefficientMonths).First()
	in := key.CreateInput{OperationID: operationID, Type: allocation.ByWeight, EffectiveDate: &from,
		Reason: "Vote de l’assemblée : trois parts par local professionnel, une par foyer"}
	for _, c := range sites.consumers {
		parts := 3 * allocation.One
		if c.EntityType == party.PartIndiv {
			parts = allocation.One
		}
		in.Params = append(in.Params, allocation.Param{ConsumerID: c.ID, Value: parts})
	}
	_, err := d.Services.Allocation.Key.Create(ctx, d.organizer, in)
	return err
}

// seedCoefficients makes those of the last full months. The operator has applied them,
// but for the last ones, which are left to the visitor to send.
func (d *seeding) seedCoefficients(ctx context.Context, operationID id.ID, o demoOperation) error {
	if !o.sendsCoefficients() {
		return nil
	}
	last := civil.MonthOf(d.today).Add(-1)
	for m := last.Add(1 - coefficientMonths); m <= last; m++ {
		set, err := d.Services.Allocation.Preparation.Create(ctx, d.organizer,
			preparation.CreateInput{OperationID: operationID, Month: m, Setting: coefficient.Default})
		if err != nil {
			return err
		}
		if m == last {
			break
		}
		for i, status := range []coefficientset.CoefficientStatus{coefficientset.CoefficientsSent, coefficientset.CoefficientsAcknowledged, coefficientset.CoefficientsApplied} {
			day := m.Next().First().AddDays(1 + 3*i)
			step := submission.StepInput{OperationID: operationID, SetID: set.ID, Status: status, Day: &day}
			if status == coefficientset.CoefficientsSent {
				step.Note = "Déposés sur le portail du gestionnaire"
			}
			if _, err := d.Services.Allocation.Submission.RecordStep(ctx, d.organizer, step); err != nil {
				return err
			}
		}
	}
	return nil
}
