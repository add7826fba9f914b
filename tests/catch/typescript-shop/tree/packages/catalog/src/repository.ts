import type { Product, ProductId } from "./product.js";

export interface ProductRepository {
  find(id: ProductId): Promise<Product | undefined>;
  /** All products, by title. */
  list(): Promise<readonly Product[]>;
  save(product: Product): Promise<void>;
}

export class InMemoryProductRepository implements ProductRepository {
  private readonly products = new Map<ProductId, Product>();

  constructor(initial: readonly Product[] = []) {
    for (const product of initial) {
      this.products.set(product.id, product);
    }
  }

  async find(id: ProductId): Promise<Product | undefined> {
    return this.products.get(id);
  }

  async list(): Promise<readonly Product[]> {
    return [...this.products.values()].sort((a, b) => a.title.localeCompare(b.title));
  }

  async save(product: Product): Promise<void> {
    this.products.set(product.id, product);
  }
}
