export * from "./balance";
export * from "./money";
export * from "./problems";
export * from "./settle";
export * from "./split";
export * from "./types";
export * from "./validate";
