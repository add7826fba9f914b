import type { Cart } from "./cart.js";

export interface CartStorage {
  load(id: string): Promise<Cart | undefined>;
  save(cart: Cart): Promise<void>;
  remove(id: string): Promise<void>;
}

export class MemoryCartStorage implements CartStorage {
  private readonly carts = new Map<string, string>();

  async load(id: string): Promise<Cart | undefined> {
    const text = this.carts.get(id);
    return text === undefined ? undefined : deserializeCart(text);
  }

  async save(cart: Cart): Promise<void> {
    this.carts.set(cart.id, serializeCart(cart));
  }

  async remove(id: string): Promise<void> {
    this.carts.delete(id);
  }
}

export function serializeCart(cart: Cart): string {
  return JSON.stringify({ version: 1, cart });
}

/** A text that is no cart of version 1 is a SyntaxError. */
export function deserializeCart(text: string): Cart {
  const raw = JSON.parse(text) as { version?: unknown; cart?: Cart };
  if (raw.version !== 1 || raw.cart === undefined || !Array.isArray(raw.cart.lines)) {
    throw new SyntaxError("not a cart of version 1");
  }
  return raw.cart;
}
