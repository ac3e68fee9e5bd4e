package perimeterfile

import (
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
)

// ended is the predecessor with its last day, which is asked of the operator.
func ended(before participant.Participant, l line) participant.Participant {
	after := before
	days := *before.Activation
	if days.IsOpen() {
		after.DsoStatus, after.DsoAction = folder.Asked, folder.ActionRemove
	}
	days.To = *l.entry
	after.Activation = &days
	return after
}

// place is what a successor has from its predecessor: what belongs to the meter and its address.
func place(before participant.Participant) participant.Participant {
	return participant.Participant{OperationID: before.OperationID, DsoID: before.DsoID, EnergyType: before.EnergyType, PADT: before.PADT,
		Segment: before.Segment, ProductionType: before.ProductionType, ContractPower: before.ContractPower, IsProsumer: before.IsProsumer,
		Address: before.Address, PostCode: before.PostCode, City: before.City, DepartmentCode: before.DepartmentCode, INSEECode: before.INSEECode,
		Position: before.Position}
}
