package httpapi

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

func toAPISession(c account.Current) model.Session {
	s := model.Session{
		Id: string(c.User.ID), Email: string(c.User.Email), Role: model.Role(c.User.Role),
		Firstname: optionalText(c.User.Person.Firstname), Lastname: optionalText(c.User.Person.Lastname),
		Initialized: c.User.Initialized, HasAcceptedCgu: c.HasAcceptedTerms, Language: model.Language(c.User.Language),
		Policy: permissionTexts(c.Permissions),
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
		Id: string(u.ID), Email: string(u.Email), Username: optionalText(u.Username), Role: model.Role(u.Role),
		Firstname: optionalText(u.Person.Firstname), Lastname: optionalText(u.Person.Lastname),
		Structure: optionalText(u.Person.Structure), Address: optionalText(u.Person.Address),
		PostCode: optionalText(u.Person.PostCode), City: optionalText(u.Person.City), Language: &language,
	}
}

func fromAPIAccountInfoUpdate(userID string, ifVersion int, b model.AccountInfoUpdate) account.UpdateInfoInput {
	return account.UpdateInfoInput{
		UserID: id.ID(userID), IfVersion: ifVersion, Language: languageOf(b.Language),
		Person: account.PersonChange{
			Firstname: changedText(b.Firstname), Lastname: changedText(b.Lastname), Structure: changedText(b.Structure),
			Address: changedText(b.Address), PostCode: changedText(b.PostCode), City: changedText(b.City),
		},
	}
}

func languageOf(l *model.Language) *account.Language {
	if l == nil {
		return nil
	}
	language := account.Language(*l)
	return &language
}

// toAPIToken writes what a token may do: its scopes, or all that its user may.
func toAPIToken(t account.Token, held []policy.Permission) model.Token {
	scopes := t.Scopes
	if scopes == nil {
		scopes = held
	}
	return model.Token{
		Id: string(t.ID), Name: t.Name, Scopes: permissionTexts(scopes), CreatedAt: inParis(t.CreatedAt),
		ExpiresAt: optionalInParis(t.ExpiresAt), LastUsedAt: optionalInParis(t.LastUsedAt),
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
		Support: model.Support{Email: s.SupportEmail, Hours: optionalText(s.SupportHours), Url: optionalText(s.SupportURL)},
	}
	if len(s.DemoAccounts) > 0 {
		accounts := make([]model.DemoAccount, len(s.DemoAccounts))
		for i, d := range s.DemoAccounts {
			accounts[i] = model.DemoAccount{Email: d.Email, Password: d.Password, Role: model.Role(d.Role)}
		}
		c.DemoAccounts = &accounts
	}
	return c
}
