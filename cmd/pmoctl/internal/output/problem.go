package output

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/openpmo/pmo/sdk/go/pmo"
)

// Failure prints an error: its text, its key, and each detail with row and field. What
// flagOf has a name for was said by a flag and is named as that.
func Failure(w io.Writer, err error, colour bool, flagOf func(field string) string) {
	word := "error:"
	if colour {
		word = "\x1b[31merror:\x1b[0m"
	}
	var call *url.Error
	if errors.As(err, &call) {
		_, _ = fmt.Fprintln(w, word, "cannot reach", server(call.URL)+":", Plain(call.Err.Error()))
		return
	}
	_, _ = fmt.Fprintln(w, word, Plain(err.Error()))
	var e *pmo.ProblemError
	if !errors.As(err, &e) {
		return
	}
	if e.Problem.Errors != nil {
		for _, item := range *e.Problem.Errors {
			if item.Field != nil && item.Row == nil { // a row is of a file
				name := cmp.Or(flagOf(*item.Field), *item.Field)
				item.Field = &name
			}
			Items(w, []pmo.ProblemItem{item})
		}
	}
	if e.StatusCode >= http.StatusInternalServerError && e.Problem.RequestId != "" {
		_, _ = fmt.Fprintln(w, "  request", Plain(e.Problem.RequestId))
	}
}

// server is the address of a call without its path.
func server(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return Plain(address)
	}
	return u.Scheme + "://" + u.Host
}

// Items prints the details of a problem, one a line.
func Items(w io.Writer, items []pmo.ProblemItem) {
	for _, item := range items {
		_, _ = fmt.Fprintln(w, "  "+Item(item))
	}
}

// Item is one detail: the file and the row it stands in, its field, what is wrong.
func Item(item pmo.ProblemItem) string {
	var where []string
	if item.Params != nil {
		if name, ok := (*item.Params)["fileName"].(string); ok {
			where = append(where, name)
		}
	}
	if item.Row != nil {
		where = append(where, fmt.Sprintf("row %d", *item.Row))
	}
	if item.Field != nil && *item.Field != "" {
		where = append(where, *item.Field)
	}
	text := item.Key
	if item.Detail != nil {
		text = cmp.Or(*item.Detail, item.Key)
	}
	if who := named(item); who != "" && !strings.Contains(text, who) {
		text += " (" + who + ")"
	}
	if len(where) == 0 {
		return Plain(text)
	}
	return Plain(strings.Join(where, ", ") + ": " + text)
}

// named is whom a detail is about, where its parameters say so.
func named(item pmo.ProblemItem) string {
	if item.Params == nil {
		return ""
	}
	name, _ := (*item.Params)["name"].(string)
	return name
}
