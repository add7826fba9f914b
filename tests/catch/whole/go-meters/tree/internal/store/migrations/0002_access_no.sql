-- Readings from before this column have access number 0.
ALTER TABLE readings ADD COLUMN access_no INTEGER NOT NULL DEFAULT 0;
