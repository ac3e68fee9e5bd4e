package participant

import (
	"math"

	"github.com/oapi-codegen/nullable"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/participant"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	core "github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
)

// wattsPerKilowatt turns the contract's kW into the core's W.
const wattsPerKilowatt = 1000

func toAPIParticipant(v site.View) model.Participant {
	out := model.Participant{
		Id: string(v.ID), OperationId: string(v.OperationID), Name: v.Name, EnergyType: model.EnergyType(v.EnergyType),
		ExternalId: wire.OptionalText(v.ExternalID), DsoId: v.DsoID, Padt: wire.OptionalText(v.PADT),
		Segment: optionalEnum[model.Segment](v.Segment), EntityType: optionalEnum[model.EntityType](v.EntityType),
		Address: wire.OptionalText(v.Address), PostCode: wire.OptionalText(v.PostCode), City: wire.OptionalText(v.City),
		DepartmentCode: wire.OptionalText(v.DepartmentCode), InseeCode: wire.OptionalText(v.INSEECode), Tags: wire.OptionalTexts(v.Tags),
		Identity: wire.OptionalText(v.Identity), Email: wire.OptionalText(v.Email), Phone: wire.OptionalText(v.Phone), IsProsumer: v.IsProsumer,
		EntryDateKnown: v.EntryDateKnown, BilledUntil: wire.OptionalDate(v.BilledUntil),
		ActivationRange: model.ActivationRange{Entry: wire.OptionalDate(v.Entry()), Exit: wire.OptionalDate(v.Exit())},
		OpenRequest:     optionalEnum[model.DsoRequest](v.Request), MayLeave: v.Leaves,
		Status: model.FolderStatus(v.Status), DsoStatus: wire.OptionalText(v.DsoStatus), DsoAction: wire.OptionalText(v.DsoAction),
		DsoDetails: model.DsoDetails{Name: v.Name, Address: wire.OptionalText(v.Address), PostCode: wire.OptionalText(v.PostCode),
			City: wire.OptionalText(v.City), FolderStatus: model.FolderStatus(v.Status), AccountStatus: model.AccountStatus(v.Account)},
		BillingDetail: toAPIBillingDetail(v), EnedisDetail: toAPIEnedisDetail(v),
		BillingEntity: toAPIEntity(v.Billed.BillingEntity), BillableEntity: toAPIEntity(v.Billed.BillableEntity),
		UserId: wire.OptionalText(string(v.UserID)), TouchedInvoices: toAPITouched(v.Touched), Invitation: toAPIInvitation(v.Invited),
	}
	out.Latitude, out.Longitude = wire.ToAPIPosition(v.Position)
	if v.EnergyType == core.Consumer || v.IsProsumer {
		out.ConsumerType = optionalEnum[model.ConsumerType](v.ConsumerType())
	}
	if v.ProductionType != 0 {
		production := model.ProductionTypeId(v.ProductionType)
		out.ProductionTypeId = &production
	}
	if v.ContractPower != nil {
		kW := float64(*v.ContractPower) / wattsPerKilowatt
		out.ContractPower = &kW
	}
	if v.User != nil {
		out.User = &model.ParticipantUser{Id: string(v.User.ID), Email: wire.OptionalText(v.User.Email), Initialized: v.User.Initialized,
			ActivationError: wire.OptionalText(v.User.ActivationError)}
		out.Username = wire.OptionalText(v.User.Username)
	}
	return out
}

// toAPITouched is nil where a change touches no invoice.
func toAPITouched(t core.Touched) *model.TouchedInvoices {
	if t.Count == 0 {
		return nil
	}
	out := model.TouchedInvoices{Count: t.Count, Months: make([]string, len(t.Months)), Invoices: make([]model.TouchedInvoice, len(t.Invoices))}
	for i, m := range t.Months {
		out.Months[i] = m.String()
	}
	for i, one := range t.Invoices {
		out.Invoices[i] = model.TouchedInvoice{Id: string(one.ID), Number: one.Number, ClientName: one.ClientName,
			PeriodStart: wire.Date(one.Days.From), PeriodEnd: wire.Date(one.Days.Last())}
	}
	return &out
}

