package transport

import (
	"bytes"
	"net/http"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/policy"
)

// The memory that answers may take: as much as a few hundred dashboards.
const (
	keptBytes    = 16 << 20
	mostKeptEach = 256 << 10
)

// keptAnswers are answers to questions about curves. A question that
// comes again is still put to its handler, which checks who asks and names what it would
// answer (its ETag, all that the answer depends on); only when the name is that of the
// kept answer is this one sent, in place of making it again. So it is never older than
// one that is made.
type keptAnswers struct {
	mu    sync.Mutex
	bytes int
	all   *simplelru.LRU[string, keptAnswer]
}

// keptAnswer is one as it was made, or packed once it was asked for again.
type keptAnswer struct {
	key, tag    string
	contentType string
	total, next string // of a list: Total-Count and Next-Cursor
	packed      bool   // body is compressed
	body        []byte
}

func newKeptAnswers() *keptAnswers {
	k := &keptAnswers{}
	k.all, _ = simplelru.NewLRU(keptBytes/keptAround, func(_ string, a keptAnswer) { k.bytes -= a.size() }) // a size of its own is never refused
	return k
}

func (k *keptAnswers) get(key string) (keptAnswer, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.all.Get(key)
}

// put takes the place of an older answer to the same question. The longest unused go.
func (k *keptAnswers) put(a keptAnswer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all.Remove(a.key)
	k.all.Add(a.key, a)
	k.bytes += a.size()
	for k.bytes > keptBytes {
		k.all.RemoveOldest()
	}
}

// keptAround is what lies around an answer.
const keptAround = 512

// size is what an answer takes, with what lies around it.
func (a keptAnswer) size() int { return len(a.body) + 2*len(a.key) + keptAround }

// keyOfQuestion tells questions apart: by address, by how the answer may be packed, and by
// who may see what, which is the role, and for participants the person.
func keyOfQuestion(r *http.Request, p policy.Principal) string {
	who := string(p.Role)
	if p.Role == policy.RoleParticipant {
		who += string(p.UserID)
		for _, site := range p.Sites { // an organizer may see as one participant, then as another
			who += string(site.ParticipantID)
		}
	}
	packed := " "
	if Takes(r, "gzip") {
		packed = "z"
	}
	return who + packed + r.URL.Path + "?" + r.URL.RawQuery
}

// kept answers a question that comes again from what was sent before, while it holds.
func (k *keptAnswers) kept(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || request.IfNoneMatch(r) != "" {
			next.ServeHTTP(w, r)
			return
		}
		key := keyOfQuestion(r, request.Principal(r.Context()))
		c := answerKeeper{ResponseWriter: w, made: keptAnswer{key: key}}
		before, again := k.get(key)
		if again {
			r = request.WithKnownTag(r, before.tag)
			before = k.pack(before, Takes(r, "gzip"))
			c.before = &before
		}
		next.ServeHTTP(&c, r)
		if c.keep {
			k.put(c.made)
		}
	})
}

// pack compresses an answer that is asked for again, for callers that take that.
func (k *keptAnswers) pack(a keptAnswer, taken bool) keptAnswer {
	if !taken || a.packed || len(a.body) < gzipFrom {
		return a
	}
	var b bytes.Buffer
	p := newPacker(&b)
	if _, err := p.zip.Write(a.body); err != nil {
		return a
	}
	if err := p.close(); err != nil {
		return a
	}
	a.body, a.packed = b.Bytes(), true
	k.put(a)
	return a
}

// answerKeeper sends an answer on and notes it; where the handler says that the one sent
// before holds, it sends that.
type answerKeeper struct {
	http.ResponseWriter
	before *keptAnswer // nil = none
	made   keptAnswer
	status int
	keep   bool
	sent   bool // the one before
}

// Unwrap lets http.ResponseController find what can be flushed.
func (c *answerKeeper) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *answerKeeper) WriteHeader(status int) {
	c.status = status
	h := c.Header()
	tag := h.Get("ETag")
	if status == http.StatusNotModified && c.before != nil && tag == c.before.tag {
		c.send(h)
		return
	}
	c.made.tag, c.made.contentType = tag, h.Get("Content-Type")
	c.made.total, c.made.next = h.Get("Total-Count"), h.Get("Next-Cursor")
	c.keep = status == http.StatusOK && tag != "" && strings.HasPrefix(c.made.contentType, "application/json") && h.Get("Content-Disposition") == ""
	c.ResponseWriter.WriteHeader(status)
}

// send sends the answer of before. A packed one has a weak tag, as others that are packed.
func (c *answerKeeper) send(h http.Header) {
	c.sent = true
	h.Set("Content-Type", c.before.contentType)
	for name, value := range map[string]string{"Total-Count": c.before.total, "Next-Cursor": c.before.next} {
		if value != "" {
			h.Set(name, value)
		}
	}
	if c.before.packed {
		h.Set("Content-Encoding", "gzip")
		h.Add("Vary", "Accept-Encoding")
		h.Set("ETag", "W/"+c.before.tag)
	}
	c.ResponseWriter.WriteHeader(http.StatusOK)
	_, _ = c.ResponseWriter.Write(c.before.body) // the caller may have gone
}

func (c *answerKeeper) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	if c.sent { // nothing comes after a 304
		return len(p), nil
	}
	if c.keep = c.keep && len(c.made.body)+len(p) <= mostKeptEach; c.keep {
		c.made.body = append(c.made.body, p...)
	}
	return c.ResponseWriter.Write(p)
}

// Kept lets answers be sent again while they hold.
func Kept() func(http.Handler) http.Handler { return newKeptAnswers().kept }
