package metering

// A prosumer has curves on both sides: as a consumer Conso, Autoconso (what it received)
// and the complement, as a producer Prod, Autoconso (what it gave) and Surplus. A question
// about a site is about one of them, or about both as one about an operation is.

// side is the one that alone has curves of a nature; none where both have some.
func (n Nature) side() Side {
	switch n {
	case Conso:
		return Consumer
	case Prod, Surplus:
		return Producer
	}
	return NoSide
}

// covers tells whether a scope has curves of a side.
func (s Scope) covers(side Side) bool { return s == ScopeGlobal || s == ScopeOf(side) }

// scope is what a question about a site is about. Global means both sides of a prosumer,
// and of others the one they have. Without a scope it is the side that the site has first
// of all (its energy type), unless the natures asked for belong elsewhere: Prod alone is
// what a prosumer makes, Conso and Prod are both.
func (s Site) scope(asked Scope, natures []Nature) Scope {
	if asked == ScopeConsumer || asked == ScopeProducer {
		return asked
	}
	if !s.Prosumer {
		return ScopeOf(s.Side)
	}
	belong := map[Side]bool{Consumer: asked == ScopeGlobal, Producer: asked == ScopeGlobal}
	for _, n := range natures {
		belong[n.side()] = true
	}
	switch {
	case belong[Consumer] && belong[Producer]:
		return ScopeGlobal
	case belong[Consumer]:
		return ScopeConsumer
	case belong[Producer]:
		return ScopeProducer
	}
	return ScopeOf(s.Side)
}

// offers tells whether the site can have curves of a nature in a scope: the others are no
// gap, nobody owes them.
func (s Site) offers(scope Scope, n Nature) bool {
	for _, side := range []Side{Consumer, Producer} {
		if scope.covers(side) && s.plays(side) && (n.side() == NoSide || n.side() == side) {
			return true
		}
	}
	return false
}

// sidesOf are the curves that a scope counts.
func sidesOf(all []curveMonth, scope Scope) (out []curveMonth) {
	for _, m := range all {
		if has(scope.sides(m.nature), m.side) {
			out = append(out, m)
		}
	}
	return out
}

// ofSide are the curves of one side.
func ofSide(all []curveMonth, side Side) (out []curveMonth) {
	for _, m := range all {
		if m.side == side {
			out = append(out, m)
		}
	}
	return out
}
