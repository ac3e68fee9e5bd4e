package site

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/party"
)

// Patch is a field of an update: not given leaves it unchanged, given without a
// value clears it.
type Patch[T any] struct {
	Given bool
	Value *T
}

// Set is a patch with a value.
func Set[T any](v T) Patch[T] { return Patch[T]{Given: true, Value: &v} }

// Clear is a patch that empties the field.
func Clear[T any]() Patch[T] { return Patch[T]{Given: true} }

// UpdateInput is what may change; nil and not given are unchanged. The number and
// the energy type of a site never change: another meter is another participant.
type UpdateInput struct {
	ParticipantID  id.ID
	IfVersion      int // 0 = not asked
	Name           *string
	Segment        *participant.Segment
	EntityType     *party.EntityType
	ProductionType *participant.ProductionType
	IsProsumer     *bool
	PADT           Patch[string]
	ContractPower  Patch[int64] // W
	Address        Patch[string]
	PostCode       Patch[string]
	City           Patch[string]
	DepartmentCode Patch[string]
	INSEECode      Patch[string]
	ExternalID     Patch[string]
	Position       party.PositionChange
	Identity       Patch[string]
	Email          Patch[string]
	Phone          Patch[string]
	SIRET          Patch[string]
	Treasury       Patch[string]
	Tags           *[]string         // in place of those there; nil = unchanged
	Entry, Exit    Patch[civil.Date] // first and last day
	BilledUntil    Patch[civil.Date] // the last day that another tool billed
	DsoStatus      Patch[string]     // as stored, or not given: see RecordAnswer
	DsoAction      Patch[string]
	UserEmail      Patch[string] // whose account is to see the site, when its holder agrees; cleared = nobody
}

func text(p Patch[string]) string {
	if p.Value == nil {
		return ""
	}
	return *p.Value
}

func put[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

func (in UpdateInput) apply(p *participant.Participant) {
	put(&p.Name, in.Name)
	put(&p.Segment, in.Segment)
	put(&p.EntityType, in.EntityType)
	put(&p.ProductionType, in.ProductionType)
	put(&p.IsProsumer, in.IsProsumer)
	put(&p.Tags, in.Tags)
	if in.ContractPower.Given {
		p.ContractPower = in.ContractPower.Value
	}
	if in.BilledUntil.Given {
		p.BilledUntil = in.BilledUntil.Value
	}
	for _, one := range []struct {
		patch Patch[string]
		to    *string
	}{
		{in.PADT, &p.PADT}, {in.Address, &p.Address}, {in.PostCode, &p.PostCode}, {in.City, &p.City},
		{in.Identity, &p.Identity}, {in.Email, &p.Email}, {in.Phone, &p.Phone}, {in.SIRET, &p.SIRET}, {in.Treasury, &p.Treasury},
		{in.DepartmentCode, &p.DepartmentCode}, {in.INSEECode, &p.INSEECode}, {in.ExternalID, &p.ExternalID},
	} {
		if one.patch.Given {
			*one.to = text(one.patch)
		}
	}
}

// checkWords refuses other words of the folder than those that are stored: what the operator
// answers is recorded by RecordAnswer.
func (in UpdateInput) checkWords(before participant.Participant) error {
	switch {
	case in.DsoStatus.Given && text(in.DsoStatus) != before.DsoStatus:
		return participant.ErrRecordedApart.At("dsoStatus")
	case in.DsoAction.Given && text(in.DsoAction) != before.DsoAction:
		return participant.ErrRecordedApart.At("dsoAction")
	}
	return nil
}

// move sets the dates, and what a last day means for the folder.
func (in UpdateInput) move(p *participant.Participant) error {
	if !in.Entry.Given && !in.Exit.Given {
		return nil
	}
	entry, exit := p.Entry(), p.Exit()
	hadExit := exit != nil
	if in.Entry.Given {
		entry = in.Entry.Value
	}
	if in.Exit.Given {
		exit = in.Exit.Value
	}
	days, err := participant.ActivationOf(entry, exit)
	if err != nil {
		return err
	}
	p.Activation = days
	switch {
	case exit != nil && !hadExit:
		p.DsoStatus, p.DsoAction = folder.Asked, folder.ActionRemove
	case exit == nil && hadExit && p.DsoAction == folder.ActionRemove:
		p.DsoStatus, p.DsoAction = folder.Asked, folder.ActionCreate
		if p.EntryDateKnown {
			p.DsoStatus = folder.InForce
		}
	}
	return nil
}
