import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { asProductId, euros } from "@lantern/catalog";
import { ProductCard } from "../src/components/ProductCard.js";

const PRODUCT = {
  id: asProductId("lamp"), title: "Lamp", description: "Bright", price: euros(999), vatClass: "standard" as const, tags: [],
};

test("shows the title and the price", () => {
  const html = renderToStaticMarkup(<ProductCard product={PRODUCT} onAdd={() => {}} />);
  expect(html).toContain("Lamp");
  expect(html).toContain("9,99");
});
