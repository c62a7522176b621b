package api

import (
	"fmt"
	"testing"

	"quartermaster/internal/account"
)

func keyAt(n int) answerKey { return answerKey{user: 1, instance: 1, path: fmt.Sprint(n)} }

func answerOf(bytes int) response { return response{Body: make([]byte, bytes)} }

// spent is what the kept answers take.
func spent(a *answers) (n int64) {
	for e := a.order.Front(); e != nil; e = e.Next() {
		n += kept(e).size()
	}
	return n
}

func TestAnswersStayWithinTheirMemory(t *testing.T) {
	t.Parallel()
	const room = 100 << 10
	a := newAnswers(room)
	for n := range 1000 {
		a.put(keyAt(n%300), account.State{}, answerOf(n%7*1000))
		if s := spent(a); s+a.room != room || a.room < 0 || a.order.Len() != len(a.known) {
			t.Fatalf("%d bytes are taken and %d left, %d answers in order and %d known", s, a.room, a.order.Len(), len(a.known))
		}
	}
	if spent(a) < room/2 {
		t.Errorf("only %d bytes are used", spent(a))
	}
}

func TestTheLeastRecentlyUsedAnswerGoesFirst(t *testing.T) {
	t.Parallel()
	a := newAnswers(10 * 8 * (answerOverhead + 100))
	last := 0
	for ; a.order.Len() == last; last++ {
		a.put(keyAt(last), account.State{}, answerOf(100))
		a.get(keyAt(0), account.State{})
	}
	if _, known := a.get(keyAt(0), account.State{}); !known {
		t.Error("an answer that is used is forgotten")
	}
	if _, known := a.get(keyAt(1), account.State{}); known {
		t.Error("one that is not used stays")
	}
}

func TestAnAnswerThatTakesTooMuch(t *testing.T) {
	t.Parallel()
	a := newAnswers(80 << 10)
	a.put(keyAt(1), account.State{}, answerOf(100))
	a.put(keyAt(2), account.State{}, answerOf(10<<10))
	if _, known := a.get(keyAt(1), account.State{}); !known || a.order.Len() != 1 {
		t.Errorf("%d answers are kept", a.order.Len())
	}
}

func TestAnswersOfAnInstanceAreForgotten(t *testing.T) {
	t.Parallel()
	a := newAnswers(1 << 20)
	for n := range 100 {
		a.put(answerKey{user: 1, instance: int64(n % 2), path: fmt.Sprint(n / 4)}, account.State{}, answerOf(100))
	}
	a.forgetOf(1)
	a.forgetOf(7)
	if _, known := a.get(answerKey{user: 1, instance: 1, path: "3"}, account.State{}); known {
		t.Error("an answer of the instance is there")
	}
	if _, known := a.get(answerKey{user: 1, path: "3"},
		account.State{}); !known || a.order.Len() != 25 || len(a.known) != 25 || len(a.of) != 1 {
		t.Errorf("of another instance 25 are kept: %v; %d in order, %d known, %d instances", known, a.order.Len(), len(a.known), len(a.of))
	}
	if spent(a)+a.room != 1<<20 {
		t.Errorf("%d bytes are taken and %d left", spent(a), a.room)
	}
}
