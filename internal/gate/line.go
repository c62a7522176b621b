package gate

import (
	"maps"
	"slices"
)

// Line is the order of those who wait for the same thing. Accounts take turns: the next is of the account that has had least so far, and of
// one account it is who came first. An account that comes anew begins with as much as was had by who was served last, so that nobody
// gains by having waited for nothing. The zero value is empty. It is not safe for concurrent use.
type Line[W comparable] struct {
	now    int64 // what the account that was served last had had until then
	looks  int64
	shares map[int64]*share
	places []place[W] // in the order of arrival
}

// share is what an account has of something.
type share struct {
	had     int64 // so far, by weight
	waiting int
	looked  int64 // the last look along the line that has come upon it
}

type place[W comparable] struct {
	who    W
	share  *share
	weight int64
}

// forgetFrom is how many shares of accounts that do not wait are remembered at most.
const forgetFrom = 256

// Join puts somebody of an account at the end of the line.
func (l *Line[W]) Join(who W, account, weight int64) {
	s := l.shares[account]
	if s == nil {
		s = l.newShare(account)
	}
	s.had = max(s.had, l.now)
	s.waiting++
	l.places = append(l.places, place[W]{who, s, weight})
}

func (l *Line[W]) newShare(account int64) *share {
	if l.shares == nil {
		l.shares = map[int64]*share{}
	}
	if len(l.shares) >= forgetFrom+len(l.places) {
		maps.DeleteFunc(l.shares, func(_ int64, s *share) bool { return s.waiting == 0 })
	}
	s := new(share)
	l.shares[account] = s
	return s
}

// Waiting returns how many wait of an account.
func (l *Line[W]) Waiting(account int64) int {
	if s := l.shares[account]; s != nil {
		return s.waiting
	}
	return 0
}

// Len returns how many wait.
func (l *Line[W]) Len() int { return len(l.places) }

// First returns who is next, of those at the head of what their accounts wait for, among whom may chooses.
func (l *Line[W]) First(may func(W) bool) (who W, found bool) {
	l.looks++
	least := int64(0)
	for _, p := range l.places {
		if p.share.looked == l.looks {
			continue
		}
		p.share.looked = l.looks
		if (!found || p.share.had < least) && may(p.who) {
			who, least, found = p.who, p.share.had, true
		}
	}
	return who, found
}

// Serve removes somebody whose turn has come.
func (l *Line[W]) Serve(who W) {
	if p, there := l.remove(who); there {
		l.now = p.share.had
		p.share.had += p.weight
	}
}

// Leave removes somebody who does not wait any longer. It reports false for one who is not in the line.
func (l *Line[W]) Leave(who W) bool {
	_, there := l.remove(who)
	return there
}

func (l *Line[W]) remove(who W) (p place[W], there bool) {
	at := slices.IndexFunc(l.places, func(p place[W]) bool { return p.who == who })
	if at < 0 {
		return p, false
	}
	p = l.places[at]
	p.share.waiting--
	l.places = slices.Delete(l.places, at, at+1)
	return p, true
}
