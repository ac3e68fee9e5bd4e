package account

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

func toAPISession(c account.Current) model.Session {
	s := model.Session{
		Id: string(c.User.ID), Email: string(c.User.Email), Role: model.Role(c.User.Role),
		Firstname: wire.OptionalText(c.User.Person.Firstname), Lastname: wire.OptionalText(c.User.Person.Lastname),
		Initialized: c.User.Initialized, HasAcceptedCgu: c.HasAcceptedTerms, Language: model.Language(c.User.Language),
		Policy: permissionTexts(c.Permissions),
	}
	if c.SecondFactorDue {
		s.SecondFactorDue = &c.SecondFactorDue
	}
	if c.EnergyType != "" {
		e := model.EnergyType(c.EnergyType)
		s.EnergyType = &e
	}
	return s
}

func permissionTexts(permissions []policy.Permission) []string {
	texts := make([]string, len(permissions))
	for i, p := range permissions {
		texts[i] = string(p)
	}
	return texts
}

func toAPIAccountInfo(u account.User) model.AccountInfo {
	language := model.Language(u.Language)
	return model.AccountInfo{
		Id: string(u.ID), Email: string(u.Email), NewEmail: wire.OptionalText(string(u.NewEmail)), Username: wire.OptionalText(u.Username), Role: model.Role(u.Role),
		Firstname: wire.OptionalText(u.Person.Firstname), Lastname: wire.OptionalText(u.Person.Lastname),
		Structure: wire.OptionalText(u.Person.Structure), Address: wire.OptionalText(u.Person.Address),
		PostCode: wire.OptionalText(u.Person.PostCode), City: wire.OptionalText(u.Person.City), Language: &language,
	}
}

func fromAPIAccountInfoUpdate(userID string, ifVersion int, b model.AccountInfoUpdate) account.UpdateInfoInput {
	return account.UpdateInfoInput{
		UserID: id.ID(userID), IfVersion: ifVersion, Language: wire.LanguageOf(b.Language),
		Person: account.PersonChange{
			Firstname: wire.ChangedText(b.Firstname), Lastname: wire.ChangedText(b.Lastname), Structure: wire.ChangedText(b.Structure),
			Address: wire.ChangedText(b.Address), PostCode: wire.ChangedText(b.PostCode), City: wire.ChangedText(b.City),
		},
	}
}

// toAPIToken writes what a token may do: its scopes, or all that its user may.
func toAPIToken(t account.Token, held []policy.Permission) model.Token {
	scopes := t.Scopes
	if scopes == nil {
		scopes = held
	}
	return model.Token{
		Id: string(t.ID), Name: t.Name, Scopes: permissionTexts(scopes), CreatedAt: wire.InParis(t.CreatedAt),
		ExpiresAt: wire.OptionalInParis(t.ExpiresAt), LastUsedAt: wire.OptionalInParis(t.LastUsedAt),
	}
}

func fromAPITokenCreation(b model.TokenCreation) account.CreateTokenInput {
	in := account.CreateTokenInput{Name: b.Name, ExpiresAt: b.ExpiresAt}
	if b.Scopes != nil {
		in.Scopes = make([]policy.Permission, len(*b.Scopes))
		for i, s := range *b.Scopes {
			in.Scopes[i] = policy.Permission(s)
		}
	}
	return in
}

func toAPIConfig(s Settings) model.Config {
	c := model.Config{
		Version: s.Version, Demo: s.Demo, LogoutUrl: s.LogoutURL, Weather: s.Weather,
		Support: model.Support{Email: s.SupportEmail, Hours: wire.OptionalText(s.SupportHours), Url: wire.OptionalText(s.SupportURL)},
	}
	c.ProviderName = wire.OptionalText(s.ProviderName)
	operators := make([]model.Dso, len(s.PerimeterOperators))
	for i, o := range s.PerimeterOperators {
		operators[i] = model.Dso(o)
	}
	c.PerimeterOperators = &operators
	if len(s.DemoAccounts) > 0 {
		accounts := make([]model.DemoAccount, len(s.DemoAccounts))
		for i, d := range s.DemoAccounts {
			accounts[i] = model.DemoAccount{Email: d.Email, Password: d.Password, Role: model.Role(d.Role)}
		}
		c.DemoAccounts = &accounts
	}
	return c
}
