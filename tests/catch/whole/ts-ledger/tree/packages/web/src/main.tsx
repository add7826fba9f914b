import "@ledger/ui/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { createClient } from "./api/client";
import { readSession } from "./session";

const session = readSession(window.localStorage);
const root = createRoot(document.getElementById("root")!);

root.render(
  <StrictMode>
    <App session={session} client={session ? createClient("/api", session.token) : null} />
  </StrictMode>,
);
