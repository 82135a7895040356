"""Statistics: órdagos, stones by lance, holdings, comebacks, records."""
