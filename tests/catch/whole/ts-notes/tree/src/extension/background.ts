import { ApiClient } from "./api";
import { Controller, type Message } from "./controller";
import { LocalStore } from "./store";

const ALARM = "sync";

async function broadcast(): Promise<void> {
  for (const tab of await chrome.tabs.query({})) {
    // Tabs without our content script (chrome://, the store) reject; that is fine.
    if (tab.id !== undefined) await chrome.tabs.sendMessage(tab.id, { type: "changed" }).catch(() => undefined);
  }
}

const controller = new Controller({
  store: new LocalStore(chrome.storage.local),
  connect: (server, token) => new ApiClient(server, token),
  broadcast,
});

chrome.runtime.onMessage.addListener((message: Message, _sender, reply) => {
  void controller.handle(message).then(reply);
  return true;
});

chrome.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === ALARM) void controller.syncNow();
});

chrome.runtime.onInstalled.addListener(() => {
  void chrome.alarms.create(ALARM, { periodInMinutes: 5 });
});
