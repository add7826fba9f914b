CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    customer TEXT NOT NULL,
    recipe_id INTEGER NOT NULL REFERENCES recipes(id),
    portions INTEGER NOT NULL CHECK (portions > 0),
    day TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'confirmed', 'cancelled'))
);

CREATE INDEX orders_by_day ON orders (day, state);
