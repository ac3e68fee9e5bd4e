package fake

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes all
	return b.String()
}

func sided(a money.Cents) (string, string) {
	if a < 0 {
		return euros(-a), "DBIT"
	}
	return euros(a), "CRDT"
}

func euros(a money.Cents) string { return fmt.Sprintf("%d.%02d", int64(a)/100, int64(a)%100) }

// bookings are movements as they are booked: those of a batch on one day together.
func bookings(all []Movement) [][]Movement {
	var out [][]Movement
	for _, m := range all {
		if last := len(out) - 1; m.Batch != "" && last >= 0 && out[last][0].Batch == m.Batch {
			out[last] = append(out[last], m)
			continue
		}
		out = append(out, []Movement{m})
	}
	return out
}

// Camt053 is a statement of some movements, in version 02 or 08.
func Camt053(version string, account party.IBAN, on civil.Date, opening money.Cents, all []Movement) []byte {
	var b strings.Builder
	old := version == "02"
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	balance := func(code string, a money.Cents) {
		v, side := sided(a)
		say(`   <Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Dt><Dt>%s</Dt></Dt></Bal>`, code, v, side, on)
	}
	say(`<?xml version="1.0" encoding="UTF-8"?>`)
	say(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.%s">`, version)
	say(` <BkToCstmrStmt>`)
	say(`  <GrpHdr><MsgId>FAKE%s</MsgId><CreDtTm>%sT18:00:00</CreDtTm></GrpHdr>`, strings.ReplaceAll(on.String(), "-", ""), on)
	say(`  <Stmt><Id>%s</Id><CreDtTm>%sT18:00:00</CreDtTm><Acct><Id><IBAN>%s</IBAN></Id><Ccy>EUR</Ccy></Acct>`, strings.ReplaceAll(on.String(), "-", ""), on, account)
	sum := money.Cents(0)
	for _, m := range all {
		sum += m.Amount
	}
	balance("OPBD", opening)
	balance("CLBD", opening+sum)
	for _, booked := range bookings(all) {
		total := money.Cents(0)
		for _, m := range booked {
			total += m.Amount
		}
		v, side := sided(total)
		status := "<Cd>BOOK</Cd>"
		if old {
			status = "BOOK"
		}
		say(`   <Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts>%s</Sts><BookgDt><Dt>%s</Dt></BookgDt><AcctSvcrRef>%s</AcctSvcrRef>`, v, side, status, booked[0].On, booked[0].Reference)
		say(`    <NtryDtls>`)
		if len(booked) > 1 {
			say(`     <Btch><NbOfTxs>%d</NbOfTxs></Btch>`, len(booked))
		}
		for _, m := range booked {
			b.WriteString(details(m, old))
		}
		say(`    </NtryDtls>`)
		say(`   </Ntry>`)
	}
	say(`  </Stmt>`)
	say(` </BkToCstmrStmt>`)
	say(`</Document>`)
	return []byte(b.String())
}

func details(m Movement, old bool) string {
	v, side := sided(m.Amount)
	endToEnd := m.EndToEndID
	if endToEnd == "" {
		endToEnd = "NOTPROVIDED"
	}
	amount := fmt.Sprintf(`<Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>`, v, side)
	name := "<Pty><Nm>" + escaped(m.Payer) + "</Nm></Pty>"
	if old {
		amount, name = fmt.Sprintf(`<AmtDtls><TxAmt><Amt Ccy="EUR">%s</Amt></TxAmt></AmtDtls>`, v), "<Nm>"+escaped(m.Payer)+"</Nm>"
	}
	who := "Dbtr"
	if m.Amount < 0 && m.Return == "" {
		who = "Cdtr"
	}
	out := fmt.Sprintf(`     <TxDtls><Refs><AcctSvcrRef>%s</AcctSvcrRef><EndToEndId>%s</EndToEndId></Refs>%s<RltdPties><%s>%s</%s>`, m.Reference, escaped(endToEnd), amount, who, name, who)
	if m.PayerIBAN != "" {
		out += fmt.Sprintf(`<%sAcct><Id><IBAN>%s</IBAN></Id></%sAcct>`, who, m.PayerIBAN, who)
	}
	out += "</RltdPties>"
	switch {
	case m.Communication != "":
		out += `<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>BBA</Issr></Tp><Ref>` + escaped(m.Communication) + `</Ref></CdtrRefInf></Strd></RmtInf>`
	case m.Text != "":
		out += `<RmtInf><Ustrd>` + escaped(m.Text) + `</Ustrd></RmtInf>`
	}
	if m.Return != "" {
		out += `<RtrInf><Rsn><Cd>` + m.Return + `</Cd></Rsn></RtrInf>`
	}
	return out + "</TxDtls>\n"
}