// toAPIEnedisDetail is a site as French operators hold it; nil where it has no PRM.
func toAPIEnedisDetail(v site.View) *model.EnedisDetail {
	if v.Number != dso.KindPRM {
		return nil
	}
	return &model.EnedisDetail{Name: v.Name, Prm: v.DsoID, Padt: wire.OptionalText(v.PADT), EntityType: optionalEnum[model.EntityType](v.EntityType),
		Address: wire.OptionalText(v.Address), PostCode: wire.OptionalText(v.PostCode), City: wire.OptionalText(v.City),
		ActivationRange: &model.ActivationRange{Entry: wire.OptionalDate(v.Entry()), Exit: wire.OptionalDate(v.Exit())}, UpdatedAt: wire.InParis(v.UpdatedAt)}
}

func toAPIEntity(e *core.Entity) *model.ParticipantEntity {
	if e == nil {
		return nil
	}
	return &model.ParticipantEntity{Id: string(e.ID), Name: e.Name}
}

// toAPIBillingDetail is who stands on the invoices of a site, with the day of its last change
// where that is the site itself.
func toAPIBillingDetail(v site.View) *model.BillingDetail {
	d, own := v.OnInvoices()
	out := model.BillingDetail{Name: wire.OptionalText(d.Name), Address: wire.OptionalText(d.Address), PostCode: wire.OptionalText(d.PostCode),
		City: wire.OptionalText(d.City), Email: wire.OptionalText(d.Email), PhoneNumber: wire.OptionalText(d.PhoneNumber),
		Siret: wire.OptionalText(v.Establishment()), Treasury: wire.OptionalText(v.Treasury), BillingLogo: wire.OptionalText(string(v.BillingLogoID))}
	if own {
		updated := wire.InParis(v.UpdatedAt) // Brussels has the same clock
		out.UpdatedAt = &updated
	}
	return &out
}

// optionalEnum is nil for none of the values.
func optionalEnum[To, From ~string](v From) *To {
	if v == "" {
		return nil
	}
	out := To(v)
	return &out
}

func toAPIImportReport(r perimeterfile.ImportReport, lang string) model.ImportReport {
	out := model.ImportReport{Created: r.Created, Updated: r.Updated, Unchanged: r.Unchanged, DryRun: r.DryRun}
	if r.DryRun {
		out.Rejected = &r.Rejected
		if items := problem.Items(r.Errors, lang); len(items) > 0 {
			out.Errors = &items
		}
	}
	rows := make([]model.ImportRow, len(r.Rows))
	for i, row := range r.Rows {
		rows[i] = model.ImportRow{Row: row.Row, Outcome: model.ImportRowOutcome(row.Outcome), DsoId: row.DsoID, Name: row.Name}
		if len(row.Changes) > 0 {
			changes := make([]model.ImportChange, len(row.Changes))
			for j, c := range row.Changes {
				changes[j] = model.ImportChange{Field: c.Field, Before: c.Before, After: c.After}
			}
			rows[i].Changes = &changes
		}
	}
	out.Rows = &rows
	if items := problem.Items(r.Warnings, lang); len(items) > 0 {
		out.Warnings = &items
	}
	out.TouchedInvoices = toAPITouched(r.Touched)
	return out
}

func fromAPIParticipantList(r participant.ListOperationParticipantsRequestObject) site.ListInput {
	in := site.ListInput{OperationID: id.ID(r.OperationId), Q: wire.Text(r.Params.Q),
		DateFrom: wire.OptionalDay(r.Params.DateFrom), DateTo: wire.OptionalDay(r.Params.DateTo)}
	if r.Params.Group != nil {
		in.EnergyType = map[string]core.EnergyType{"consumers": core.Consumer, "producers": core.Producer}[string(*r.Params.Group)]
	}
	return in
}

