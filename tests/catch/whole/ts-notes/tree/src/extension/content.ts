import { describe } from "../shared/anchor";
import { canonicalUrl, type Highlight } from "../shared/model";
import type { Message, Reply, Status } from "./controller";
import { paint } from "./paint";

const url = canonicalUrl(location.href);

async function send<T>(message: Message): Promise<T> {
  const reply = (await chrome.runtime.sendMessage(message)) as Reply;
  if (!reply.ok) throw new Error(reply.message);
  return reply.value as T;
}

let shown = new Map<string, Highlight>();

async function repaint(): Promise<void> {
  const highlights = await send<Highlight[]>({ type: "page", url });
  shown = new Map(highlights.map((h) => [h.id, h]));
  paint(highlights, document.body);
}

async function highlightSelection(): Promise<void> {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return;
  const { userId, target } = await send<Status>({ type: "status" });
  if (!userId) return;
  const now = Date.now();
  await send({
    type: "save",
    highlight: {
      id: crypto.randomUUID(),
      ownerId: userId,
      groupId: target,
      url,
      anchor: describe(selection.getRangeAt(0), document.body),
      color: "yellow",
      note: "",
      createdAt: now,
      updatedAt: now,
    },
  });
  selection.removeAllRanges();
  await repaint();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey && event.code === "KeyH") void highlightSelection();
});

function highlightAt(event: Event): Highlight | undefined {
  const mark = (event.target as Element).closest<HTMLElement>("mark.dogear");
  return shown.get(mark?.dataset.id ?? "");
}

document.addEventListener("click", (event) => {
  const h = event.altKey ? highlightAt(event) : undefined;
  if (h) void send({ type: "remove", id: h.id }).then(repaint);
});

document.addEventListener("dblclick", (event) => {
  const h = highlightAt(event);
  const note = h && prompt("Note", h.note);
  if (h && note != null) void send({ type: "save", highlight: { ...h, note } }).then(repaint);
});

chrome.runtime.onMessage.addListener((message: { type: string }) => {
  if (message.type === "changed") void repaint();
});

void repaint();
