package fake

import (
	"bufio"
	"fmt"
	"io"

	"github.com/openpmo/pmo/core/civil"
)

// lowVoltage is the power up to which a site is of the segments C5 and P4 (domain 3.5).
const lowVoltage = 36_000 // W

// WritePerim writes who takes part on a day as a perimeter file (domain 4.2), with what
// Folder says of each site. Names and places are invented.
func (o *Operator) WritePerim(w io.Writer, today civil.Date) error {
	out := bufio.NewWriter(w)
	if _, err := out.WriteString("prm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action\n"); err != nil {
		return err
	}
	for i, m := range o.meters {
		kind, name, segment, padt := "C", fmt.Sprintf("Consommateur %03d", i+1), "C5", ""
		if m.PowerW > lowVoltage {
			segment = "C4"
		}
		if m.Producer {
			kind, name, segment, padt = "P", fmt.Sprintf("Producteur %03d", i+1), "P4 en totalité", fmt.Sprintf("PADT%06d", i+1)
			if m.PowerW > lowVoltage {
				segment = "P3"
			}
		}
		status, action := o.Folder(m.DsoID, today)
		_, err := fmt.Fprintf(out, "%s;%s;%s;%s;%d rue des Essais;67000;Strasbourg;%s;%s;%s;%s;%s\n", m.DsoID, padt, kind, name,
			i+1, segment, entry(m.Period), exit(m.Period), status, action)
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// PerimName is the name of a perimeter file of a day.
func (o *Operator) PerimName(today civil.Date) string {
	return fmt.Sprintf("PERIM_%s_%s.csv", o.name, compact(today))
}

func entry(r civil.Range) string {
	if r.From <= civil.Min {
		return "2024-01-01"
	}
	return r.From.String()
}

func exit(r civil.Range) string {
	if r.IsOpen() {
		return ""
	}
	return r.Last().String()
}