func fromAPIParticipantCreation(operationID id.ID, b model.ParticipantCreation) site.CreateInput {
	in := site.CreateInput{
		OperationID: operationID, Name: b.Name, EnergyType: core.EnergyType(b.EnergyType), DsoID: b.DsoId,
		PADT: wire.Text(b.Padt), ExternalID: wire.Text(b.ExternalId), Address: wire.Text(b.Address), PostCode: wire.Text(b.PostCode),
		City: wire.Text(b.City), Identity: wire.Text(b.Identity), Email: wire.Text(b.Email), Phone: wire.Text(b.Phone), IsProsumer: wire.IsTrue(b.IsProsumer),
		DsoStatus: wire.Text(b.DsoStatus), DsoAction: wire.Text(b.DsoAction), SIRET: wire.Text(b.Siret), Treasury: wire.Text(b.Treasury), DepartmentCode: wire.Text(b.DepartmentCode), INSEECode: wire.Text(b.InseeCode), UserEmail: wire.Text(b.UserEmail),
		Position: wire.PositionOf(b.Latitude, b.Longitude), BilledUntil: wire.OptionalDay(b.BilledUntil),
	}
	if b.Tags != nil {
		in.Tags = *b.Tags
	}
	if b.Segment != nil {
		in.Segment = core.Segment(*b.Segment)
	}
	if b.EntityType != nil {
		in.EntityType = party.EntityType(*b.EntityType)
	}
	if b.ProductionTypeId != nil {
		in.ProductionType = core.ProductionType(*b.ProductionTypeId)
	}
	if b.ContractPower != nil {
		in.ContractPower = watts(*b.ContractPower)
	}
	if b.ActivationRange != nil {
		in.Entry, in.Exit = wire.OptionalDay(b.ActivationRange.Entry), wire.OptionalDay(b.ActivationRange.Exit)
	}
	return in
}

// watts is a power of the wire, which checkPower has let pass.
func watts(kW float64) *int64 {
	w := int64(math.Round(kW * wattsPerKilowatt))
	return &w
}

// checkPower refuses a power finer than a watt. Error: field.decimals.
func checkPower(kW *float64) error {
	if kW == nil {
		return nil
	}
	_, err := wire.Scaled(*kW, 3, "contractPower")
	return err
}

func fromAPIParticipantUpdate(participantID id.ID, version int, b model.ParticipantUpdate) site.UpdateInput {
	in := site.UpdateInput{
		ParticipantID: participantID, IfVersion: version, Name: b.Name, IsProsumer: b.IsProsumer,
		Segment: (*core.Segment)(b.Segment), EntityType: (*party.EntityType)(b.EntityType),
		PADT: patch(b.Padt), Address: patch(b.Address), PostCode: patch(b.PostCode), City: patch(b.City),
		Identity: patch(b.Identity), Email: patch(b.Email), Phone: patch(b.Phone), SIRET: patch(b.Siret), Treasury: patch(b.Treasury),
		DepartmentCode: patch(b.DepartmentCode), INSEECode: patch(b.InseeCode), ExternalID: patch(b.ExternalId), Tags: b.Tags,
		DsoStatus: patch(b.DsoStatus), DsoAction: patch(b.DsoAction), UserEmail: patch(b.UserEmail),
		Entry: patchDay(b.Entry), Exit: patchDay(b.Exit), BilledUntil: patchDay(b.BilledUntil), Position: wire.PositionChange(b.Latitude, b.Longitude),
	}
	if b.ProductionTypeId != nil {
		production := core.ProductionType(*b.ProductionTypeId)
		in.ProductionType = &production
	}
	if kW := patch(b.ContractPower); kW.Given {
		in.ContractPower.Given = true
		if kW.Value != nil {
			in.ContractPower.Value = watts(*kW.Value)
		}
	}
	return in
}

// patch keeps the difference between absent and null.
func patch[T any](n nullable.Nullable[T]) site.Patch[T] {
	if !n.IsSpecified() {
		return site.Patch[T]{}
	}
	if n.IsNull() {
		return site.Clear[T]()
	}
	return site.Set(n.MustGet())
}

func patchDay(n nullable.Nullable[openapi_types.Date]) site.Patch[civil.Date] {
	d := patch(n)
	return site.Patch[civil.Date]{Given: d.Given, Value: wire.OptionalDay(d.Value)}
}
