// Package api holds the command that calls any path of the API.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type options struct {
	method, path, operation string
	input                   string
	headers, queries        []string
	paginate, include       bool
}

var methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead}

// New is the command.
func New(f *factory.Factory) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "api METHOD PATH",
		Short: "Call any path of the API",
		Long: `Call any path of the API (openapi/openapi.gen.json, or /api of the server), signed in
as every other command. The answer is printed as it comes; a refusal ends as one of
any other command. {operationId} in the path stands for --operation, or for the
default operation.

--paginate reads all pages of a list and prints one array.`,
		Example: `  pmoctl api GET /operations --jq '.[].externalId'
  pmoctl api GET '/operations/{operationId}/participants' --operation ACC00000001 --paginate
  pmoctl api GET /admin/operations --query 'range=[0,24]'
  pmoctl api PUT '/operations/{operationId}' --input change.json --header 'If-Match: "7"'
  echo '{"name":"nuit"}' | pmoctl api POST /tokens --input -`,
		Args: cobra.ExactArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return methods, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.input, "input", "", "a file that is the body, - for standard input")
	cmd.Flags().StringArrayVarP(&o.headers, "header", "H", nil, "a header, as 'If-Match: \"7\"'")
	cmd.Flags().StringArrayVarP(&o.queries, "query", "q", nil, "a parameter of the query, as status=DRAFT")
	cmd.Flags().BoolVar(&o.paginate, "paginate", false, "read all pages of a list (GET)")
	cmd.Flags().BoolVarP(&o.include, "include", "i", false, "print status and headers of the answer on standard error")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.method, o.path, o.operation = strings.ToUpper(args[0]), args[1], *operation
		return call(cmd.Context(), f, cmd.Flags().Changed("output"), o)
	}
	return cmd
}

func call(ctx context.Context, f *factory.Factory, formatGiven bool, o options) error {
	switch {
	case !slices.Contains(methods, o.method):
		return exit.Usagef("the method is one of %s, not %q", strings.Join(methods, ", "), o.method)
	case o.paginate && o.method != http.MethodGet:
		return exit.Usagef("--paginate reads: it goes with GET only")
	case formatGiven && f.Format != output.FormatJSON:
		return exit.Usagef("api prints answers as they come: -o json or --jq, not -o %s", f.Format)
	}
	f.Format = output.FormatJSON
	q, err := question(o)
	if err != nil {
		return err
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	if strings.Contains(q.path, operationPlace) {
		id, err := f.Operation(ctx, o.operation)
		if err != nil {
			return err
		}
		q.path = strings.ReplaceAll(q.path, operationPlace, id)
	}
	if o.input != "" {
		body, closing, err := bodyOf(o.input, f.In)
		if err != nil {
			return err
		}
		defer closing()
		q.body = body
	}
	if o.paginate {
		return allPages(ctx, f, c, q, o.include)
	}
	reply, err := q.ask(ctx, c)
	if err != nil {
		return err
	}
	defer func() { _ = reply.Body.Close() }()
	if o.include {
		tellHeaders(f, reply)
	}
	return print(f, reply)
}

// operationPlace stands for the id of the operation.
const operationPlace = "{operationId}"

// asked is a request before it is sent.
type asked struct {
	method, path string
	query        url.Values
	header       http.Header
	body         io.Reader
}

// question reads path, parameters and headers.
func question(o options) (asked, error) {
	path, query, _ := strings.Cut(o.path, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return asked{}, exit.AsUsage(fmt.Errorf("the query of the path: %w", err))
	}
	for _, one := range o.queries {
		name, value, ok := strings.Cut(one, "=")
		if !ok || name == "" {
			return asked{}, exit.Usagef("--query %q is not name=value", one)
		}
		values.Add(name, value)
	}
	header := http.Header{}
	if o.input != "" {
		header.Set("Content-Type", "application/json")
	}
	for _, one := range o.headers {
		name, value, ok := strings.Cut(one, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return asked{}, exit.Usagef("--header %q is not 'Name: value'", one)
		}
		header.Set(name, strings.TrimSpace(value))
	}
	return asked{method: o.method, path: path, query: values, header: header}, nil
}

func (q asked) ask(ctx context.Context, c *pmo.ClientWithResponses) (*http.Response, error) {
	path := q.path
	if len(q.query) > 0 {
		path += "?" + q.query.Encode()
	}
	reply, err := c.Call(ctx, q.method, path, q.header, q.body)
	if err != nil && reply == nil && strings.Contains(err.Error(), "is not a path") {
		return nil, exit.AsUsage(err)
	}
	return reply, err
}

// bodyOf is a file, read while it is sent.
func bodyOf(name string, stdin io.Reader) (io.Reader, func(), error) {
	if name == "-" {
		return stdin, func() {}, nil
	}
	file, err := os.Open(name) //nolint:gosec // the person names the file
	if err != nil {
		return nil, nil, exit.AsUsage(fmt.Errorf("--input: %w", err))
	}
	return file, func() { _ = file.Close() }, nil
}

// print prints an answer: JSON in the format asked for, all else as it is. A refusal is
// the error of the command.
func print(f *factory.Factory, reply *http.Response) error {
	kind, _, _ := mime.ParseMediaType(reply.Header.Get("Content-Type"))
	isJSON := kind == "application/json" || strings.HasSuffix(kind, "+json")
	if reply.StatusCode >= http.StatusBadRequest {
		raw, err := io.ReadAll(reply.Body)
		if err != nil {
			return err
		}
		return pmo.Refused(reply.StatusCode, raw)
	}
	if isJSON {
		raw, err := io.ReadAll(reply.Body)
		if err != nil || len(raw) == 0 {
			return err
		}
		return f.Print(raw, output.NewTable())
	}
	if f.OnTerminal() && reply.ContentLength != 0 && !strings.HasPrefix(kind, "text/") {
		return exit.Usagef("the answer is %s: send it to a file, with > name", kind)
	}
	if f.OnTerminal() {
		raw, err := io.ReadAll(reply.Body)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(raw)) {
			_, _ = fmt.Fprintln(f.Out, output.Plain(strings.TrimRight(line, "\r\n")))
		}
		return nil
	}
	_, err := io.Copy(f.Out, reply.Body)
	return err
}

