package curve

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
)

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
