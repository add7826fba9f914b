-- The yearly estimate of the billing system. Null until it has one.
alter table metering_point add column annual_kwh numeric(12,3);
