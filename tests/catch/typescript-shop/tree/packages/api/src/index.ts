export { loadConfig, type ApiConfig } from "./config.js";
export { createLogger, type Logger } from "./logger.js";
export { createApp, type AppDeps } from "./server.js";
