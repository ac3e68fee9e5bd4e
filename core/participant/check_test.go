package participant_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/party"
)

// valid is a site of a French operation with all that must be there.
func valid() participant.Participant {
	return participant.Participant{Name: "École", EnergyType: participant.Consumer, DsoID: "99100000000017",
		EntityType: party.PartOther, Address: "1 rue du Val", PostCode: "35300", City: "Fougères"}
}

// TestWhatIsWrongWithASite: each rule alone, at its field.
func TestWhatIsWrongWithASite(t *testing.T) {
	t.Parallel()
	sound := valid()
	require.Empty(t, sound.Check(dso.Enedis).Items)
	watts := func(w int64) *int64 { return &w }
	for name, c := range map[string]struct {
		change func(*participant.Participant)
		want   string // key at field; "" = sound
	}{
		"no name but blanks":         {func(p *participant.Participant) { p.Name = "  " }, "field.required at name"},
		"name of 120 letters":        {func(p *participant.Participant) { p.Name = strings.Repeat("é", 120) }, ""},
		"name of 121":                {func(p *participant.Participant) { p.Name = strings.Repeat("é", 121) }, "field.tooLong at name"},
		"phone of 31":                {func(p *participant.Participant) { p.Phone = strings.Repeat("1", 31) }, "field.tooLong at phone"},
		"neither side":               {func(p *participant.Participant) { p.EnergyType = "prosumer" }, "energyType.unknown at energyType"},
		"number too short":           {func(p *participant.Participant) { p.DsoID = "9910000000001" }, "prm.length at dsoId"},
		"PADT too short":             {func(p *participant.Participant) { p.PADT = "123" }, "padt.length at padt"},
		"segment that is none":       {func(p *participant.Participant) { p.Segment = "C6" }, "segment.unknown at segment"},
		"segment of a consumer":      {func(p *participant.Participant) { p.Segment = participant.SegmentC5 }, ""},
		"segment of a producer":      {func(p *participant.Participant) { p.Segment = participant.SegmentP4Total }, "segment.otherEnergyType at segment"},
		"no sort of entity":          {func(p *participant.Participant) { p.EntityType = "" }, "field.required at entityType"},
		"nobody was asked for it":    {func(p *participant.Participant) { p.EntityType, p.EntityTypeOpen = "", true }, ""},
		"sort of entity unknown":     {func(p *participant.Participant) { p.EntityType = "NONE" }, "entityType.unknown at entityType"},
		"means of a consumer":        {func(p *participant.Participant) { p.ProductionType = participant.Solar }, "productionType.consumer at productionTypeId"},
		"means of a prosumer":        {func(p *participant.Participant) { p.ProductionType, p.IsProsumer = participant.Hydro, true }, ""},
		"means that are none":        {func(p *participant.Participant) { p.ProductionType = 4 }, "productionType.unknown at productionTypeId"},
		"power below nothing":        {func(p *participant.Participant) { p.ContractPower = watts(-1) }, "contractPower.invalid at contractPower"},
		"power of 100 MW":            {func(p *participant.Participant) { p.ContractPower = watts(100_000_000) }, ""},
		"power of more":              {func(p *participant.Participant) { p.ContractPower = watts(100_000_001) }, "contractPower.invalid at contractPower"},
		"no address":                 {func(p *participant.Participant) { p.Address = "" }, "address.required at address"},
		"Belgian post code":          {func(p *participant.Participant) { p.PostCode = "1000" }, "postCode.invalid at postCode"},
		"no post code":               {func(p *participant.Participant) { p.PostCode = "" }, ""},
		"department of 4 characters": {func(p *participant.Participant) { p.DepartmentCode = "0035" }, "departmentCode.invalid at departmentCode"},
		"Corsica in small letters":   {func(p *participant.Participant) { p.DepartmentCode, p.INSEECode = "2a", "2a004" }, ""},
		"INSEE code of 4":            {func(p *participant.Participant) { p.INSEECode = "3511" }, "inseeCode.invalid at inseeCode"},
		"commune of another":         {func(p *participant.Participant) { p.DepartmentCode, p.INSEECode = "35", "53130" }, "inseeCode.otherDepartment at inseeCode"},
		"treasury of 201":            {func(p *participant.Participant) { p.Treasury = strings.Repeat("t", 201) }, "field.tooLong at treasury"},
		"tag with a comma":           {func(p *participant.Participant) { p.Tags = []string{"a,b"} }, "tags.invalid at tags"},
		"e-mail":                     {func(p *participant.Participant) { p.Email = "nobody" }, "email.invalid at email"},
		"SIRET":                      {func(p *participant.Participant) { p.SIRET = "12345678901234" }, "siret.invalid at siret"},
		"producer without entry day": {func(p *participant.Participant) { p.EnergyType = participant.Producer }, "producer.notCommissioned at entry"},
	} {
		p := valid()
		c.change(&p)
		got := ""
		if wrong := p.Check(dso.Enedis); len(wrong.Items) > 0 {
			require.Len(t, wrong.Items, 1, name)
			got = wrong.Items[0].Key + " at " + wrong.Items[0].Field
		}
		require.Equal(t, c.want, got, name)
	}
}

