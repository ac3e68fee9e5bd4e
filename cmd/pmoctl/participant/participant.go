// Package participant holds the commands of the sites of an operation.
package participant

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "participant", Short: "The sites of an operation", Aliases: []string{"participants"}}
	cmd.AddCommand(newList(f), newCreate(f), newUpdate(f), newRecordAnswer(f), newImport(f), newSendMail(f), newMails(f), newSync(f), newLogo(f), newEnrol(f), newSucceed(f), newTemplate(f), newTimeline(f), newDelete(f))
	return cmd
}

func entityTypeField() fields.Field {
	return fields.Field{Flag: "entity-type", Name: "entityType", Values: []string{"proIndustrial", "proTertiary", "proTertiaryPrivate", "proArtisan",
		"proAgricol", "proOther", "partIndiv", "partCollective", "partCollectiveSocial", "partOther"}}
}

// newSiteFields are what is said of a new site, in a part of a body: "site.", or "" for the whole.
func newSiteFields(part string) []fields.Field {
	all := append([]fields.Field{
		{Flag: "energy-type", Name: "energyType", Values: []string{"consumer", "producer"}},
		{Flag: "dso-id", Name: "dsoId", Usage: "PRM (14 digits) or EAN (18)"},
		{Flag: "entry", Name: "activationRange.entry", Kind: fields.Day, Usage: "first day in the perimeter"},
		{Flag: "exit", Name: "activationRange.exit", Kind: fields.Day, Usage: "last day in the perimeter (included)"},
		{Flag: "dso-status", Name: "dsoStatus", Usage: "what the operator says, as EN_VIGUEUR"},
		{Flag: "dso-action", Name: "dsoAction", Usage: "what was asked of it, as CREATION or SUPPRESSION"},
	}, siteFields()...)
	for i := range all {
		all[i].Name = part + all[i].Name
	}
	return all
}

// siteFields are what may be said at the creation and changed afterwards.
func siteFields() []fields.Field {
	return []fields.Field{
		{Flag: "name", Name: "name", Usage: "name"},
		{Flag: "padt", Name: "padt"},
		{Flag: "segment", Name: "segment", Values: []string{"C1", "C2", "C3", "C4", "C5", "P1", "P2", "P3", "P4_SURPLUS", "P4_TOTAL"}},
		entityTypeField(),
		{Flag: "production-type", Name: "productionTypeId", Kind: fields.Whole, Usage: "3 solar, 10 wind, 11 cogeneration, 13 hydro"},
		{Flag: "power", Name: "contractPower", Kind: fields.Number, Usage: "contract power (kW)"},
		{Flag: "address", Name: "address"},
		{Flag: "post-code", Name: "postCode"},
		{Flag: "city", Name: "city"},
		{Flag: "department-code", Name: "departmentCode", Usage: "of a French department, 2 or 3 characters"},
		{Flag: "insee-code", Name: "inseeCode", Usage: "of a French commune, 5 characters"},
		{Flag: "latitude", Name: "latitude", Kind: fields.Number, Usage: "degrees, -90 to 90"},
		{Flag: "longitude", Name: "longitude", Kind: fields.Number, Usage: "degrees, -180 to 180"},
		{Flag: "identity", Name: "identity", Usage: "the person or body that holds the contract of the site"},
		{Flag: "email", Name: "email"},
		{Flag: "phone", Name: "phone"},
		{Flag: "prosumer", Name: "isProsumer", Kind: fields.Switch},
		{Flag: "siret", Name: "siret"},
		{Flag: "treasury", Name: "treasury", Usage: "the public treasury that cashes for a public body"},
		{Flag: "external-id", Name: "externalId", Usage: "your own id of the site"},
		{Flag: "billed-until", Name: "billedUntil", Kind: fields.Day, Usage: "last day that another tool billed"},
		{Flag: "tag", Name: "tags", Kind: fields.Texts, Usage: "your own words, in place of those there"},
		{Flag: "user", Name: "userEmail", Usage: "e-mail of whom to propose the site to; the holder of the account accepts it"},
	}
}

func columns() []string {
	return []string{"id", "dso_id", "name", "energy_type", "status", "entry", "exit", "segment", ">power_kw", "city"}
}

func row(p pmo.Participant) []string {
	power := ""
	if p.ContractPower != nil {
		power = output.Number(*p.ContractPower, 3)
	}
	return []string{p.Id, p.DsoId, p.Name, string(p.EnergyType), string(p.Status),
		output.Or(p.ActivationRange.Entry), output.Or(p.ActivationRange.Exit), output.Or(p.Segment), power, output.Or(p.City)}
}
