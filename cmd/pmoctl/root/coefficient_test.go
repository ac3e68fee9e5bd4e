package root

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

const (
	setID           = "0199b0aa-0000-7000-8000-000000000041"
	coefficientFile = "ACC00000001_15_01102026_31102026.csv"
	coefficientText = "Horodate;" + consumerPRM + "\n01/10/2026 00:00;0,00\n"
)

func setJSON(status, hash string) string {
	return `{"id":"` + setID + `","operationId":"` + operationID + `","month":"2026-10","mode":"SIMPLE","rounding":"LARGEST_REMAINDER","decimals":2,"status":"` + status + `","nextSteps":["SENT"],"heldByOperator":false,
		"configVersions":[2],"sites":1,"steps":2980,"lossMilliWh":1250000,"createdAt":"` + instant + `","createdBy":"Camille Leroy",
		"files":[{"name":"` + coefficientFile + `","rows":2980,"columns":1,"sha256":"` + hash + `","url":"/api/x"}],
		"history":[{"status":"PREPARED","date":"2026-11-02","at":"` + instant + `","by":"Camille Leroy"}]}`
}

func coefficientReplies(hash string) pmotest.Replies {
	return pmotest.Replies{
		"listCoefficientMonths": pmotest.JSON(200, `[{"month":"2026-10","needed":true,"deadline":"2026-11-05","daysLeft":-15,"late":true,"current":`+setJSON("PREPARED", hash)+`},
			{"month":"2026-09","needed":false,"late":false}]`),
		"getCoefficientSet":       pmotest.JSON(200, setJSON("PREPARED", hash)),
		"createCoefficientSet":    pmotest.JSON(201, setJSON("PREPARED", hash)),
		"createCoefficientStep":   pmotest.JSON(201, setJSON("SENT", hash)),
		"downloadCoefficientFile": {{Status: 200, Header: map[string]string{"Content-Type": "text/csv"}, Body: coefficientText}},
	}
}

func TestCoefficientMonths(t *testing.T) {
	s := signedIn(t, coefficientReplies(""))
	r := pmoctl("coefficient", "list", "--operation", "ACC00000001", "--from", "2026-09", "--to", "2026-10", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "month,needed,deadline,days_left,late,status,id,outdated,sent,sent_id\n2026-10,yes,2026-11-05,-15,yes,PREPARED,"+setID+",,,\n2026-09,no,,,no,,,,,\n", r.out)
	require.Contains(t, s.Requests("listCoefficientMonths")[0].URL, "dateFrom=2026-09-01&dateTo=2026-10-31")
	r = pmoctl("coefficient", "show", setID, "--operation", "ACC00000001", "--history", "-o", "csv")
	require.Equal(t, "status,date,recorded,by,note\nPREPARED,2026-11-02,2026-11-20 08:00,Camille Leroy,\n", r.out)
}

func TestCoefficientsDue(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"listCoefficientsDue": pmotest.JSON(200,
		`[{"operationId":"`+operationID+`","month":"2026-10","deadline":"2026-11-05","daysLeft":-15,"late":true,"prepared":false}]`)})
	r := pmoctl("coefficient", "due", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "operation,month,deadline,days_left,late,prepared\nACC00000001,2026-10,2026-11-05,-15,yes,no\n", r.out)
	require.Contains(t, s.Requests("listCoefficientsDue")[0].URL, "operationIds="+operationID)
	r = pmoctl("coefficient", "due", "-o", "json")
	require.Contains(t, r.out, `"daysLeft":-15`)
}

