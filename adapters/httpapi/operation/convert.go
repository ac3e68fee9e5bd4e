package operation

import (
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	coreoperation "github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

func toAPIOperations(ds []coreoperation.Detail, lang string) []model.Operation {
	out := make([]model.Operation, len(ds))
	for i, d := range ds {
		out[i] = ToAPIOperation(d, lang)
	}
	return out
}

func ToAPIOperation(d coreoperation.Detail, lang string) model.Operation {
	interlocutor := toAPIInterlocutor(d.Interlocutor, d.LogoID)
	out := model.Operation{
		Id: string(d.ID), Name: d.Name, ExternalId: d.ExternalID, Type: model.OperationType(d.Type), Dso: model.Dso(d.DSO),
		Country: model.OperationCountry(d.DSO.Country()), Language: model.Language(d.Language()),
		SiteIdentifier: model.OperationSiteIdentifier(strings.ToLower(string(d.DSO.IdentifierKind()))),
		Timezone:       model.OperationTimezone(d.Zone().Name()), BillingEngine: ToAPIEngine(d.Engine), JdbToggle: d.JdbToggle,
		SitesNumber: d.SitesNumber, ProducersNumber: d.ProducersNumber, ConsumersNumber: d.ConsumersNumber,
		Producers: toAPISites(d.Producers, lang), Consumers: toAPISites(d.Consumers, lang), Observers: toAPIObservers(d.Observers),
		Interlocutor: &interlocutor, ActiveProducerId: wire.OptionalText(string(d.ActiveProducerID)),
		Features: toAPIFeatures(d.Features), Functionalities: ToAPIFunctionalities(d.Functionalities),
		Theme:          toAPITheme(d.Operation),
		UseEnphaseData: d.UseEnphaseData, AnniversaryDate: wire.Date(d.AnniversaryDate), LatestData: wire.OptionalDate(d.LatestDay),
	}
	if d.View != nil {
		view := toAPIView(*d.View)
		out.View = &view
	}
	if len(d.Withheld) > 0 {
		withheld := make([]string, len(d.Withheld))
		for i, perm := range d.Withheld {
			withheld[i] = string(perm)
		}
		out.Withheld = &withheld
	}
	out.Latitude, out.Longitude = wire.ToAPIPosition(d.Position)
	return out
}

func ToAPIEngine(e coreoperation.Engine) *model.BillingEngine {
	if e == coreoperation.EngineOld {
		return nil
	}
	engine := model.BillingEngine(e)
	return &engine
}

func toAPIFeatures(fs []coreoperation.Feature) []model.Feature {
	out := make([]model.Feature, len(fs))
	for i, f := range fs {
		out[i] = model.Feature(f)
	}
	return out
}

func ToAPIFunctionalities(fs []coreoperation.Functionality) []model.Functionality {
	out := make([]model.Functionality, len(fs))
	for i, f := range fs {
		out[i] = model.Functionality(f)
	}
	return out
}

// toAPISites leaves out a list that was not asked for.
func toAPISites(sites []coreoperation.Site, lang string) *[]model.SiteRef {
	if sites == nil {
		return nil
	}
	out := make([]model.SiteRef, len(sites))
	for i, s := range sites {
		out[i] = model.SiteRef{Id: string(s.ID), Name: s.Name}
		if s.Unnamed > 0 {
			out[i].Name = catalogues.Text(lang, "explanation", "unnamedProducer", map[string]any{"number": s.Unnamed})
		}
		if s.Own {
			out[i].Own = &s.Own
		}
	}
	return &out
}

func toAPIObservers(accounts []coreoperation.Account) *[]model.Observer {
	if accounts == nil {
		return nil
	}
	out := make([]model.Observer, len(accounts))
	for i, a := range accounts {
		out[i] = toAPIObserver(a)
	}
	return &out
}

func toAPIObserver(a coreoperation.Account) model.Observer {
	status := model.AccountStatus(a.Status())
	return model.Observer{Id: string(a.ID), Email: a.Email, AccountStatus: &status,
		Name: wire.OptionalText(strings.TrimSpace(a.FirstName + " " + a.LastName))}
}

func toAPIOrganizer(a coreoperation.Account) model.Organizer {
	return model.Organizer{Id: string(a.ID), Email: a.Email, Firstname: wire.OptionalText(a.FirstName),
		Lastname: wire.OptionalText(a.LastName), Structure: wire.OptionalText(a.Structure)}
}

func toAPIInterlocutor(i coreoperation.Interlocutor, logoID id.ID) model.Interlocutor {
	return model.Interlocutor{
		LegalName: wire.OptionalText(i.LegalName), LegalNumber: wire.OptionalText(i.LegalNumber), TaxId: wire.OptionalText(i.TaxID),
		Address: wire.OptionalText(i.Address), PostCode: wire.OptionalText(i.PostCode), City: wire.OptionalText(i.City),
		Country: wire.OptionalText(string(i.Country)), Email: wire.OptionalText(i.Email), PhoneNumber: wire.OptionalText(i.PhoneNumber),
		ContactName: wire.OptionalText(i.ContactName), VatFranchise: &i.VATFranchise, Logo: wire.OptionalText(string(logoID)),
	}
}

func fromAPIInterlocutorUpdate(b *model.InterlocutorUpdate) coreoperation.InterlocutorChange {
	if b == nil {
		return coreoperation.InterlocutorChange{}
	}
	return coreoperation.InterlocutorChange{
		LegalName: b.LegalName, LegalNumber: b.LegalNumber, TaxID: b.TaxId, Address: b.Address, PostCode: b.PostCode,
		City: b.City, Country: b.Country, Email: b.Email, PhoneNumber: b.PhoneNumber, ContactName: b.ContactName,
		VATFranchise: b.VatFranchise,
	}
}

func fromAPIOperationCreation(b model.OperationCreation) coreoperation.CreateInput {
	in := coreoperation.CreateInput{
		Name: b.Name, ExternalID: b.ExternalId, DSO: dso.Operator(b.Dso), JdbToggle: wire.IsTrue(b.JdbToggle),
		AnniversaryDate: wire.OptionalDay(b.AnniversaryDate), Interlocutor: fromAPIInterlocutorUpdate(b.Interlocutor),
		Position: wire.PositionOf(b.Latitude, b.Longitude),
	}
	if b.Type != nil {
		in.Type = coreoperation.Type(*b.Type)
	}
	if b.BillingEngine != nil {
		in.Engine = coreoperation.Engine(*b.BillingEngine)
	}
	if fs := FromAPIFunctionalities(b.Functionalities); fs != nil {
		in.Functionalities = *fs
	}
	if b.OrganizerEmails != nil {
		in.OrganizerEmails = *b.OrganizerEmails
	}
	return in
}

func fromAPIOperationUpdate(operationID id.ID, version int, b model.OperationUpdate) coreoperation.UpdateInput {
	return coreoperation.UpdateInput{
		OperationID: operationID, IfVersion: version, Name: b.Name, Type: (*coreoperation.Type)(b.Type), JdbToggle: b.JdbToggle,
		Functionalities: FromAPIFunctionalities(b.Functionalities), Interlocutor: fromAPIInterlocutorUpdate(b.Interlocutor),
		Position: wire.PositionChange(b.Latitude, b.Longitude),
	}
}

func FromAPIFunctionalities(fs *[]model.Functionality) *[]coreoperation.Functionality {
	if fs == nil {
		return nil
	}
	out := make([]coreoperation.Functionality, len(*fs))
	for i, f := range *fs {
		out[i] = coreoperation.Functionality(f)
	}
	return &out
}

// toAPITheme answers colours that words can be read in.
func toAPITheme(o coreoperation.Operation) model.Theme {
	t := o.Theme.Readable()
	return model.Theme{Primary: t.Primary, Secondary: t.Secondary, Logo: wire.OptionalText(string(o.LogoID))}
}
