package demo

import (
	"sync/atomic"
	"time"

	"github.com/openpmo/pmo/core/civil"
)

// Clock is the clock of a server with a demo. While the demo tells of a day that is over, it stands at
// the morning of that day, so that what is issued, sent and paid has the dates of its story.
type Clock struct {
	real func() time.Time
	told atomic.Pointer[time.Time]
}

// NewClock tells the time of real.
func NewClock(real func() time.Time) *Clock { return &Clock{real: real} }

// Now is the time of the story, else the real one.
func (c *Clock) Now() time.Time {
	if told := c.told.Load(); told != nil {
		return *told
	}
	return c.real()
}

// on does something as on a day.
func (c *Clock) on(day civil.Date, do func() error) error {
	const morning = 9 * time.Hour
	at := civil.Paris.Start(day).Add(morning)
	c.told.Store(&at)
	defer c.told.Store(nil)
	return do()
}
