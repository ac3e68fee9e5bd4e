// Package paperwork gives an operation of the demo what its organizer has written, kept and sent.
package paperwork

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/library"
	"github.com/openpmo/pmo/core/paper"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/policy"
)

// signers is how many consumers of the operation have their agreement made; each but the last two has
// signed it, and agreed that its curves are read.
const signers = 6

// Office is who writes, by which use cases.
type Office struct {
	*httpapi.Services
	Organizer policy.Principal
}

// Seed writes what an organizer would on a day: agreements to take part, most of them signed, the accords
// that go with them, two documents for everybody, a message.
func (d Office) Seed(ctx context.Context, operationID id.ID, consumers []site.View, day civil.Date) error {
	var chosen []id.ID
	for _, one := range consumers {
		if one.Exit() == nil && len(chosen) < signers {
			chosen = append(chosen, one.ID)
		}
	}
	if len(chosen) < signers {
		return nil
	}
	made, err := d.Papers.Make(ctx, d.Organizer, paper.MakeInput{OperationID: operationID, Kind: paper.Agreement, SiteIDs: chosen})
	if err != nil {
		return err
	}
	first, err := d.copyOf(ctx, operationID, made[0].ID)
	if err != nil {
		return err
	}
	for _, one := range made[:len(made)-2] {
		signed, err := d.copyOf(ctx, operationID, one.ID)
		if err != nil {
			return err
		}
		in := paper.SignInput{Ref: paper.Ref{OperationID: operationID, PaperID: one.ID}, On: day, By: one.SiteName, File: signed}
		if _, err := d.Papers.Sign(ctx, d.Organizer, in); err != nil {
			return err
		}
		for _, purpose := range []consent.Purpose{consent.Curves, consent.Messages} {
			if _, err := d.Consents.Record(ctx, d.Organizer, consent.RecordInput{SiteID: one.SiteID, Purpose: purpose, Version: consent.Current(),
				Given: true, On: &day, Proof: "Convention de participation signée"}); err != nil {
				return err
			}
		}
	}
	return d.keep(ctx, operationID, chosen, library.File{Name: "Convention de participation (exemple).pdf", Size: first.Size, SHA256: first.SHA256, Open: first.Open})
}

// copyOf is a paper as a file that is handed in.
func (d Office) copyOf(ctx context.Context, operationID, paperID id.ID) (paper.File, error) {
	drawn, err := d.Papers.Download(ctx, d.Organizer, paper.Ref{OperationID: operationID, PaperID: paperID}, false)
	if err != nil {
		return paper.File{}, err
	}
	content, err := io.ReadAll(drawn.Content)
	if err := drawn.Content.Close(); err != nil {
		return paper.File{}, err
	}
	return paper.File(fileOf(drawn.Name, content)), err
}

// fileOf is content as a file that was received.
func fileOf(name string, content []byte) library.File {
	sum := sha256.Sum256(content)
	return library.File{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }}
}

const minutes = "Assemblée annuelle de Fougères Solaire\n\n" +
	"1. La clé de répartition reste celle de l’an dernier.\n" +
	"2. Le prix du kWh partagé ne change pas jusqu’au 31 décembre.\n" +
	"3. Prochaine réunion : au printemps, à la mairie.\n"

// keep files two documents that everybody reads, and tells those who were chosen.
func (d Office) keep(ctx context.Context, operationID id.ID, sites []id.ID, agreement library.File) error {
	folder, err := d.Library.CreateFolder(ctx, d.Organizer, operationID, "", "Vie de l’opération")
	if err != nil {
		return err
	}
	files := []library.File{fileOf("Compte rendu de l’assemblée.txt", []byte(minutes)), agreement}
	if _, err := d.Library.Upload(ctx, d.Organizer, operationID, folder.ID, files); err != nil {
		return err
	}
	if _, err := d.Library.Share(ctx, d.Organizer, library.ShareInput{OperationID: operationID, EntryID: folder.ID, Everyone: true}); err != nil {
		return err
	}
	_, err = d.Communication.Send(ctx, d.Organizer, communication.SendInput{OperationID: operationID, Recipients: sites,
		Draft: communication.Draft{Subject: "Compte rendu de l’assemblée", Body: "Bonjour,\n\nle compte rendu de l’assemblée est dans « Mes documents ».\n\nCamille Leroy"}})
	return err
}
