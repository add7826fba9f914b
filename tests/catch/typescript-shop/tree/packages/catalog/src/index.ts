export * from "./price.js";
export * from "./product.js";
export * from "./repository.js";
export * from "./search.js";
export * from "./stock.js";
