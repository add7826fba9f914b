export { ApiClient, ApiError } from "./apiClient.js";
export { CartSummary } from "./components/CartSummary.js";
export { ErrorNotice } from "./components/ErrorNotice.js";
export { ProductCard } from "./components/ProductCard.js";
export { useCart } from "./hooks/useCart.js";
