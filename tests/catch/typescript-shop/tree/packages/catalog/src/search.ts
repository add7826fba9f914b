import type { Product } from "./product.js";

export interface SearchHit {
  readonly product: Product;
  readonly score: number;
}

/** Lower case words of two letters and more. */
export function tokenize(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
}

export function scoreProduct(product: Product, words: readonly string[]): number {
  const title = new Set(tokenize(product.title));
  const rest = new Set([...tokenize(product.description), ...product.tags]);
  let score = 0;
  for (const word of words) {
    if (title.has(word)) {
      score += 3;
    } else if (rest.has(word)) {
      score += 1;
    }
  }
  return score;
}

/** Best first; products without a hit are left out. */
export function searchProducts(products: readonly Product[], query: string): SearchHit[] {
  const words = tokenize(query);
  return products
    .map((product) => ({ product, score: scoreProduct(product, words) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || a.product.title.localeCompare(b.product.title));
}
