import type { ProductId } from "./product.js";

export class OutOfStockError extends Error {
  constructor(
    readonly productId: ProductId,
    readonly wanted: number,
    readonly available: number,
  ) {
    super(`${productId}: ${wanted} wanted, ${available} available`);
    this.name = "OutOfStockError";
  }
}

export interface Reservation {
  readonly id: string;
  readonly productId: ProductId;
  readonly quantity: number;
}

export class StockLedger {
  private readonly onHand = new Map<ProductId, number>();
  private readonly reservations = new Map<string, Reservation>();

  setOnHand(productId: ProductId, quantity: number): void {
    this.onHand.set(productId, quantity);
  }

  available(productId: ProductId): number {
    let reserved = 0;
    for (const reservation of this.reservations.values()) {
      if (reservation.productId === productId) {
        reserved += reservation.quantity;
      }
    }
    return (this.onHand.get(productId) ?? 0) - reserved;
  }

  reserve(id: string, productId: ProductId, quantity: number): Reservation {
    const available = this.available(productId);
    if (quantity > available) {
      throw new OutOfStockError(productId, quantity, available);
    }
    const reservation = { id, productId, quantity };
    this.reservations.set(id, reservation);
    return reservation;
  }

  release(id: string): boolean {
    return this.reservations.delete(id);
  }
}
