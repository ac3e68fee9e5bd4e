package civil

import "fmt"

// Clock is a time of a civil day, in minutes since midnight.
type Clock int

const minutesADay = 24 * 60

func (c Clock) String() string { return fmt.Sprintf("%02d:%02d", int(c)/60, int(c)%60) }

// Hours are a part of each civil day: from one time until another, over midnight where that comes first.
type Hours struct{ From, To Clock }

// Others is the rest of the day.
func (h Hours) Others() Hours { return Hours{h.To, h.From} }

func (h Hours) String() string { return h.From.String() + "–" + h.To.String() }

// Minutes is how many minutes of a step that begins at a time of the day are in the hours. Clock
// changes happen between steps, so that a step has the minutes that it lasts.
func (h Hours) Minutes(from Clock, minutes int) int {
	// On a day that begins with the hours, these are from 0 to length.
	length, begin := around(h.To-h.From), around(from-h.From)
	end := begin + minutes
	return max(0, min(end, length)-begin) + max(0, min(end-minutesADay, length))
}

func around(c Clock) int { return (int(c)%minutesADay + minutesADay) % minutesADay }
