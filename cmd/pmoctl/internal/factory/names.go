package factory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

var uuid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// IsID reports whether a name is an id already.
func IsID(name string) bool { return uuid.MatchString(strings.ToLower(name)) }

// OperationFlag adds the flag that names the operation. Without it the default holds.
func OperationFlag(cmd *cobra.Command) *string {
	return cmd.Flags().String("operation", "", "the operation: id, externalId (ACC00000001) or exact name (default: that of the context)")
}

// At is a client of the server and the id of the operation that name means.
func (f *Factory) At(ctx context.Context, name string) (*pmo.ClientWithResponses, pmo.Id, error) {
	c, err := f.Client()
	if err != nil {
		return nil, "", err
	}
	id, err := f.Operation(ctx, name)
	return c, id, err
}

// Written is what the flags or the file of a command say, to be sent, and a client of the server.
func (f *Factory) Written(body *fields.Body) (c *pmo.ClientWithResponses, content io.Reader, err error) {
	raw, err := body.JSON(f.In)
	if err != nil {
		return nil, nil, err
	}
	c, err = f.Client()
	return c, bytes.NewReader(raw), err
}

// WrittenAt is Written, and the id of the operation that name means.
func (f *Factory) WrittenAt(ctx context.Context, name string, body *fields.Body) (c *pmo.ClientWithResponses, operation pmo.Id, content io.Reader, err error) {
	c, content, err = f.Written(body)
	if err != nil {
		return nil, "", nil, err
	}
	operation, err = f.Operation(ctx, name)
	return c, operation, content, err
}

// Operation is the id of the operation that name means: id, externalId or exact
// name, in this order; "" is the default operation. A name that two operations share is
// refused.
func (f *Factory) Operation(ctx context.Context, name string) (pmo.Id, error) {
	if name == "" {
		var err error
		if name, err = f.defaultOperation(); err != nil {
			return "", err
		}
	}
	if IsID(name) {
		return strings.ToLower(name), nil
	}
	c, err := f.Client()
	if err != nil {
		return "", err
	}
	list, err := pmo.OK(c.ListOperationsWithResponse(ctx, nil))
	if pmo.HasKey(err, "list.tooLong") {
		list, err = pmo.OK(c.ListOperationsWithResponse(ctx, &pmo.ListOperationsParams{Q: &name}))
	}
	if err != nil {
		return "", err
	}
	for _, o := range *list {
		if strings.EqualFold(o.ExternalId, name) {
			return o.Id, nil
		}
	}
	return only("operation", name, *list,
		func(o pmo.Operation) bool { return o.Name == name },
		func(o pmo.Operation) (pmo.Id, string) { return o.Id, o.ExternalId + " " + o.Name })
}

// Participant is the id of a site of an operation, by id, PRM or EAN. A meter
// that was several participants one after the other must be named by id.
func (f *Factory) Participant(ctx context.Context, operationID pmo.Id, name string) (pmo.Id, error) {
	if IsID(name) {
		return strings.ToLower(name), nil
	}
	sites, err := f.sites(ctx, operationID)
	if err != nil {
		return "", err
	}
	return only("participant", name, sites,
		func(p pmo.Participant) bool { return p.DsoId == name },
		func(p pmo.Participant) (pmo.Id, string) { return p.Id, p.Name + " " + Period(p.ActivationRange) })
}

