package coefficientset_test

import (
	"bytes"
	"testing"

	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
)

type senders struct{ *coretest.Senders }

func newSenders(t *testing.T, operator dso.Operator) senders {
	t.Helper()
	return senders{coretest.NewSenders(t, operator)}
}

func (w senders) imports(dryRun bool, files ...coefficientset.NamedFile) ([]coefficientset.CoefficientSet, error) {
	return w.CoefficientSet.ImportCoefficients(w.T.Context(), w.Organizer,
		coefficientset.ImportCoefficientsInput{OperationID: w.Operation, Files: files, DryRun: dryRun})
}

func named(name string, content []byte) coefficientset.NamedFile {
	return coefficientset.NamedFile{Name: name, Content: bytes.NewReader(content)}
}
