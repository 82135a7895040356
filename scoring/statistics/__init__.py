"""What people talk about afterwards: órdagos, stones by lance, holdings, comebacks, records."""