// Participants are the ids of several sites.
func (f *Factory) Participants(ctx context.Context, operationID pmo.Id, names []string) ([]pmo.Id, error) {
	ids := make([]pmo.Id, len(names))
	for i, name := range names {
		id, err := f.Participant(ctx, operationID, name)
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	return ids, nil
}

// sites are the participants of an operation, read once per run.
func (f *Factory) sites(ctx context.Context, operationID pmo.Id) ([]pmo.Participant, error) {
	if list, ok := f.participants[operationID]; ok {
		return list, nil
	}
	c, err := f.Client()
	if err != nil {
		return nil, err
	}
	list, _, err := pmo.Collect(c.OperationParticipants(ctx, operationID, pmo.ListOperationParticipantsParams{}))
	if err != nil {
		return nil, err
	}
	if f.participants == nil {
		f.participants = map[pmo.Id][]pmo.Participant{}
	}
	f.participants[operationID] = list
	return list, nil
}

// SiteNames are the names of the participants of an operation by id, for tables
// whose answers hold ids only.
func (f *Factory) SiteNames(ctx context.Context, operationID pmo.Id) (map[pmo.Id]string, error) {
	sites, err := f.sites(ctx, operationID)
	names := make(map[pmo.Id]string, len(sites))
	for _, s := range sites {
		names[s.Id] = s.Name
	}
	return names, err
}

// Plan is the id of a plan, by id or exact name.
func (f *Factory) Plan(ctx context.Context, operationID pmo.Id, name string) (pmo.Id, error) {
	return byName(f, "plan", name, func(c *pmo.ClientWithResponses) (*[]pmo.Plan, error) {
		return pmo.OK(c.ListOperationPlansWithResponse(ctx, operationID, nil))
	}, func(p pmo.Plan) (pmo.Id, string) { return p.Id, p.Name })
}

// Issuer is the id of an issuer (billing entity), by id or exact name.
func (f *Factory) Issuer(ctx context.Context, operationID pmo.Id, name string) (pmo.Id, error) {
	return byName(f, "issuer", name, func(c *pmo.ClientWithResponses) (*[]pmo.BillingEntity, error) {
		return pmo.OK(c.ListOperationBillingEntitiesWithResponse(ctx, operationID, nil))
	}, func(e pmo.BillingEntity) (pmo.Id, string) { return e.Id, e.Name })
}

// BillingClient is the id of a client of invoices (billable entity), by id or exact name.
func (f *Factory) BillingClient(ctx context.Context, operationID pmo.Id, name string) (pmo.Id, error) {
	return byName(f, "client", name, func(c *pmo.ClientWithResponses) (*[]pmo.BillableEntity, error) {
		return pmo.OK(c.ListOperationBillableEntitiesWithResponse(ctx, operationID, nil))
	}, func(e pmo.BillableEntity) (pmo.Id, string) { return e.Id, e.Name })
}

func byName[T any](f *Factory, kind, name string, list func(*pmo.ClientWithResponses) (*[]T, error), of func(T) (pmo.Id, string)) (pmo.Id, error) {
	if IsID(name) {
		return strings.ToLower(name), nil
	}
	c, err := f.Client()
	if err != nil {
		return "", err
	}
	all, err := list(c)
	if err != nil {
		return "", err
	}
	return only(kind, name, *all, func(v T) bool { _, n := of(v); return n == name }, of)
}

// only is the one object that fits. None and several are errors that say so.
func only[T any](kind, name string, all []T, fits func(T) bool, tell func(T) (pmo.Id, string)) (pmo.Id, error) {
	var found pmo.Id
	var several []string
	for _, v := range all {
		if fits(v) {
			id, text := tell(v)
			found = id
			several = append(several, id+" "+strings.TrimSpace(text))
		}
	}
	switch len(several) {
	case 0:
		return "", fmt.Errorf("no %s %q", kind, name)
	case 1:
		return found, nil
	}
	return "", fmt.Errorf("%q means %d %ss, give the id of one: %s", name, len(several), kind, strings.Join(several, "; "))
}

// SetSites puts the ids of sites into a body when they are given.
func (f *Factory) SetSites(ctx context.Context, body *fields.Body, field string, operationID pmo.Id, names []string) error {
	if len(names) == 0 {
		return nil
	}
	ids, err := f.Participants(ctx, operationID, names)
	if err == nil {
		body.Set(field, ids)
	}
	return err
}

// Period is an activation range in words of dates, open ends left out.
func Period(r pmo.ActivationRange) string {
	var from, to string
	if r.Entry != nil {
		from = r.Entry.String()
	}
	if r.Exit != nil {
		to = r.Exit.String()
	}
	if from+to == "" {
		return ""
	}
	return from + ".." + to
}

// Target is the operation, and one site of it when participant is not "".
func (f *Factory) Target(ctx context.Context, operation, participant string) (operationID, siteID pmo.Id, err error) {
	if operationID, err = f.Operation(ctx, operation); err != nil || participant == "" {
		return operationID, "", err
	}
	siteID, err = f.Participant(ctx, operationID, participant)
	return operationID, siteID, err
}

// Run is the id of a bill run of an operation, by id or "last".
func (f *Factory) Run(ctx context.Context, operationID pmo.Id, name string) (pmo.Id, error) {
	if name != "last" {
		return strings.ToLower(name), nil
	}
	c, err := f.Client()
	if err != nil {
		return "", err
	}
	reply, err := c.GetLastOperationBillRunWithResponse(ctx, operationID)
	if err == nil && reply.StatusCode() == http.StatusNoContent {
		return "", errors.New("there was no run yet")
	}
	run, err := pmo.OK(reply, err)
	if err != nil {
		return "", err
	}
	return run.Id, nil
}