// TestASiteIsStoredTrimmedAndInItsCountrysForm: blanks go, an address of mail is in small letters,
// and the number of an enterprise is that of the country.
func TestASiteIsStoredTrimmedAndInItsCountrysForm(t *testing.T) {
	t.Parallel()
	p := valid()
	p.Name, p.Email, p.SIRET = " École ", "Camille@EX.org", "444 608 442 13631"
	require.Empty(t, p.Check(dso.Enedis).Items)
	require.Equal(t, []string{"École", "camille@ex.org", "44460844213631"}, []string{p.Name, p.Email, p.SIRET})
	belgian := valid()
	belgian.DsoID, belgian.PostCode, belgian.SIRET = "541448911700000004", "1000", "0403.170.701"
	require.Empty(t, belgian.Check(dso.Sibelga).Items)
	require.Equal(t, "0403170701", belgian.SIRET)
	require.Equal(t, "ean.alreadyUsed", participant.NumberUsed(dso.Sibelga, belgian.DsoID).Key)
	require.Equal(t, "prm.alreadyUsed", participant.NumberUsed(dso.Enedis, p.DsoID).Key)
}

// TestOneThingThatIsWrongIsSaidByItself: several are one refusal with all of them.
func TestOneThingThatIsWrongIsSaidByItself(t *testing.T) {
	t.Parallel()
	var wrong fault.List
	require.NoError(t, participant.Refusal(participant.ErrInvalid, wrong))
	wrong.Add(participant.ErrSegmentSide)
	require.ErrorIs(t, participant.Refusal(participant.ErrInvalid, wrong), participant.ErrSegmentSide)
	wrong.Add(participant.ErrContractPower)
	require.Equal(t, "participant.invalid", fault.KeyOf(participant.Refusal(participant.ErrInvalid, wrong)))
}

// TestTheDaysOfASite: from the first to the last day, both included as people write them.
func TestTheDaysOfASite(t *testing.T) {
	t.Parallel()
	first, last := civil.NewDate(2026, 1, 1), civil.NewDate(2026, 6, 30)
	none, err := participant.ActivationOf(nil, nil)
	require.NoError(t, err)
	require.Nil(t, none)
	_, err = participant.ActivationOf(nil, &last)
	require.ErrorIs(t, err, participant.ErrEntryRequired)
	_, err = participant.ActivationOf(&last, &first)
	require.ErrorIs(t, err, participant.ErrReversed)
	open, err := participant.ActivationOf(&first, nil)
	require.NoError(t, err)
	require.Equal(t, civil.Range{From: first, To: civil.Forever}, *open)
	p := participant.Participant{Activation: open}
	require.Equal(t, &first, p.Entry())
	require.Nil(t, p.Exit())
	p.Activation, err = participant.ActivationOf(&first, &last)
	require.NoError(t, err)
	require.Equal(t, &last, p.Exit())
	require.True(t, p.ActiveOn(last))
	require.False(t, p.ActiveOn(last+1))
	require.True(t, p.ActiveIn(civil.Range{From: last, To: civil.Forever}))
	require.False(t, p.ActiveIn(civil.Range{From: last + 1, To: civil.Forever}))
	require.Nil(t, participant.Participant{}.Entry())
}

