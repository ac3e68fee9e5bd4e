package pdf

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/openpmo/pmo/adapters/pdf/letters"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/balance"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/report"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

var _ report.Drawer = Renderer{}

// account is a report being drawn.
type account struct {
	flow
	words
	s report.Sheet
}

// DrawReport draws a report of a site or of an operation: figures, bars, and what is not known. The same
// sheet gives the same bytes.
func (Renderer) DrawReport(s report.Sheet) ([]byte, error) { return drawReport(s, true) }

func drawReport(s report.Sheet, compress bool) ([]byte, error) {
	a := &account{flow: newFlow(s.Theme.Readable(), compress), words: words{language: s.Language}, s: s}
	at := time.Unix(int64(s.Made)*24*60*60, 0).UTC()
	a.pdf.SetCreationDate(at)
	a.pdf.SetModificationDate(at)
	a.pdf.SetTitle(letters.Printable(a.title()+" – "+s.Operation), true)
	a.pdf.SetAuthor(letters.Printable(s.PMO), true)
	a.pdf.SetCreator("pmo", true)
	a.pdf.SetLang(s.Language)
	a.page()
	a.head()
	if s.Site != nil {
		a.site(*s.Site)
	} else {
		a.whole(*s.Whole)
	}
	a.lacks()
	a.feet(a.title() + " · " + s.Operation)
	var out bytes.Buffer
	if err := a.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("pdf: draw report of %s: %w", s.Operation, err)
	}
	return out.Bytes(), nil
}

// tell is a text of the area reports; pairs are names and their values.
func (a *account) tell(key string, pairs ...any) string {
	params := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		params[pairs[i].(string)] = pairs[i+1]
	}
	return catalogues.Text(a.language, "reports", key, params)
}

func (a *account) title() string {
	if a.s.Site != nil {
		return a.tell("site.title")
	}
	return a.tell("operation.title")
}

// head says what the report is of, in which period, and who made it when.
func (a *account) head() {
	a.text(style{"", 9, quiet}, left, a.y, a.s.Operation)
	a.y = a.paragraph(style{"B", 17, a.primary}, left, a.y+6, fullWidth, 7.5, a.title())
	of := a.period(a.s.Days.From, a.s.Days.Last())
	if site := a.s.Site; site != nil {
		of = site.Name + " · " + siteID(site.DsoID) + " · " + of
	}
	a.y = a.paragraph(style{"B", 10.5, ink}, left, a.y+1, fullWidth, 5, of)
	made := a.tell("made", "day", a.long(a.s.Made))
	if a.s.PMO != "" {
		made = a.s.PMO + " · " + made
	}
	a.text(label, left, a.y+0.5, made)
	a.y += 9
}

// row is a figure beside its name.
type row struct{ name, value string }

// group writes figures under a heading, two side by side.
func (a *account) group(heading string, rows []row, notes ...string) {
	const step = 13.0
	a.need(8 + step)
	a.text(a.heading.sized(11), left, a.y, heading)
	a.y += 7
	for n, r := range rows {
		x := left
		if n%2 == 1 {
			x = column - 6
		} else {
			a.need(step)
		}
		a.text(label, x, a.y, a.short(label, r.name, halfWidth))
		a.text(a.fit(style{"B", 13, ink}, r.value, halfWidth), x, a.y+3.6, r.value)
		if n%2 == 1 || n == len(rows)-1 {
			a.y += step
		}
	}
	for _, note := range notes {
		a.need(9)
		a.y = a.paragraph(style{"", 8.5, quiet}, left, a.y, fullWidth, 4.2, note) + 1
	}
	a.y += 4
}

// grained prints an energy as finely as its figure is read.
func grained(e, grain energy.MilliWh) string {
	decimals := 0
	for unit := energy.KilowattHour; unit > grain && decimals < 3; unit /= 10 {
		decimals++
	}
	shift := int64(1)
	for n := decimals; n < 6; n++ {
		shift *= 10
	}
	return decimal(int64(energy.Round(e, grain))/shift, decimals, decimals) + noBreak + "kWh"
}

func kWhOf(e energy.MilliWh) string { return grained(e, energy.Grain(e)) }

// part prints a rate of 0 to 1 in percent with one decimal.
func part(rate float64) string {
	return decimal(int64(math.Round(rate*1000)), 1, 0) + noBreak + "%"
}

func kilos(kg float64) string { return decimal(int64(math.Round(kg*10)), 1, 0) + noBreak + "kg" }

// site fills the two pages of a site: its energy, then what that is worth and how it is shared.
func (a *account) site(s report.Site) {
	if s.Used != nil {
		a.group(a.tell("site.used"), a.side(*s.Used, "used"))
	}
	if s.Made != nil {
		a.group(a.tell("site.made"), a.side(*s.Made, "made"))
	}
	if kg := s.CO2Kg(); kg != nil {
		a.group(a.tell("co2"), []row{{a.tell("co2.saved"), kilos(*kg)}}, a.tell("co2.note"))
	}
	of := "used"
	if s.Used == nil {
		of = "made"
	}
	a.bars(a.tell("bars." + of))
	a.page()
	if s.Economy != nil {
		a.worth(*s.Economy)
	}
	var asked []row
	if s.Consumes {
		asked = append(asked, row{a.tell("money.received"), euros(s.Asked())})
	}
	if s.Made != nil {
		asked = append(asked, row{a.tell("money.issued"), euros(s.Issued.Net)})
	}
	tax := "money.taxed"
	if s.Professional || !s.Consumes {
		tax = "money.untaxed"
	}
	a.group(a.tell("money"), asked, a.tell(tax), a.tell("money.note"))
	a.sharing()
}

