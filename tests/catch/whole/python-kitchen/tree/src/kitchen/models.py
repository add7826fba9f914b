"""Plain data. No behaviour that needs the database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True)
class SupplierRow:
    """One article of a supplier feed, in our units."""

    supplier: str
    sku: str
    name: str
    unit: str
    price_cents: int


@dataclass(frozen=True)
class Ingredient:
    id: int
    supplier: str
    sku: str
    name: str
    unit: str
    price_cents: int


@dataclass(frozen=True)
class RecipeLine:
    """Either an ingredient or a sub-recipe, never both."""

    quantity: Decimal
    unit: str
    ingredient_id: int | None = None
    sub_recipe_id: int | None = None

    def __post_init__(self) -> None:
        if (self.ingredient_id is None) == (self.sub_recipe_id is None):
            raise ValueError("a line has either an ingredient or a sub-recipe")


@dataclass(frozen=True)
class Recipe:
    id: int
    name: str
    portions: int
    yield_grams: Decimal
    storage: str
    shelf_life_days: int
    lines: tuple[RecipeLine, ...]


@dataclass(frozen=True)
class IngredientAmount:
    ingredient: Ingredient
    grams: Decimal


@dataclass(frozen=True)
class Order:
    id: int
    customer: str
    recipe_id: int
    portions: int
    day: date
    state: str  # draft, confirmed, cancelled


@dataclass(frozen=True)
class PlanLine:
    """One dish of a day, over all confirmed orders."""

    recipe_id: int
    recipe_name: str
    portions: int
    order_ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class LabelContent:
    """What a label says, before anybody thinks of points and millimetres."""

    title: str
    portions: int
    batch: str
    ingredients: tuple[str, ...]
    use_by: date
    storage: str
    company: str
