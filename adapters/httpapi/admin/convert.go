package admin

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

func toAPIAdminUser(u account.User, operationIDs, participantIDs []id.ID) model.AdminUser {
	language := model.Language(u.Language)
	return model.AdminUser{
		Id: string(u.ID), Version: u.Version, Email: string(u.Email), Username: wire.OptionalText(u.Username), Role: model.Role(u.Role),
		Firstname: wire.OptionalText(u.Person.Firstname), Lastname: wire.OptionalText(u.Person.Lastname),
		Structure: wire.OptionalText(u.Person.Structure), Language: &language,
		Initialized: u.Initialized, Active: u.Active, ActivationError: wire.OptionalText(u.ActivationError), CreatedAt: wire.InParis(u.CreatedAt), LastLoginAt: wire.OptionalInParis(u.LastLoginAt),
		OperationIds: wire.IDTexts(operationIDs), ParticipantIds: wire.IDTexts(participantIDs),
	}
}

func fromAPIAdminUserCreation(b model.AdminUserCreation) account.CreateUserInput {
	in := account.CreateUserInput{
		Email: b.Email, Username: wire.Text(b.Username), Role: policy.Role(b.Role), Password: wire.Text(b.Password),
		Person:       account.Person{Firstname: wire.Text(b.Firstname), Lastname: wire.Text(b.Lastname), Structure: wire.Text(b.Structure)},
		OperationIDs: wire.IDs(b.OperationIds),
	}
	if b.Language != nil {
		in.Language = account.Language(*b.Language)
	}
	return in
}

func fromAPIAdminUserUpdate(userID string, version int, b model.AdminUserUpdate) account.UpdateUserInput {
	in := account.UpdateUserInput{
		UserID: id.ID(userID), IfVersion: version, Email: b.Email, Username: wire.ChangedText(b.Username), Language: wire.LanguageOf(b.Language), Active: b.Active,
		Person: account.PersonChange{
			Firstname: wire.ChangedText(b.Firstname), Lastname: wire.ChangedText(b.Lastname), Structure: wire.ChangedText(b.Structure),
		},
	}
	if b.OperationIds != nil {
		ids := wire.IDs(b.OperationIds)
		in.OperationIDs = &ids
	}
	return in
}