// TestFromWhenANumberIsTaken: on the days of its site; while there is no entry date from the day
// on which it was asked for, in the operator's zone; not at all once that was refused.
func TestFromWhenANumberIsTaken(t *testing.T) {
	t.Parallel()
	asked := time.Date(2026, 11, 19, 23, 30, 0, 0, time.UTC)
	p := participant.Participant{DsoID: "1", CreatedAt: asked}
	require.Equal(t, civil.Range{From: civil.NewDate(2026, 11, 20), To: civil.Forever}, p.Occupies(civil.Paris).Period)
	refused := p
	refused.DsoStatus = folder.DataError
	require.True(t, refused.Occupies(civil.Paris).Period.IsEmpty())
	p.Activation = &civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.NewDate(2026, 7, 1)}
	require.Equal(t, *p.Activation, p.Occupies(civil.Paris).Period)
}

// TestAProsumerIsOnBothSides.
func TestAProsumerIsOnBothSides(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		side               participant.EnergyType
		prosumer           bool
		consumes, produces bool
	}{{participant.Consumer, false, true, false}, {participant.Producer, false, false, true}, {participant.Consumer, true, true, true}, {participant.Producer, true, true, true}} {
		p := participant.Participant{EnergyType: c.side, IsProsumer: c.prosumer}
		require.Equal(t, []bool{c.consumes, c.produces, c.consumes, c.produces},
			[]bool{p.Consumes(), p.Produces(), p.Plays(participant.Consumer), p.Plays(participant.Producer)}, c)
	}
}

// TestTheEntryDateIsConfirmedByTheSiteInForce: and by no other word; another date is to be
// confirmed again.
func TestTheEntryDateIsConfirmedByTheSiteInForce(t *testing.T) {
	t.Parallel()
	at := func(d civil.Date) *civil.Range { return &civil.Range{From: d, To: civil.Forever} }
	first := civil.NewDate(2026, 1, 1)
	known := participant.Participant{Activation: at(first), EntryDateKnown: true}
	for name, c := range map[string]struct {
		p      participant.Participant
		before *participant.Participant
		want   bool
	}{
		"in force":          {participant.Participant{Activation: at(first), DsoStatus: folder.InForce}, nil, true},
		"asked for":         {participant.Participant{Activation: at(first), DsoStatus: folder.Asked}, nil, false},
		"in force, no date": {participant.Participant{DsoStatus: folder.InForce}, nil, false},
		"the same date":     {participant.Participant{Activation: at(first), DsoStatus: folder.Asked}, &known, true},
		"another date":      {participant.Participant{Activation: at(first + 1), DsoStatus: folder.Asked}, &known, false},
	} {
		c.p.Confirm(c.before)
		require.Equal(t, c.want, c.p.EntryDateKnown, name)
	}
}

// TestTheWordsOfAFolder: what nobody said is asked for; words that nobody knows are refused where
// they take the place of others, and written in capitals.
func TestTheWordsOfAFolder(t *testing.T) {
	t.Parallel()
	var p participant.Participant
	p.Ask()
	require.Equal(t, []string{folder.Asked, folder.ActionCreate}, []string{p.DsoStatus, p.DsoAction})
	p.DsoStatus = strings.ToLower(folder.InForce)
	var wrong fault.List
	p.CheckWords(&wrong, participant.Participant{})
	require.Empty(t, wrong.Items)
	require.Equal(t, folder.InForce, p.DsoStatus)
	p.DsoStatus, p.DsoAction = "unheard", "of"
	p.CheckWords(&wrong, participant.Participant{DsoAction: "of"})
	require.Len(t, wrong.Items, 1, "what is stored stays")
	require.Equal(t, "dsoStatus.unknown", wrong.Items[0].Key)
	require.Equal(t, folder.Of("unheard", "of", nil), participant.Participant{DsoStatus: "unheard", DsoAction: "of"}.Folder())
}
