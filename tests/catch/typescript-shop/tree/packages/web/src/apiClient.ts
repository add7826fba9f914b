import type { Cart, CartTotals } from "@lantern/cart";
import type { Product } from "@lantern/catalog";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export interface CartView {
  readonly cart: Cart;
  readonly totals: CartTotals;
}

export class ApiClient {
  constructor(
    private readonly base: string,
    private readonly fetcher: typeof fetch = fetch,
  ) {}

  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.fetcher(this.base + path, {
      method,
      headers: { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const value = await response.json();
    if (!response.ok) {
      throw new ApiError(response.status, value.error.code, value.error.message);
    }
    return value as T;
  }

  products(query = ""): Promise<readonly Product[]> {
    return this.request("GET", query ? `/products?q=${encodeURIComponent(query)}` : "/products");
  }

  cart(id: string): Promise<CartView> {
    return this.request("GET", `/carts/${id}`);
  }

  addToCart(id: string, productId: string, quantity: number): Promise<CartView> {
    return this.request("POST", `/carts/${id}/lines`, { productId, quantity });
  }
}