func TestCoefficientDifferenceIsToldForEachProducer(t *testing.T) {
	set := strings.Replace(setJSON("PREPARED", ""), `"history"`, `"difference":{"month":"2026-09","sites":[
		{"participantId":"`+consumerID+`","name":"Mme A","producerId":"`+producerID+`","producerName":"Toit","percentageProduction":12.5,"previousPercentageProduction":10},
		{"participantId":"`+consumerID+`","name":"Mme A","producerId":"`+otherID+`","producerName":"Ombrière","percentageProduction":3.25}]},"history"`, 1)
	signedIn(t, pmotest.Replies{"getCoefficientSet": pmotest.JSON(200, set)})
	r := pmoctl("coefficient", "show", setID, "--operation", "ACC00000001", "--difference", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "producer_id,producer,participant_id,name,before_month,before_percent,percent\n"+
		producerID+",Toit,"+consumerID+",Mme A,2026-09,10,12.5\n"+otherID+",Ombrière,"+consumerID+",Mme A,2026-09,,3.25\n", r.out)
}

func TestCoefficientMakeAndStep(t *testing.T) {
	s := signedIn(t, coefficientReplies(""))
	r := pmoctl("coefficient", "make", "2026-10", "--operation", "ACC00000001", "--mode", "SIMPLE", "--rounding", "FLOOR", "--decimals", "3", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Contains(t, r.out, setID+",2026-10,PREPARED,,SIMPLE,1,2980,1.250,")
	require.JSONEq(t, `{"month":"2026-10","mode":"SIMPLE","rounding":"FLOOR","decimals":3}`, s.Requests("createCoefficientSet")[0].Body)
	for verb, status := range map[string]string{"send": "SENT", "acknowledge": "ACKNOWLEDGED", "refuse": "REFUSED", "apply": "APPLIED"} {
		s := signedIn(t, coefficientReplies(""))
		r := pmoctl("coefficient", verb, "2026-10", "--operation", "ACC00000001", "--date", "2026-11-03", "--note", "portail")
		require.Equal(t, 0, r.code, r.err)
		require.JSONEq(t, `{"status":"`+status+`","date":"2026-11-03","note":"portail"}`, s.Requests("createCoefficientStep")[0].Body)
	}
}

func TestCoefficientDownloadIsWhatWasMade(t *testing.T) {
	sum := sha256.Sum256([]byte(coefficientText))
	dir := t.TempDir()
	signedIn(t, coefficientReplies(hex.EncodeToString(sum[:])))
	r := pmoctl("coefficient", "download", "2026-10", "--operation", "ACC00000001", "--dir", dir)
	require.Equal(t, 0, r.code, r.err)
	saved, err := os.ReadFile(filepath.Join(dir, coefficientFile))
	require.NoError(t, err)
	require.Equal(t, coefficientText, string(saved))

	other := t.TempDir()
	signedIn(t, coefficientReplies("00"))
	r = pmoctl("coefficient", "download", "2026-10", "--operation", "ACC00000001", "--dir", other)
	require.Equal(t, 1, r.code)
	require.Contains(t, r.err, "did not arrive as it was made")
	left, err := os.ReadDir(other)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestCoefficientLinesThatAreWrong(t *testing.T) {
	alone(t)
	t.Setenv("PMO_TOKEN", "pmo_test")
	t.Setenv("PMO_URL", "http://127.0.0.1:1")
	for message, args := range map[string][]string{
		`--from is a month as 2026-10`:             {"list", "--from", "octobre"},
		`--to is a month as 2026-10`:               {"list", "--to", "2026-10-01"},
		`the month is as 2026-10`:                  {"make", "10/2026"},
		`--mode is SIMPLE or FULL`:                 {"make", "2026-10", "--mode", "BOTH"},
		`--rounding is LARGEST_REMAINDER or FLOOR`: {"make", "2026-10", "--rounding", "UP"},
		`--date is a day`:                          {"send", setID, "--date", "hier"},
		`no such file`:                             {"check", setID, "/none.csv"},
		`requires at least 2 arg(s)`:               {"check", setID},
		`requires at least 1 arg(s)`:               {"import"},
	} {
		r := pmoctl(append(append([]string{"coefficient"}, args...), "--operation", operationID)...)
		require.Equal(t, 2, r.code, message)
		require.Contains(t, r.err, message)
	}
}