// side is what one side of a site used or made, and where it came from or went.
func (a *account) side(b balance.Balance, side string) []row {
	rows := []row{{a.tell(side + ".whole"), grained(b.Whole, b.Grain)}, {a.tell(side + ".rate"), part(b.Rate)},
		{a.tell(side + ".shared"), grained(b.Shared, b.Grain)}, {a.tell(side + ".grid"), grained(b.Grid, b.Grain)}}
	if b.Unknown > 0 {
		rows = append(rows, row{a.tell("unknown"), grained(b.Unknown, b.Grain)})
	}
	return rows
}

// worth is both bills and what lies between them.
func (a *account) worth(e economy.Estimate) {
	name, saved := "economy.saved", e.Economy
	if saved < 0 {
		name, saved = "economy.dearer", -saved
	}
	rows := []row{{a.tell(name), euros(saved)}}
	if e.Rate != nil {
		rows = append(rows, row{a.tell("economy.rate"), part(math.Abs(*e.Rate))})
	}
	rows = append(rows, row{a.tell("economy.without"), euros(e.Without)}, row{a.tell("economy.with"), euros(e.With)},
		row{a.tell("economy.local"), euros(e.Local)}, row{a.tell("economy.fixed"), euros(e.Fixed)})
	tax := "money.taxed"
	if a.s.Site.Professional {
		tax = "money.untaxed"
	}
	a.group(a.tell("economy"), rows, a.tell("economy.note", "count", e.Counted), a.tell(tax))
}

// sharing is how the key in force treats the site.
func (a *account) sharing() {
	s := a.s.Site.Sharing
	if s == nil {
		return
	}
	rows := []row{{a.tell("key.method"), a.method(string(s.Config.Type))}}
	switch {
	case s.Percentage != nil:
		rows = append(rows, row{a.tell("key.part"), decimal(int64(*s.Percentage), 4, 0) + noBreak + "%"})
	case s.Parts > 0 && s.PartsOfAll > 0:
		rows = append(rows, row{a.tell("key.parts"), strconv.FormatInt(s.Parts, 10) + " / " + strconv.FormatInt(s.PartsOfAll, 10)})
	case s.Parts > 0:
		rows = append(rows, row{a.tell("key.parts"), strconv.FormatInt(s.Parts, 10)})
	case s.Priority > 0:
		rows = append(rows, row{a.tell("key.priority"), strconv.FormatInt(s.Priority, 10) + " / " + strconv.Itoa(s.Priorities)})
	}
	rows = append(rows, row{a.tell("key.sites"), strconv.Itoa(s.Sites)})
	a.group(a.tell("key"), rows, a.tell("key.note", "day", a.long(s.Day)))
}

func (a *account) method(of string) string {
	return catalogues.Text(a.language, "enums", "AllocationAlgorithm."+of, nil)
}

// whole fills the pages of an operation.
func (a *account) whole(w report.Whole) {
	a.group(a.tell("members"), []row{{a.tell("members.consumers"), strconv.Itoa(w.Consumers)}, {a.tell("members.producers"), strconv.Itoa(w.Producers)},
		{a.tell("members.entered"), strconv.Itoa(w.Entered)}, {a.tell("members.left"), strconv.Itoa(w.Left)}})
	a.group(a.tell("operation.energy"), a.energies(w.Figures))
	if w.Figures.CO2Kg != nil {
		a.group(a.tell("co2"), []row{{a.tell("co2.saved"), kilos(*w.Figures.CO2Kg)}}, a.tell("co2.note"))
	}
	a.bars(a.tell("bars.made"))
	a.page()
	a.group(a.tell("operation.money"), []row{{a.tell("operation.net"), euros(w.Sold.Net)}, {a.tell("operation.gross"), euros(w.Sold.Gross)},
		{a.tell("operation.collected"), euros(w.Sold.Collected)}, {a.tell("operation.invoices"), strconv.Itoa(w.Invoices)}}, a.tell("money.note"))
	a.perimeter(w)
	if w.Key != nil {
		a.group(a.tell("key"), []row{{a.tell("key.method"), a.method(string(w.Key.Type))}}, a.tell("key.note", "day", a.long(a.s.Made)))
	}
}

