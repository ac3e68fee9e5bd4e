package peppol

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/id"
)

// Folders hands e-invoices over in folders below one of the server, which a gateway empties: each as
// <our id>.xml with <our id>.json beside it, in out; what was sent is moved to done, what failed to error,
// with <our id>.txt that says why.
type Folders struct {
	*Carrier
	root string // "" = the server has none
}

var (
	_ einvoicing.Carrier  = Folders{}
	_ einvoicing.Follower = Folders{}
)

// NewFolders makes it; the rest is as of other access points.
func NewFolders(c *Carrier, root string) Folders { return Folders{c, root} }

const (
	outbox, sentBox, failedBox = "out", "done", "error"
	maxWhy                     = 4 << 10
)

func (f Folders) box(to einvoicing.Connection, name string) (string, error) {
	if f.root == "" {
		return "", trouble(einvoicing.TroubleForbidden, 0, "the server has no folder for gateways (PMO_EINVOICING_FOLDER)")
	}
	return filepath.Join(f.root, to.Peppol.Folder, name), nil
}

// about is what stands beside an e-invoice.
type about struct {
	Sender   string `json:"sender"`
	Receiver string `json:"receiver"`
	DocType  string `json:"documentType"`
	Process  string `json:"process"`
	Country  string `json:"country"`
	Key      string `json:"key"`
	FileName string `json:"fileName"`
	SHA256   string `json:"sha256"`
}

// Submit writes both files, the e-invoice last and under its name only when it is whole: a gateway that
// sees it sees all of it. The same once more is the same file.
func (f Folders) Submit(_ context.Context, to einvoicing.Connection, o einvoicing.Outgoing) (string, error) {
	if o.Syntax != einvoicing.SyntaxUBL {
		return "", trouble(einvoicing.TroubleRefused, 0, "Peppol takes UBL, no "+string(o.Syntax))
	}
	box, err := f.box(to, outbox)
	if err != nil {
		return "", err
	}
	beside, err := json.Marshal(about{Participant(o.Sender), Participant(o.Receiver), documentType(o), processID, country, string(o.TrackingID), o.FileName, o.SHA256})
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(box, 0o700); err != nil {
		return "", trouble(einvoicing.TroubleUnavailable, 0, err.Error())
	}
	for _, file := range []struct {
		ext     string
		content []byte
	}{{".json", beside}, {".xml", o.Content}} {
		name := filepath.Join(box, string(o.TrackingID)+file.ext)
		if err := write(name, file.content); err != nil {
			return "", trouble(einvoicing.TroubleUnavailable, 0, err.Error())
		}
	}
	return string(o.TrackingID), nil
}

// write makes a file whole or not at all.
func write(name string, content []byte) error {
	part, err := os.CreateTemp(filepath.Dir(name), ".part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	err = errors.Join(err, part.Sync(), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), name)
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	return err
}

// Find looks for what was handed over, wherever it stands by now.
func (f Folders) Find(ctx context.Context, to einvoicing.Connection, trackingID id.ID) ([]einvoicing.Flow, error) {
	flow, err := f.Follow(ctx, to, trackingID, "")
	var t *einvoicing.Trouble
	if errors.As(err, &t) && t.Kind == einvoicing.TroubleRefused {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []einvoicing.Flow{flow}, nil
}

// Follow says in which folder an e-invoice stands.
func (f Folders) Follow(_ context.Context, to einvoicing.Connection, trackingID id.ID, _ string) (einvoicing.Flow, error) {
	out := einvoicing.Flow{CarrierID: string(trackingID), TrackingID: string(trackingID), UpdatedAt: f.now().UTC()}
	for _, name := range []string{failedBox, sentBox, outbox} {
		box, err := f.box(to, name)
		if err != nil {
			return out, err
		}
		_, err = os.Stat(filepath.Join(box, string(trackingID)+".xml"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return out, trouble(einvoicing.TroubleUnavailable, 0, err.Error())
		}
		switch name {
		case failedBox:
			why, _ := os.ReadFile(filepath.Join(box, string(trackingID)+".txt")) // without one nobody said why
			out.Ack, out.Reasons = einvoicing.AckError, []einvoicing.Reason{{Code: failedBox, Text: trouble("", 0, string(why[:min(len(why), maxWhy)])).Text}}
		case sentBox:
			out.Ack, out.Delivered = einvoicing.AckOK, true
		default:
			out.Ack = einvoicing.AckPending
		}
		return out, nil
	}
	return out, trouble(einvoicing.TroubleRefused, 0, "the e-invoice stands in no folder")
}

// Test makes the folder, and looks ourselves up.
func (f Folders) Test(ctx context.Context, to einvoicing.Connection) error {
	box, err := f.box(to, outbox)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(box, 0o700); err != nil {
		return trouble(einvoicing.TroubleUnavailable, 0, err.Error())
	}
	return f.lookup.test(ctx, to)
}