func tellHeaders(f *factory.Factory, reply *http.Response) {
	f.Note("%s", reply.Status)
	names := make([]string, 0, len(reply.Header))
	for name := range reply.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range reply.Header[name] {
			f.Note("%s: %s", name, value)
		}
	}
}

// mostRows is what a page holds at most.
const mostRows = 1000

// allPages reads the pages of a list one after the other and prints their rows as one
// array. A list that is too long in one piece is asked for in pages.
func allPages(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, q asked, include bool) error {
	rows := []json.RawMessage{}
	for {
		reply, raw, err := page(ctx, c, q)
		if pmo.HasKey(err, "list.tooLong") && !q.query.Has("limit") {
			q.query.Set("limit", strconv.Itoa(mostRows))
			continue
		}
		if err != nil {
			return err
		}
		if include {
			tellHeaders(f, reply)
		}
		var some []json.RawMessage
		if json.Unmarshal(raw, &some) != nil {
			return exit.Usagef("--paginate: the answer is no list")
		}
		rows = append(rows, some...)
		if !q.next(reply.Header, len(some)) {
			break
		}
	}
	var b bytes.Buffer
	b.WriteByte('[')
	for i, row := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(row)
	}
	b.WriteByte(']')
	return f.Print(b.Bytes(), output.NewTable())
}

func page(ctx context.Context, c *pmo.ClientWithResponses, q asked) (*http.Response, []byte, error) {
	reply, err := q.ask(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = reply.Body.Close() }()
	raw, err := io.ReadAll(reply.Body)
	if err == nil && reply.StatusCode >= http.StatusMultipleChoices {
		err = pmo.Refused(reply.StatusCode, raw)
	}
	return reply, raw, err
}

// contentRange is that of the lists of the back-office, as "operations 0-24/237".
var contentRange = regexp.MustCompile(`^\S+ (\d+)-(\d+)/(\d+)$`)

// next turns to the page that an answer names; it reports whether there is one.
func (q *asked) next(header http.Header, rows int) bool {
	if cursor := header.Get("Next-Cursor"); cursor != "" && rows > 0 {
		q.query.Set("cursor", cursor)
		return true
	}
	m := contentRange.FindStringSubmatch(header.Get("Content-Range"))
	if m == nil || rows == 0 {
		return false
	}
	first, _ := strconv.Atoi(m[1])
	last, _ := strconv.Atoi(m[2])
	total, _ := strconv.Atoi(m[3])
	if last+1 >= total {
		return false
	}
	q.query.Set("range", fmt.Sprintf("[%d,%d]", last+1, last+1+last-first))
	return true
}
