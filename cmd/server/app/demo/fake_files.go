package demo

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/cmd/server/app/demo/bank"
	"github.com/openpmo/pmo/cmd/server/app/demo/platform"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// fakeFiles is what the operator FAKE is to write, and what is to go wrong.
type fakeFiles struct {
	operation, month, today, format, out string
	seed                                 uint64
	consumers, producers, repeat         int
	unequal                              bool
	gaps, silent, correctives, says      []string
}

// FakeCommand writes files as operators send them, to try imports with: the perimeter and
// the curves of a month, with every trouble that FAKE can play (domain 4.3).
func FakeCommand() *cobra.Command {
	var f fakeFiles
	var formats []string
	for _, one := range fake.Formats() {
		formats = append(formats, string(one))
	}
	cmd := &cobra.Command{Use: "fake", Short: "Write the files of a made-up operator for a month, to try imports with", Args: cobra.NoArgs,
		Example: "  pmo-server fake --operation ACC00000002 --month 2026-10 --out files\n" +
			"  pmo-server fake --format R63 --gap 99000000000001=2026-10-12..2026-10-14 --repeat 50",
		RunE: func(cmd *cobra.Command, _ []string) error {
			names, err := f.write(time.Now())
			if err != nil {
				return err
			}
			for _, name := range names {
				fmt.Fprintln(cmd.OutOrStdout(), name)
			}
			return nil
		}}
	cmd.AddCommand(platform.Command())
	flags := cmd.Flags()
	flags.StringVar(&f.operation, "operation", "ACC00000099", "its external id; one of the demo has the demo's sites")
	flags.StringVar(&f.month, "month", "", "YYYY-MM; the last one when not given")
	flags.StringVar(&f.today, "today", "", "the day on which the operator writes, YYYY-MM-DD; today when not given")
	flags.StringVar(&f.format, "format", string(fake.ACCLong), "one of "+strings.Join(formats, ", "))
	flags.StringVar(&f.out, "out", ".", "folder for the files")
	flags.Uint64Var(&f.seed, "seed", 1, "another one makes other curves")
	flags.IntVar(&f.consumers, "consumers", 5, "how many consumers, up to 500")
	flags.IntVar(&f.producers, "producers", 1, "how many producers, up to 50")
	flags.StringSliceVar(&f.gaps, "gap", nil, "days of a site that are left out: PRM=2026-10-12..2026-10-14")
	flags.StringSliceVar(&f.correctives, "corrective", nil, "site whose values are a quarter too low until they are definitive")
	flags.StringSliceVar(&f.silent, "no-trail", nil, "site whose meter is not read: NO_TRAIL_ERR, no curve")
	flags.StringSliceVar(&f.says, "says", nil, "what the operator says of a site: PRM=STATUS/ACTION")
	flags.IntVar(&f.repeat, "repeat", 0, "write every so many lines of a text file twice")
	flags.BoolVar(&f.unequal, "unequal", false, "with another value the second time")
	cmd.AddCommand(bank.Command())
	return cmd
}

// write makes the files and tells their paths.
func (f fakeFiles) write(now time.Time) (paths []string, err error) {
	month, today, err := f.days(now)
	if err != nil {
		return nil, err
	}
	sites := f.sites()
	switches, err := f.switches(sites)
	if err != nil {
		return nil, err
	}
	operator := fake.New(f.operation, f.seed, civil.Paris, sites, switches...)
	var readings []curvefile.Readings
	for _, set := range operator.Datasets(month.Range(), today) {
		readings = append(readings, set.Readings...)
	}
	if len(readings) == 0 {
		return nil, fmt.Errorf("nothing is measured in %s on %s", month, today)
	}
	files, err := operator.Files(fake.Format(f.format), month, readings)
	if err != nil {
		return nil, err
	}
	if _, ok := f.demo(); !ok { // the demo's sites have names already
		var perimeter bytes.Buffer
		if err := operator.WritePerim(&perimeter, today); err != nil {
			return nil, err
		}
		files = append(files, fake.File{Name: operator.PerimName(today), Content: perimeter.Bytes()})
	}
	if err := os.MkdirAll(f.out, 0o750); err != nil {
		return nil, err
	}
	for _, file := range files {
		path := filepath.Join(f.out, file.Name)
		if err := os.WriteFile(path, file.Content, 0o600); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func (f fakeFiles) days(now time.Time) (month civil.Month, today civil.Date, err error) {
	today = civil.Paris.DateOf(now)
	if f.today != "" {
		if today, err = civil.ParseDate(f.today); err != nil {
			return 0, 0, fmt.Errorf("--today %s: want a day, as 2026-11-20", f.today)
		}
	}
	month = civil.MonthOf(today) - 1
	if f.month != "" {
		if month, err = civil.ParseMonth(f.month); err != nil {
			return 0, 0, fmt.Errorf("--month %s: want a month, as 2026-10", f.month)
		}
	}
	return month, today, nil
}

// demo is the operation of the demo that is meant, if one is.
func (f fakeFiles) demo() (demoOperation, bool) {
	i := slices.IndexFunc(demoOperations, func(o demoOperation) bool { return o.externalID == f.operation })
	if i < 0 {
		return demoOperation{}, false
	}
	return demoOperations[i], true
}

func (f *fakeFiles) sites() []fake.Site {
	if o, ok := f.demo(); ok {
		f.seed = o.seed
		return o.meters()
	}
	return fake.Sites(f.operation, f.seed, min(max(f.consumers, 1), 500), min(max(f.producers, 0), 50))
}

// switches reads what is to go wrong. A number that no site has is refused: nothing would
// go wrong, without a word.
func (f fakeFiles) switches(sites []fake.Site) (out []fake.Switch, err error) {
	var wrong []error
	site := func(flag, dsoID string) string {
		if !slices.ContainsFunc(sites, func(s fake.Site) bool { return s.DsoID == dsoID }) {
			wrong = append(wrong, fmt.Errorf("--%s: no site has the number %q; the first is %s", flag, dsoID, sites[0].DsoID))
		}
		return dsoID
	}
	for _, one := range f.gaps {
		dsoID, days, _ := strings.Cut(one, "=")
		first, last, _ := strings.Cut(days, "..")
		from, err := civil.ParseDate(first)
		to, err2 := civil.ParseDate(last)
		r, err3 := civil.Inclusive(from, to)
		if errors.Join(err, err2, err3) != nil {
			wrong = append(wrong, fmt.Errorf("--gap %s: want PRM=2026-10-12..2026-10-14", one))
			continue
		}
		out = append(out, fake.Gap(site("gap", dsoID), r))
	}
	for _, dsoID := range f.correctives {
		out = append(out, fake.LateCorrective(site("corrective", dsoID), func(civil.Date) bool { return true }))
	}
	for _, dsoID := range f.silent {
		out = append(out, fake.NoTrailError(site("no-trail", dsoID)))
	}
	for _, one := range f.says {
		dsoID, said, _ := strings.Cut(one, "=")
		status, action, ok := strings.Cut(said, "/")
		if !ok {
			wrong = append(wrong, fmt.Errorf("--says %s: want PRM=STATUS/ACTION", one))
		}
		out = append(out, fake.Says(site("says", dsoID), status, action))
	}
	if f.repeat > 0 {
		out = append(out, fake.RepeatedRows(f.repeat, f.unequal))
	}
	return out, errors.Join(wrong...)
}
