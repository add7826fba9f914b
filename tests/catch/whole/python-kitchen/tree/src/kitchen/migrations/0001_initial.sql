CREATE TABLE ingredients (
    id INTEGER PRIMARY KEY,
    supplier TEXT NOT NULL,
    sku TEXT NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    price_cents INTEGER NOT NULL,
    UNIQUE (supplier, sku)
);

CREATE TABLE recipes (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    portions INTEGER NOT NULL CHECK (portions > 0),
    yield_grams TEXT NOT NULL,
    storage TEXT NOT NULL DEFAULT 'Keep refrigerated below 5 °C',
    shelf_life_days INTEGER NOT NULL DEFAULT 2
);

CREATE TABLE recipe_lines (
    id INTEGER PRIMARY KEY,
    recipe_id INTEGER NOT NULL REFERENCES recipes(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    ingredient_id INTEGER REFERENCES ingredients(id),
    sub_recipe_id INTEGER REFERENCES recipes(id),
    quantity TEXT NOT NULL,
    unit TEXT NOT NULL,
    CHECK ((ingredient_id IS NULL) <> (sub_recipe_id IS NULL))
);
