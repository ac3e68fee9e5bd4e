package folder

import "github.com/openpmo/pmo/core/civil"

// Request is what the operator is asked about a site.
type Request string

// The requests: to take the site into the perimeter, or to let it go.
const (
	Entry Request = "ENTRY"
	Exit  Request = "EXIT"
)

// Word is what the operator says to a request.
type Word string

// The words of an answer.
const (
	Accepted Word = "ACCEPTED"
	Refused  Word = "REFUSED"
	Waiting  Word = "WAITING" // asked, and not answered yet
)

// Answer is what the operator says about a site. Without a connection to it the organizer
// writes it down, so that no folder stays open for ever.
type Answer struct {
	Request Request
	Word    Word
	Day     *civil.Date // with Accepted: the first day in the perimeter, or the last one; nil = as stored
	Reason  string      // with Refused: what the operator said
}
