package pmo

// The package is the Go client of the contract. client.gen.go is generated from
// openapi/openapi.gen.json; the other files add what a contract cannot say:
//
//   - client.go  where the server is, who asks (API token) and in which language
//   - reply.go   one answer or one *ProblemError; nothing in between
//   - page.go    lists of any length, page after page
//   - wait.go    jobs and bill runs until they end
//   - upload.go  files as multipart bodies that are never whole in memory
//
// Energy is int64 mWh, money int64 cents, unit prices int64 micro-euro; days are
// civil days of the operator's zone, both ends included.
