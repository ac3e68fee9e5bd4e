package curve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newMapping(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "mapping", Short: "Answers that hold for all files with one header", Aliases: []string{"mappings"}}
	cmd.AddCommand(newMappingList(f), newMappingSave(f), newMappingDelete(f))
	return cmd
}

func newMappingList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the mappings of an operation", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListFileMappingsWithResponse(cmd.Context(), id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, mappingTable(*list))
	}
	return cmd
}

func mappingTable(list []pmo.FileMapping) *output.Table {
	t := output.NewTable("id", "name", "header", "fingerprint", "clock", "labels", "nature", "unit", "columns")
	for _, m := range list {
		header := ""
		if m.Header != nil {
			header = strings.Join(*m.Header, " ")
		}
		t.Add(m.Id, m.Name, header, m.Fingerprint, output.Or(m.Answers.Zone), output.Or(m.Answers.Labels), output.Or(m.Answers.Nature),
			output.Or(m.Answers.Unit), columnsOf(m.Answers))
	}
	return t
}

func columnsOf(a pmo.FileAnswers) string {
	if a.Columns == nil {
		return ""
	}
	var all []string
	for _, c := range *a.Columns {
		words := []string{fmt.Sprintf("%d", c.Index)}
		for _, word := range []string{output.Or(c.Role), output.Or(c.DsoId), output.Or(c.Nature), output.Or(c.Unit)} {
			if word != "" {
				words = append(words, word)
			}
		}
		all = append(all, strings.Join(words, " "))
	}
	return strings.Join(all, "; ")
}

type saveOptions struct {
	operation, like, fingerprint string
	header, mappings             []string
}

func newMappingSave(f *factory.Factory) *cobra.Command {
	var o saveOptions
	cmd := &cobra.Command{
		Use:   "save NAME",
		Short: "Remember answers for all files like one, under a name",
		Long: `Remember answers for all files of the operation that have the header of --like. A
mapping of that name is changed. Leave the site out where files of several sites have
the same header.

` + answersHelp,
		Example: "  pmoctl curve mapping save 'Onduleur de la mairie' --operation ACC00000001 --like onduleur.csv --mapping onduleur.yaml",
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.like, "like", "", "a file with the header that is meant")
	cmd.Flags().StringVar(&o.fingerprint, "fingerprint", "", "of the header, as curve preview tells it")
	mappingFlag(cmd, &o.mappings)
	_ = cmd.MarkFlagRequired("mapping")
	cmd.MarkFlagsOneRequired("like", "fingerprint")
	cmd.MarkFlagsMutuallyExclusive("like", "fingerprint")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.operation = *operation
		return saveMapping(cmd.Context(), f, args[0], o)
	}
	return cmd
}

func saveMapping(ctx context.Context, f *factory.Factory, name string, o saveOptions) error {
	answers, err := oneAnswer(f, o.mappings)
	if err != nil {
		return err
	}
	if o.like != "" {
		if o.fingerprint, o.header, err = headerOf(ctx, f, o); err != nil {
			return err
		}
	}
	c, id, err := f.At(ctx, o.operation)
	if err != nil {
		return err
	}
	known, err := pmo.OK(c.ListFileMappingsWithResponse(ctx, id, nil))
	if err != nil {
		return err
	}
	for _, m := range *known {
		if m.Name == name && m.Fingerprint == o.fingerprint {
			reply, err := c.UpdateFileMappingWithResponse(ctx, id, m.Id, nil, pmo.FileMappingUpdate{Answers: &answers})
			changed, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, mappingTable([]pmo.FileMapping{*changed}))
		}
	}
	in := pmo.FileMappingInput{Name: name, Fingerprint: o.fingerprint, Answers: answers}
	if len(o.header) > 0 {
		in.Header = &o.header
	}
	reply, err := c.CreateFileMappingWithResponse(ctx, id, nil, in)
	made, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, mappingTable([]pmo.FileMapping{*made}))
}

// oneAnswer reads the answers of a mapping: there is one set of them.
func oneAnswer(f *factory.Factory, paths []string) (answers pmo.FileAnswers, err error) {
	if len(paths) != 1 {
		return answers, exit.Usagef("one --mapping is wanted, these are %d", len(paths))
	}
	all, err := answersIn(paths[0], f.In)
	if err != nil {
		return answers, err
	}
	if len(all) != 1 {
		return answers, exit.Usagef("%s holds %d sets of answers, one is wanted", paths[0], len(all))
	}
	if err := json.Unmarshal(all[0], &answers); err != nil {
		return answers, exit.Usagef("%s: %v", paths[0], err)
	}
	return answers, nil
}

