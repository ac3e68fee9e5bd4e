package account

import "github.com/openpmo/pmo/core/fault"

// Signing in and being signed in.
var (
	// ErrLogin is an unknown account, a wrong password or a blocked account: the
	// three are not told apart (specification section 8).
	ErrLogin = fault.New(fault.Unauthenticated, "login.invalid")
	// ErrNotAdmin is a right password for the back-office on an account that is no admin's.
	ErrNotAdmin = fault.New(fault.Unauthenticated, "login.notAdmin")
	// ErrCodeRequired is a right password of an account that has a second factor, without its code.
	ErrCodeRequired = fault.New(fault.Unauthenticated, "login.codeRequired").At("code")
	// ErrCode is a code that is wrong, over or used.
	ErrCode = fault.New(fault.Unauthenticated, "login.codeInvalid").At("code")
	// ErrThrottled is an attempt that comes too soon after others; parameter retryAfterSeconds.
	ErrThrottled = fault.New(fault.TooMany, "login.throttled", fault.Int("retryAfterSeconds"))
	// ErrNoSession is no session, an ended one or one of a blocked account.
	ErrNoSession = fault.SessionRequired
	// ErrToken is an unknown, revoked or expired token, or one of a blocked account.
	ErrToken = fault.New(fault.Unauthenticated, "token.invalid")
)

// Mails of accounts.
var (
	// ErrMailThrottled is a mail asked for too soon after others; parameter retryAfterSeconds.
	ErrMailThrottled = fault.New(fault.TooMany, "mail.throttled", fault.Int("retryAfterSeconds"))
	// ErrMailGivenUp is an activation mail that a mail server could not take for days.
	ErrMailGivenUp = fault.New(fault.Unavailable, "mail.givenUp")
)

// Passwords.
var (
	// ErrLink is a one-time link that is unknown, used or over.
	ErrLink         = fault.New(fault.Invalid, "account.linkInvalid").At("token")
	ErrOldPassword  = fault.New(fault.Unauthenticated, "password.oldInvalid").At("oldPassword")
	ErrPasswordSame = fault.New(fault.Invalid, "password.same").At("newPassword")
	// ErrPasswordWrong is a password that is asked for once more, by who is signed in.
	ErrPasswordWrong = fault.New(fault.Invalid, "password.wrong").At("password")
	// ErrSameEmail is an address that the account has already.
	ErrSameEmail = fault.New(fault.Invalid, "email.same").At("email")
	// ErrNotChanged is a confirmation that comes before the first password was changed.
	ErrNotChanged = fault.New(fault.Conflict, "account.passwordNotChanged")
)

// Users and what they have.
var (
	// ErrSessionNotFound is a session that has ended, or another's.
	ErrSessionNotFound = fault.New(fault.NotFound, "session.notFound")
	ErrNotFound        = fault.New(fault.NotFound, "user.notFound")
	ErrEmailUsed       = fault.New(fault.Conflict, "user.emailUsed").At("email")
	ErrUsernameUsed    = fault.New(fault.Conflict, "user.usernameUsed").At("username")
	ErrUsername        = fault.New(fault.Invalid, "username.invalid").At("username")
	ErrRole            = fault.New(fault.Invalid, "role.unknown", fault.Text("value")).At("role")
	ErrLanguage        = fault.LanguageUnknown.At("language")
	ErrNoOperations    = fault.New(fault.Invalid, "user.roleWithoutOperations", fault.Text("role")).At("operationIds")
	ErrOperation       = fault.New(fault.Invalid, "user.operationUnknown").At("operationIds")
	ErrInitialized     = fault.New(fault.Conflict, "user.initialized")
	ErrInactive        = fault.New(fault.Conflict, "user.inactive")
	ErrOwnAccount      = fault.New(fault.Conflict, "user.ownAccount")
	ErrAdminExists     = fault.New(fault.Conflict, "user.adminExists")
	ErrChanged         = fault.ObjectChanged
	ErrTermsNotFound   = fault.New(fault.NotFound, "terms.notFound")
	ErrTokenNotFound   = fault.New(fault.NotFound, "token.notFound")
	ErrTokenScope      = fault.New(fault.Invalid, "token.scopeNotHeld", fault.Text("scope")).At("scopes")
	ErrTokenNoScopes   = fault.New(fault.Invalid, "token.scopesEmpty").At("scopes")
	ErrTokenExpired    = fault.New(fault.Invalid, "token.expiryPast").At("expiresAt")
	ErrTokenTooMany    = fault.New(fault.Conflict, "token.tooMany", fault.Int("max")).With("max", maxTokens)
	ErrNameRequired    = fault.New(fault.Invalid, "name.required").At("name")
	ErrTextTooLong     = fault.FieldTooLong
)
