package backoffice

// The lists. To add one: describe it here, give its query in adapters/postgres/backofficestore
// (admin_lists.go) whose columns are Fields, and call list or row in its handler
// (adapters/httpapi/admin.go).
var (
	// Users are all accounts.
	Users = List{
		Name: "users", Permission: "user:read",
		Fields: map[string]Kind{
			"id": ID, "version": Number, "email": Text, "username": Text, "role": Text, "firstname": Name, "lastname": Name,
			"structure": Name, "language": Text, "initialized": Bool, "active": Bool, "activationError": Text, "createdAt": Moment,
			"lastLoginAt": Moment, "operationIds": IDs, "participantIds": IDs,
		},
		Sortable: []string{"email", "username", "role", "firstname", "lastname", "structure", "initialized",
			"active", "createdAt", "lastLoginAt", "id"},
		Filterable: []string{"email", "username", "role", "language", "initialized", "active", "operationIds", "participantIds"},
		Searched:   []string{"email", "username", "firstname", "lastname", "structure"},
		Sort:       "email",
	}
	// Approvals are who accepted which terms, and when.
	Approvals = List{
		Name: "cgu-approvals", Permission: "admin:read",
		Fields:     map[string]Kind{"id": Text, "userId": ID, "email": Text, "version": Text, "acceptedAt": Moment},
		Sortable:   []string{"acceptedAt", "email", "version", "id"},
		Filterable: []string{"userId", "version"},
		Searched:   []string{"email"},
		Sort:       "acceptedAt", Descending: true,
	}
	// Outbox are the mails of an installation without a mail server.
	Outbox = List{
		Name: "outbox", Permission: "admin:read",
		Fields:     map[string]Kind{"id": ID, "to": Text, "subject": Text, "text": Text, "createdAt": Moment},
		Sortable:   []string{"createdAt", "to", "subject", "id"},
		Filterable: []string{"to"},
		Searched:   []string{"to", "subject"},
		Sort:       "createdAt", Descending: true,
		Hidden: []string{"text"},
	}
	// SellerClaims are who may issue invoices for which legal person.
	SellerClaims = List{
		Name: "seller-claims", Permission: "admin:read",
		Fields: map[string]Kind{
			"id": ID, "version": Number, "legalNumber": Text, "series": Text, "operationId": ID, "operationName": Name, "issuerName": Name, "status": Text,
			"requestedBy": Text, "requestedAt": Moment, "decidedAt": Moment, "remark": Text, "heldBy": Text,
		},
		Sortable:   []string{"requestedAt", "legalNumber", "series", "operationName", "issuerName", "status", "decidedAt", "id"},
		Filterable: []string{"legalNumber", "operationId", "status"},
		Searched:   []string{"legalNumber", "operationName", "issuerName"},
		Sort:       "requestedAt", Descending: true,
	}
	// TRVPrices are the prices of the regulated tariff.
	TRVPrices = List{
		Name: "trv-prices", Permission: "admin:read",
		Fields: map[string]Kind{
			"id": ID, "version": Number, "consumerType": Text, "contractType": Text, "startDate": Text, "fromKVA": Number,
			"baseMicroEuro": Number, "peakMicroEuro": Number, "offPeakMicroEuro": Number, "source": Name,
		},
		Sortable:   []string{"startDate", "consumerType", "contractType", "fromKVA", "source", "id"},
		Filterable: []string{"consumerType", "contractType", "startDate"},
		Searched:   []string{"source"},
		Sort:       "startDate", Descending: true,
	}
	// EmissionFactors are what a kWh emits, by country, kind of production and month.
	EmissionFactors = List{
		Name: "emission-factors", Permission: "admin:read",
		Fields:     map[string]Kind{"id": ID, "version": Number, "country": Text, "productionTypeId": Number, "startDate": Text, "milligramsPerKilowattHour": Number, "source": Name},
		Sortable:   []string{"startDate", "country", "productionTypeId", "milligramsPerKilowattHour", "source", "id"},
		Filterable: []string{"country", "productionTypeId", "startDate"},
		Searched:   []string{"source"},
		Sort:       "startDate", Descending: true,
	}
	// PriceRanges are where prices of plans are usual.
	PriceRanges = List{
		Name: "price-ranges", Permission: "admin:read",
		Fields:     map[string]Kind{"id": ID, "version": Number, "country": Text, "startDate": Text, "lowMicroEuro": Number, "highMicroEuro": Number},
		Sortable:   []string{"startDate", "country", "id"},
		Filterable: []string{"country", "startDate"},
		Searched:   []string{"country"},
		Sort:       "startDate", Descending: true,
	}
	// Bills are those of the old billing engine, of consumers and of producers.
	Bills = List{
		Name: "bills", Permission: "admin:read",
		Fields: map[string]Kind{
			"id": ID, "version": Number, "operationId": ID, "operationName": Name, "billType": Text, "producerId": ID, "producerName": Name, "consumerId": ID, "consumerName": Name,
			"billingPeriodStart": Text, "billingPeriodEnd": Text, "sharedMilliWh": Number, "amountCents": Number, "dueDate": Text, "documentName": Name, "paymentStatus": Text,
			"isLegacyBill": Bool, "createdAt": Moment,
		},
		Sortable: []string{"billingPeriodEnd", "operationName", "producerName", "consumerName", "amountCents", "sharedMilliWh", "dueDate", "documentName", "paymentStatus",
			"createdAt", "id"},
		Filterable: []string{"operationId", "billType", "producerId", "consumerId", "billingPeriodEnd", "paymentStatus"},
		Searched:   []string{"documentName", "operationName", "producerName", "consumerName"},
		Sort:       "billingPeriodEnd", Descending: true,
	}
	// Operations are all operations.
	Operations = List{
		Name: "operations", Permission: "admin:read",
		Fields: map[string]Kind{
			"id": ID, "version": Number, "name": Name, "externalId": Text, "dso": Text, "type": Text, "billingEngine": Text,
			"jdbToggle": Bool, "functionalities": Text, "consumersNumber": Number, "producersNumber": Number,
			"latitude": Number, "longitude": Number, "createdAt": Moment, "organizerIds": IDs, "observerIds": IDs,
		},
		Sortable:   []string{"name", "externalId", "dso", "type", "createdAt", "consumersNumber", "producersNumber", "id"},
		Filterable: []string{"externalId", "dso", "type", "billingEngine", "jdbToggle", "organizerIds", "observerIds"},
		Searched:   []string{"name", "externalId"},
		Sort:       "name",
	}
	// Participants are the sites of all operations.
	Participants = List{
		Name: "participants", Permission: "admin:read",
		Fields: map[string]Kind{
			"id": ID, "operationId": ID, "operationName": Name, "name": Name, "dsoId": Text, "energyType": Text,
			"dso": Text, "dsoStatus": Text, "dsoAction": Text, "entry": Moment, "exit": Moment,
		},
		Sortable:   []string{"name", "operationName", "dsoId", "energyType", "entry", "exit", "id"},
		Filterable: []string{"operationId", "dsoId", "energyType"},
		Searched:   []string{"name", "dsoId", "operationName"},
		Sort:       "name",
	}
	// Jobs are those of the queue.
	Jobs = List{
		Name: "jobs", Permission: "admin:read",
		Fields: map[string]Kind{
			"id": Number, "kind": Text, "status": Text, "queue": Text, "attempt": Number, "createdAt": Moment,
			"finishedAt": Moment, "error": Text,
		},
		Sortable:   []string{"id", "kind", "status", "queue", "createdAt", "finishedAt"},
		Filterable: []string{"kind", "status", "queue"},
		Searched:   []string{"kind"},
		Sort:       "id", Descending: true,
	}
)
