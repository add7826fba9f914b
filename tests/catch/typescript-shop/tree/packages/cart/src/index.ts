export * from "./cart.js";
export * from "./discounts.js";
export * from "./storage.js";
export * from "./totals.js";
