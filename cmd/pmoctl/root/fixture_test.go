package root

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

const (
	operationID = "0199b0aa-0000-7000-8000-0000000000a1"
	otherID     = "0199b0aa-0000-7000-8000-0000000000a2"
	consumerID  = "0199b0aa-0000-7000-8000-0000000000c1"
	producerID  = "0199b0aa-0000-7000-8000-0000000000d1"
	planID      = "0199b0aa-0000-7000-8000-0000000000e1"
	issuerID    = "0199b0aa-0000-7000-8000-0000000000f1"
	clientID    = "0199b0aa-0000-7000-8000-0000000000f2"
	runID       = "0199b0aa-0000-7000-8000-000000000011"
	jobID       = "0199b0aa-0000-7000-8000-000000000012"
	invoiceID   = "0199b0aa-0000-7000-8000-000000000021"
	tokenID     = "0199b0aa-0000-7000-8000-000000000031"

	consumerPRM = "99100000000017"
	producerPRM = "99100000000031"
	instant     = "2026-11-20T08:00:00+01:00"
)

// result is what one run of pmoctl left.
type result struct {
	code     int
	out, err string
}

// pmoctl runs the command in process, standard input empty.
func pmoctl(args ...string) result { return pmoctlWith("", args...) }

func pmoctlWith(stdin string, args ...string) result {
	var out, err bytes.Buffer
	code := Main(args, strings.NewReader(stdin), &out, &err)
	return result{code, out.String(), err.String()}
}

// alone gives the run a config folder of its own and no variables of the person.
func alone(t *testing.T) (config string) {
	t.Helper()
	config = t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	t.Setenv("HOME", config)
	for _, name := range []string{"PMO_URL", "PMO_TOKEN", "PMO_CONTEXT", "PMO_OPERATION", "XDG_CACHE_HOME", "LANG", "LC_ALL", "LC_MESSAGES"} {
		t.Setenv(name, "")
	}
	return config
}

// signedIn is a server that pmoctl asks, with a token.
func signedIn(t *testing.T, replies pmotest.Replies) *pmotest.Server {
	t.Helper()
	alone(t)
	if replies["listOperations"] == nil {
		replies["listOperations"] = pmotest.JSON(200, "["+operationJSON(operationID, "ACC00000001", "Soleil du Val")+"]")
	}
	if replies["listOperationParticipants"] == nil {
		replies["listOperationParticipants"] = pmotest.JSON(200, "["+site(consumerID, consumerPRM, "École", "consumer")+","+site(producerID, producerPRM, "Commune", "producer")+"]")
	}
	s := pmotest.New(t, replies)
	t.Setenv("PMO_URL", s.URL)
	t.Setenv("PMO_TOKEN", "pmo_test")
	return s
}

func operationJSON(id, externalID, name string) string {
	return fmt.Sprintf(`{"id":"%s","name":"%s","externalId":"%s","type":"OPEN","dso":"ENEDIS","country":"FR","language":"fr","siteIdentifier":"prm","timezone":"Europe/Paris","billingEngine":"ENGINE_2025","jdbToggle":true,
		"sitesNumber":25,"producersNumber":1,"consumersNumber":24,"functionalities":[],"features":[],"theme":{"primary":"#112233","secondary":"#445566"},"useEnphaseData":false,
		"anniversaryDate":"2020-01-01","latestData":"2026-11-19"}`, id, name, externalID)
}

func site(id, prm, name, energyType string) string {
	return fmt.Sprintf(`{"id":"%s","operationId":"%s","name":"%s","energyType":"%s","dsoId":"%s","status":"up","activationRange":{"entry":"2026-01-01"},
		"entryDateKnown":true,"isProsumer":false,"mayLeave":true,"contractPower":36,"dsoDetails":{"name":"x","folder_status":"up","account_status":"NONE"}}`, id, operationID, name, energyType, prm)
}

func jobJSON(status, rest string) string {
	return fmt.Sprintf(`{"id":"%s","kind":"curveImport","status":"%s","progress":{"pending":0,"success":1,"failure":0,"total":1},"createdAt":"%s"%s}`, jobID, status, instant, rest)
}

func billRun(status string, items ...string) string {
	return fmt.Sprintf(`{"id":"%s","kind":"billRun","status":"%s","progress":{"pending":0,"success":1,"failure":0,"total":1},"createdAt":"%s","billUpTo":"2026-10-31","mode":"ASYNC","invoices":[%s]}`,
		runID, status, instant, strings.Join(items, ","))
}

func runItem(status, rest string) string {
	return fmt.Sprintf(`{"status":"%s","billingEntityId":"%s","billingEntityName":"Commune","billableEntityId":"%s","billableEntityName":"Boulangerie","periodStart":"2026-10-01","periodEnd":"2026-10-31"%s}`,
		status, issuerID, clientID, rest)
}

func invoiceJSON(id, status, rest string) string {
	return fmt.Sprintf(`{"id":"%s","operationId":"%s","type":"INVOICE","status":"%s","paymentStatus":"PENDING","periodStart":"2026-10-01","periodEnd":"2026-10-31",
		"billingEntity":{"id":"%s","name":"Commune"},"billableEntity":{"id":"%s","name":"Boulangerie"},"energyMilliWh":2793750000,
		"netCents":28138,"vatCents":5628,"amountCents":33766,"cancelled":false,"cancellable":true,"hasDocument":true,"overdue":false,"createdAt":"%s"%s}`, id, operationID, status, issuerID, clientID, instant, rest)
}

func writeFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}
