package root

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo/pmotest"
)

const connectionID, transmissionID = "019ab000-0000-7000-8000-00000000c001", "019ab000-0000-7000-8000-00000000c002"

func connectionJSON(more string) string {
	return `{"id":"` + connectionID + `","operationId":"` + operationID + `","billingEntityId":"` + issuerID + `","billingEntityName":"Commune","legalNumber":"444608442","name":"Plateforme","kind":"AFNOR",
		"active":true,"flowUrl":"https://p.example/flow","tokenUrl":"https://p.example/token","clientId":"pmo","version":"1.3","infoType":"JSON","sendsRule":true,"signature":"A","declaresPayments":false,
		"hasHookKey":false,"hookPath":"/api/einvoicing/hooks/x","createdAt":"` + instant + `"` + more + `}`
}

func transmissionJSON(state, more string) string {
	return `{"id":"` + transmissionID + `","operationId":"` + operationID + `","connectionId":"` + connectionID + `","connectionName":"Plateforme","invoiceId":"` + invoiceID + `","number":"COM-2026-0001",
		"billableEntityId":"` + clientID + `","billableEntityName":"Boulangerie","subject":"INVOICE","state":"` + state + `","resendable":false,"ended":true,"task":true,"attempts":0,
		"createdAt":"` + instant + `","updatedAt":"` + instant + `"` + more + `}`
}

func TestEInvoiceConnect(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"listOperationBillingEntities": pmotest.JSON(200, `[{"id":"`+issuerID+`","operationId":"`+operationID+`","name":"Commune","ownedByOperation":false,"vatRegime":"none","producerIds":[],"complete":true,"missing":[],"seriesCode":"COM","country":"FR"}]`),
		"createEInvoiceConnection":     pmotest.JSON(201, connectionJSON("")),
	})
	r := pmoctlWith("s3cret\n", "einvoice", "connect", "Commune", "--operation", "ACC00000001", "--name", "Plateforme", "--flow-url", "https://p.example/flow", "--token-url", "https://p.example/token",
		"--client-id", "pmo", "--version", "1.2", "--secret-stdin", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "id,seller,legal_number,platform,kind,version,active,flow_url,directory_url,calls,problem\n"+connectionID+",Commune,444608442,Plateforme,AFNOR,1.3,yes,https://p.example/flow,,,\n", r.out)
	require.JSONEq(t, `{"billingEntityId":"`+issuerID+`","name":"Plateforme","kind":"AFNOR","flowUrl":"https://p.example/flow","tokenUrl":"https://p.example/token","clientId":"pmo","secret":"s3cret","version":"1.2",
		"infoType":"JSON","signature":"A","sendsRule":true,"declaresPayments":false}`, s.Requests("createEInvoiceConnection")[0].Body)
}

func TestEInvoiceChange(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"listEInvoiceConnections": pmotest.JSON(200, "["+connectionJSON("")+"]"), "updateEInvoiceConnection": pmotest.JSON(200, connectionJSON(""))})
	r := pmoctl("einvoice", "change", "commune", "--operation", "ACC00000001", "--stop", "--directory-url", "")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"active":false,"directoryUrl":null}`, s.Requests("updateEInvoiceConnection")[0].Body)
	r = pmoctl("einvoice", "change", "Nobody", "--operation", "ACC00000001", "--start")
	require.Equal(t, 2, r.code)
	require.Contains(t, r.err, `0 connections have the name "Nobody"`)
}

func TestEInvoiceTest(t *testing.T) {
	signedIn(t, pmotest.Replies{"testEInvoiceConnection": pmotest.JSON(200, `{"works":false,"problem":{"kind":"BUSY","text":"later","at":"`+instant+`"}}`)})
	r := pmoctl("einvoice", "test", connectionID, "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, result{8, "works,problem\nno,BUSY later\n", "error: the platform does not answer as it should\n"}, r)
}

func TestEInvoiceSend(t *testing.T) {
	s := signedIn(t, pmotest.Replies{
		"listOperationInvoices":      pmotest.JSON(200, "["+invoiceJSON(invoiceID, "FINALIZED", `,"number":"COM-2026-0001"`)+"]"),
		"sendInvoicesElectronically": bulk(succeeded(invoiceID)),
	})
	r := pmoctl("einvoice", "send", "--all", "--operation", "ACC00000001", "--yes")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"invoicesIds":["`+invoiceID+`"]}`, s.Requests("sendInvoicesElectronically")[0].Body)
	require.Contains(t, r.err, "1 queued, 0 refused")
}

