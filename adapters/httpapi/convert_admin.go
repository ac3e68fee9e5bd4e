package httpapi

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

func toAPIAdminUser(u account.User, operationIDs, participantIDs []id.ID) model.AdminUser {
	language := model.Language(u.Language)
	return model.AdminUser{
		Id: string(u.ID), Version: u.Version, Email: string(u.Email), Username: optionalText(u.Username), Role: model.Role(u.Role),
		Firstname: optionalText(u.Person.Firstname), Lastname: optionalText(u.Person.Lastname),
		Structure: optionalText(u.Person.Structure), Language: &language,
		Initialized: u.Initialized, Active: u.Active, ActivationError: optionalText(u.ActivationError), CreatedAt: inParis(u.CreatedAt), LastLoginAt: optionalInParis(u.LastLoginAt),
		OperationIds: wireIDs(operationIDs), ParticipantIds: wireIDs(participantIDs),
	}
}

func fromAPIAdminUserCreation(b model.AdminUserCreation) account.CreateUserInput {
	in := account.CreateUserInput{
		Email: b.Email, Username: textOf(b.Username), Role: policy.Role(b.Role), Password: textOf(b.Password),
		Person:       account.Person{Firstname: textOf(b.Firstname), Lastname: textOf(b.Lastname), Structure: textOf(b.Structure)},
		OperationIDs: idsOf(b.OperationIds),
	}
	if b.Language != nil {
		in.Language = account.Language(*b.Language)
	}
	return in
}

func fromAPIAdminUserUpdate(userID string, version int, b model.AdminUserUpdate) account.UpdateUserInput {
	in := account.UpdateUserInput{
		UserID: id.ID(userID), IfVersion: version, Email: b.Email, Username: changedText(b.Username), Language: languageOf(b.Language), Active: b.Active,
		Person: account.PersonChange{
			Firstname: changedText(b.Firstname), Lastname: changedText(b.Lastname), Structure: changedText(b.Structure),
		},
	}
	if b.OperationIds != nil {
		ids := idsOf(b.OperationIds)
		in.OperationIDs = &ids
	}
	return in
}
