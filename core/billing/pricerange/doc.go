// Package pricerange keeps where prices per kWh are usual: the back-office sets it, country by country
// and from a day on, and plans outside it carry a warning (specification section 5, ADR 92).
package pricerange
