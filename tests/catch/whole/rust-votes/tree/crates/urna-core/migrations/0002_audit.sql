CREATE TABLE audit (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    line TEXT NOT NULL                    -- one AuditEvent as JSON
);
