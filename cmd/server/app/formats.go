package app

import (
	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/enedis/gateway"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/adapters/dso/table"
)

// curveReader reads the files of all operators. SRD, SER and GREENALP send the layouts
// of acccsv; a file is known by its content, whoever sent it. What none of
// them knows may be a table of an unusual layout.
func curveReader() *files.Reader {
	return files.New(files.DefaultLimits(),
		enedis.OtherFlow{}, enedis.R63{}, enedis.CustomerCSV{}, enedis.CustomerXLSX{}, enedis.R15{}, gateway.Readings{},
		acccsv.Long{}, acccsv.Wide{},
		sibelga.Monthly{}, sibelga.WallClock(), sibelga.GMT(), sibelga.Portal{}).Otherwise(table.Format{})
}