// energies are those of the metrics, what is not known left out.
func (a *account) energies(m dashboard.Metrics) (rows []row) {
	for _, of := range []struct {
		nature metering.Nature
		key    string
	}{{metering.Prod, "produced"}, {metering.Conso, "consumed"}, {metering.Autoconso, "shared"}, {metering.Surplus, "surplus"}} {
		if v, ok := m.Values[of.nature]; ok {
			rows = append(rows, row{a.tell("operation." + of.key), kWhOf(v.Energy)})
		}
	}
	for _, of := range []struct {
		rate *float64
		key  string
	}{{m.SelfConsumption, "selfConsumption"}, {m.SelfProduction, "selfProduction"}, {m.Coverage, "coverage"}} {
		if of.rate != nil {
			rows = append(rows, row{a.tell("operation." + of.key), part(*of.rate)})
		}
	}
	return rows
}

// perimeter is how far apart the sites lie and how much the producers can make, beside what the law allows.
func (a *account) perimeter(w report.Whole) {
	var rows []row
	var notes []string
	if e := w.Extent; e.Metres != nil {
		rows = append(rows, row{a.tell("perimeter.distance"), decimal((*e.Metres+5)/10, 2, 2) + noBreak + "km"})
		for _, l := range e.Limits {
			held := "perimeter.beyond"
			if l.Within {
				held = "perimeter.within"
			}
			notes = append(notes, a.tell(held, "name", catalogues.Text(a.language, "enums", "DistanceLimitName."+string(l.Name), nil), "kilometres", l.Metres/1000))
		}
	}
	if e := w.Extent; e.Producers > len(e.Powerless) {
		rows = append(rows, row{a.tell("perimeter.power"), decimal(e.Watts, 3, 0) + noBreak + "kW"})
		if e.Cap != nil {
			rows = append(rows, row{a.tell("perimeter.cap"), decimal(e.Cap.Watts, 3, 0) + noBreak + "kW"})
		}
	}
	if len(rows) > 0 {
		a.group(a.tell("perimeter"), rows, notes...)
	}
}

// bars are the days of a month or the months of a year: all, and in front of it what was shared. A day that
// is not known is a pale column, not an empty one.
func (a *account) bars(heading string) {
	const height, foot = 42.0, 7.0
	if len(a.s.Bars) == 0 {
		return
	}
	a.need(height + 22)
	a.text(a.heading.sized(11), left, a.y, heading)
	a.legend(a.y + 6)
	most := energy.MilliWh(0)
	for _, b := range a.s.Bars {
		if b.All != nil {
			most = max(most, *b.All)
		}
	}
	step := axisStep(most)
	steps := max(1, int((most+step-1)/step))
	base, x0 := a.y+12+height, left+axisWidth
	width := fullWidth - axisWidth
	for i := 0; i <= steps; i++ {
		y := base - height*float64(i)/float64(steps)
		a.line(x0, y, x0+width, 0.12, rule)
		a.right(small.sized(6.5), x0-1.5, y-1.2, decimal(int64(step)*int64(i), 6, 0))
	}
	full, slot := float64(step)*float64(steps), width/float64(len(a.s.Bars))
	for i, b := range a.s.Bars {
		x, w := x0+slot*(float64(i)+0.14), slot*0.72
		if b.All == nil || b.Shared == nil {
			a.fill(x, base-height, w, height, tint)
			continue
		}
		all := height * float64(*b.All) / full
		a.fill(x, base-all, w, all, rule)
		inside := min(height*float64(*b.Shared)/full, all)
		a.fill(x, base-inside, w, inside, shared)
	}
	a.line(x0, base, x0+width, 0.25, quiet)
	a.axis(x0, base, slot)
	a.y = base + foot + 4
}

func (a *account) legend(y float64) {
	x := left
	for _, of := range []struct {
		colour colour
		key    string
	}{{shared, "legend.shared"}, {rule, "legend.rest"}, {tint, "legend.unknown"}} {
		text := a.tell(of.key)
		a.fill(x, y+0.4, 3, 2.2, of.colour)
		a.text(label, x+4, y, text)
		x += a.width(label, text) + 10
	}
	a.right(label, rightEdge, y, "kWh")
}

// axis names some days or months below the bars, as many as stand apart.
func (a *account) axis(x0, base, slot float64) {
	st, every := small.sized(6.5), 1
	for slot*float64(every) < 9.5 {
		every++
	}
	for i := 0; i < len(a.s.Bars); i += every {
		text := numeric(a.s.Bars[i].From)[:5]
		if a.s.Period.IsYear() {
			text = numeric(a.s.Bars[i].From)[3:]
		}
		a.middle(st, x0+slot*(float64(i)+0.5), base+1.2, text)
	}
}

// lacks are what the report would say, and what is not known.
func (a *account) lacks() {
	if len(a.s.Lacks) == 0 {
		return
	}
	a.need(14)
	a.text(a.heading.sized(11), left, a.y, a.tell("lacks"))
	a.y += 7
	for _, l := range a.s.Lacks {
		since := civil.Date(0)
		if l.Since != nil {
			since = *l.Since
		}
		text := "– " + a.tell("lack."+string(l.Kind), "count", l.Count, "day", a.long(since))
		a.need(6)
		a.y = a.paragraph(style{"", 9, ink}, left, a.y, fullWidth, 4.4, text) + 0.8
	}
}
