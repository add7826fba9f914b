-- 002: the figures of a day, and the newest reading of each channel

CREATE TABLE daily (
    station TEXT    NOT NULL REFERENCES stations (station),
    day     TEXT    NOT NULL,        -- YYYY-MM-DD, UTC
    channel TEXT    NOT NULL,
    n       INTEGER NOT NULL,        -- how many measurements
    minimum REAL,                    -- these three are NULL for rain
    maximum REAL,
    mean    REAL,
    total   REAL,                    -- rain only
    PRIMARY KEY (station, day, channel)
) WITHOUT ROWID;

CREATE VIEW latest AS
SELECT m.station, m.channel, m.ts, m.value
  FROM measurements AS m
  JOIN (SELECT station, channel, MAX(ts) AS ts
          FROM measurements
         GROUP BY station, channel) AS newest
    ON newest.station = m.station
   AND newest.channel = m.channel
   AND newest.ts = m.ts;
