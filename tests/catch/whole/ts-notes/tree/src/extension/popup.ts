import type { Message, Reply, Status } from "./controller";

const $ = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

async function send<T>(message: Message): Promise<T | null> {
  const reply = (await chrome.runtime.sendMessage(message)) as Reply;
  if (reply.ok) return reply.value as T;
  $("error").textContent = reply.message;
  return null;
}

function show(status: Status | null): void {
  if (!status) return;
  $("sign-in").hidden = status.userId !== null;
  $("status").hidden = status.userId === null;
  $("count").textContent = String(status.count);
  $("synced").textContent = status.lastSync ? new Date(status.lastSync).toLocaleString() : "never";
  $("error").textContent = status.lastError ?? "";
  const groups = status.memberships.filter((m) => m.role !== "viewer");
  $("target").replaceChildren(new Option("just me", ""), ...groups.map((m) => new Option(m.name, m.groupId)));
  $<HTMLSelectElement>("target").value = status.target ?? "";
}

$<HTMLFormElement>("sign-in").addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  void send<Status>({ type: "sign-in", server: String(data.get("server")), token: String(data.get("token")) }).then(show);
});
$("target").addEventListener("change", () => {
  void send<Status>({ type: "target", groupId: $<HTMLSelectElement>("target").value || null }).then(show);
});
$("sync").addEventListener("click", () => void send<Status>({ type: "sync" }).then(show));
$("sign-out").addEventListener("click", () => void send<Status>({ type: "sign-out" }).then(show));
$("export").addEventListener("click", async () => {
  const markdown = await send<string>({ type: "export" });
  if (markdown === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([markdown], { type: "text/markdown" }));
  link.download = "highlights.md";
  link.click();
});

void send<Status>({ type: "status" }).then(show);