func TestEInvoiceStatus(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"listTransmissions": pmotest.JSON(200, "["+transmissionJSON("REFUSED", `,"refusedBy":"RECIPIENT","reasons":[{"code":"TX_TVA_ERR","text":"Taux"}],"statuses":[{"code":203,"at":"`+instant+`","reasons":[]},{"code":210,"at":"`+instant+`","reasons":[]}]`)+"]")})
	r := pmoctl("einvoice", "status", invoiceID, "--state", "refused", "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, 0, r.code, r.err)
	require.Equal(t, "id,number,client,subject,state,refused_by,reasons,statuses,by,attempts,problem,task,updated\n"+transmissionID+",COM-2026-0001,Boulangerie,INVOICE,REFUSED,RECIPIENT,TX_TVA_ERR  Taux,203 210,Plateforme,0,,yes,"+instant+"\n", r.out)
	for _, part := range []string{"state=REFUSED", "invoiceId=" + invoiceID} {
		require.Contains(t, s.Requests("listTransmissions")[0].URL, part)
	}
}

func TestEInvoiceLookup(t *testing.T) {
	signedIn(t, pmotest.Replies{"listEInvoiceConnections": pmotest.JSON(200, "["+connectionJSON("")+"]"),
		"listDirectoryLines": pmotest.JSON(200, `[{"scheme":"0225","address":"987654324","name":"BOULANGERIE","siren":"987654324","status":"ENABLED","portalOnly":false,"reachable":true}]`)})
	r := pmoctl("einvoice", "lookup", "987654324", "--operation", "ACC00000001", "-o", "csv")
	require.Equal(t, result{0, "address,name,siren,siret,routing_code,status,portal_only,reachable\n987654324,BOULANGERIE,987654324,,,ENABLED,no,yes\n", ""}, r)
}

func TestEInvoiceAddress(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"listEInvoiceConnections": pmotest.JSON(200, "["+connectionJSON("")+"]"), "keepDirectoryLine": pmotest.JSON(204, "")})
	r := pmoctl("einvoice", "address", invoiceID, "987654324_ACHATS", "--operation", "ACC00000001")
	require.Equal(t, 0, r.code, r.err)
	require.JSONEq(t, `{"billableEntityId":"`+invoiceID+`","scheme":"0225","address":"987654324_ACHATS"}`, s.Requests("keepDirectoryLine")[0].Body)
}

func TestEInvoiceRest(t *testing.T) {
	s := signedIn(t, pmotest.Replies{"deleteEInvoiceConnection": pmotest.JSON(204, ""), "lookAtEInvoiceConnection": pmotest.JSON(202, ""),
		"withdrawTransmission":    pmotest.JSON(200, transmissionJSON("WITHDRAWN", `,"reasons":[],"statuses":[]`)),
		"listCarrierMessages":     pmotest.JSON(200, `[{"connectionId":"`+connectionID+`","connectionName":"Plateforme","carrierId":"s_1","outcome":"UNMATCHED","number":"X-1","receivedAt":"`+instant+`"}]`),
		"listEInvoiceConnections": pmotest.JSON(200, "["+connectionJSON("")+"]")})
	for _, args := range [][]string{{"disconnect", connectionID}, {"look", connectionID}, {"withdraw", transmissionID}, {"messages"}, {"connections"}} {
		r := pmoctl(append(append([]string{"einvoice"}, args...), "--operation", "ACC00000001")...)
		require.Equal(t, 0, r.code, r.err)
	}
	require.Len(t, s.Requests("deleteEInvoiceConnection"), 1)
	require.Len(t, s.Requests("lookAtEInvoiceConnection"), 1)
}
