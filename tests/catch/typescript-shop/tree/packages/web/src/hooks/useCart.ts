import { useCallback, useEffect, useState } from "react";
import type { ApiClient, CartView } from "../apiClient.js";

export interface CartState {
  readonly view: CartView | undefined;
  readonly error: unknown;
  readonly add: (productId: string, quantity: number) => Promise<void>;
}

export function useCart(client: ApiClient, cartId: string): CartState {
  const [view, setView] = useState<CartView>();
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    client.cart(cartId).then(setView, setError);
  }, [client, cartId]);

  const add = useCallback(
    async (productId: string, quantity: number) => {
      try {
        setView(await client.addToCart(cartId, productId, quantity));
        setError(undefined);
      } catch (caught) {
        setError(caught);
      }
    },
    [client, cartId],
  );
  return { view, error, add };
}
