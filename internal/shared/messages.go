package shared

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"
)

const (
	channel = prefix + "messages" // of all databases of the server: what is for another installation costs its readers time, no more
	// maxUnsent is how many messages wait to be sent; further ones are lost.
	maxUnsent = 1000
	// The connection that listens says something every askedEvery, and counts as lost when nothing is answered for silence.
	askedEvery = 5 * time.Second
	silence    = 2 * askedEvery
	// listenAgain is how long it is left alone after that.
	listenAgain = time.Second
)

// Messages tell other processes at once what they find out later by themselves. Any of them may be lost.
type Messages struct {
	redis  *Redis
	self   string // says which messages are one's own
	unsent chan string
	heard  map[string]func(text string)
}

// NewMessages returns the messages of a process, whose name no other one has; it has no blanks.
func NewMessages(r *Redis, self string) *Messages {
	return &Messages{redis: r, self: self, unsent: make(chan string, maxUnsent), heard: map[string]func(string){}}
}

// On has heard called with each message of a topic from another process, and with an empty one whenever some may have been lost. It is
// called before Run; heard must not wait.
func (m *Messages) On(topic string, heard func(text string)) { m.heard[topic] = heard }

// Tell sends a message to all other processes. It does not wait for that. A topic has no blanks.
func (m *Messages) Tell(topic, text string) {
	select {
	case m.unsent <- m.self + " " + topic + " " + text:
	default:
	}
}

// Run sends and hears messages until ctx ends. It is called once.
func (m *Messages) Run(ctx context.Context) {
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		m.send(ctx)
	}()
	for ctx.Err() == nil {
		_ = m.listen(ctx) // who asks Redis for something else logs that it is lost
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
	<-sent
}

func (m *Messages) send(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case message := <-m.unsent:
			_ = m.redis.with(ctx, func(c redis.Conn) error { // which has logged what went wrong
				_, err := redis.DoContext(c, ctx, "PUBLISH", channel, message)
				return err
			})
		}
	}
}

// listen hears messages over a connection of its own, until that is lost or ctx ends.
func (m *Messages) listen(ctx context.Context) error {
	dialing, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	plain, err := m.redis.pool.DialContext(dialing)
	if err != nil {
		return err
	}
	c := redis.PubSubConn{Conn: plain}
	defer c.Close()
	if err := c.Subscribe(channel); err != nil {
		return err
	}
	listening, stop := context.WithCancel(ctx)
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		keepAlive(listening, c)
	}()
	defer func() { stop(); <-asked }()
	return m.hear(c)
}

// keepAlive asks for an answer now and then. When ctx ends, it ends what waits for one.
func keepAlive(ctx context.Context, c redis.PubSubConn) {
	ticker := time.NewTicker(askedEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			_ = c.Unsubscribe() // the answer to which ends hear
			return
		case <-ticker.C:
			if c.Ping("") != nil {
				return
			}
		}
	}
}

var errUnsubscribed = errors.New("nothing more is heard")

// hear returns when the connection is lost or unsubscribed.
func (m *Messages) hear(c redis.PubSubConn) error {
	for {
		switch got := c.ReceiveWithTimeout(silence).(type) {
		case error:
			return got
		case redis.Subscription:
			if got.Count == 0 {
				return errUnsubscribed
			}
			for _, heard := range m.heard {
				heard("")
			}
		case redis.Message:
			m.pass(string(got.Data))
		}
	}
}

// pass gives a message to who hears its topic.
func (m *Messages) pass(message string) {
	sender, rest, _ := strings.Cut(message, " ")
	topic, text, _ := strings.Cut(rest, " ")
	if heard := m.heard[topic]; heard != nil && sender != m.self {
		heard(text)
	}
}