// headerOf asks the server for the fingerprint of a file's header and its columns.
func headerOf(ctx context.Context, f *factory.Factory, o saveOptions) (fingerprint string, header []string, err error) {
	end, result, err := look(ctx, f, []string{o.like}, importOptions{operation: o.operation, dryRun: true, wait: factory.Waiting{Limit: lookTime}})
	if err != nil {
		return "", nil, err
	}
	if result == nil {
		return "", nil, f.PrintImport(end)
	}
	if result.Files != nil {
		for _, file := range *result.Files {
			if file.Fingerprint == nil {
				continue
			}
			for _, column := range file.Columns {
				header = append(header, column.Header)
			}
			return *file.Fingerprint, header, nil
		}
	}
	return "", nil, exit.Usagef("%s is of a layout that is known: it needs no mapping", o.like)
}

func newMappingDelete(f *factory.Factory) *cobra.Command {
	yes := false
	cmd := &cobra.Command{Use: "delete NAME|ID", Short: "Forget a mapping; imports that used it stay as they are", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		c, id, err := f.At(ctx, *operation)
		if err != nil {
			return err
		}
		known, err := pmo.OK(c.ListFileMappingsWithResponse(ctx, id, nil))
		if err != nil {
			return err
		}
		for _, m := range *known {
			if m.Name != args[0] && m.Id != args[0] {
				continue
			}
			if err := f.Confirm(ctx, yes, fmt.Sprintf("Forget the mapping %q", m.Name)); err != nil {
				return err
			}
			return pmo.Done(c.DeleteFileMappingWithResponse(ctx, id, m.Id, nil))
		}
		return exit.Usagef("there is no mapping %q", args[0])
	}
	return cmd
}

const answersHelp = `Answers say what the file does not:

  fileName: onduleur.csv      # the one file that is meant; left out = each
  year: 2025                  # of the first date
  zone: LEGAL                 # LEGAL, UTC or UTC_PLUS_1
  labels: START               # START or END
  dateOrder: DMY              # DMY, MDY or YMD
  stepChange: ROWS_MISSING    # lines further apart than the others: ROWS_MISSING or NEW_STEP
  decimalMark: COMMA          # what 2.188 is: POINT (decimals) or COMMA (thousands)
  lastLine: CUT               # a last line without a line end: WHOLE or CUT (left out)
  meterIndex: VALUES          # values that hardly ever fall: VALUES of steps, or the INDEX of a meter (refused)
  sheet: Injection            # the one sheet of a workbook that is meant; leaveOut: true leaves it out
  nature: Prod                # of all columns that do not say theirs
  unit: KW                    # W, KW, MW, WH, KWH or MWH, likewise
  columns:
    - {index: 1, role: VALUE, dsoId: "14-digit number", nature: Prod, unit: KW}`

func mappingFlag(cmd *cobra.Command, paths *[]string) {
	cmd.Flags().StringArrayVar(paths, "mapping", nil, "answers about files of an unusual layout: a YAML or JSON file, - for standard input")
	_ = cmd.MarkFlagFilename("mapping", "yaml", "yml", "json")
}

// answersIn reads answers from a file: one object or a list of them. A mapping as the
// server lists it gives its answers.
func answersIn(path string, stdin io.Reader) ([]json.RawMessage, error) {
	raw, err := fields.Read(path, stdin)
	if err != nil {
		return nil, err
	}
	var content any
	if err := yaml.Unmarshal(raw, &content); err != nil {
		return nil, exit.Usagef("%s is neither YAML nor JSON: %v", path, err)
	}
	list, ok := content.([]any)
	if !ok {
		list = []any{content}
	}
	var all []json.RawMessage
	for _, one := range list {
		object, ok := one.(map[string]any)
		if !ok {
			return nil, exit.Usagef("%s holds no answers: an object or a list of objects is wanted", path)
		}
		if inner, ok := object["answers"].(map[string]any); ok {
			object = inner
		}
		text, err := json.Marshal(object)
		if err != nil {
			return nil, exit.Usagef("%s: %v", path, err)
		}
		all = append(all, text)
	}
	return all, nil
}
