// Sends what is saved to the program luego, which answers with what became of it.
"use strict";

const menus = {
  page: "Save page to Luego",
  selection: "Save page with this highlighted",
  link: "Save link to Luego",
};

async function addMenus() {
  await chrome.contextMenus.removeAll();
  for (const [context, title] of Object.entries(menus)) {
    chrome.contextMenus.create({ id: context, title, contexts: [context] });
  }
}
chrome.runtime.onInstalled.addListener(addMenus);
chrome.runtime.onStartup.addListener(addMenus);

chrome.action.onClicked.addListener((tab) => save(tab));
chrome.contextMenus.onClicked.addListener((info, tab) => {
  if (info.menuItemId === "link") {
    return save(tab, { url: info.linkUrl, title: info.selectionText ?? "" });
  }
  return save(tab, null, info.menuItemId === "selection");
});

// Only the toast in a page of ours asks for this; the host checks what it gets.
chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (sender.id !== chrome.runtime.id || typeof message?.tags !== "string") return;
  send({ action: "tag", id: String(message.id), tags: message.tags }).then(reply);
  return true;
});

async function save(tab, link = null, withQuote = false) {
  badge(tab, "#8a8377", "…");
  let page = null;
  // While one page gives way to another, a text may be of either: it is read again until it is of the tab's address.
  for (let attempts = link ? 0 : 3, isSure = false; attempts > 0 && !isSure; attempts--) {
    const before = tab.url;
    page = null;
    try {
      const [ran] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, files: ["page.js"] });
      page = ran?.result;
    } catch {
      // A page of the browser's own, or a PDF: its address is all there is. Or one that is just being put in place.
      await new Promise((done) => setTimeout(done, 100));
    }
    const now = await chrome.tabs.get(tab.id).catch(ignore);
    if (now?.url) tab = now;
    isSure = page && tab.url === before;
  }
  const message = { action: "save", url: tab.url, title: tab.title ?? "", ...link };
  if (page?.html) message.html = page.html;
  if (withQuote && page?.quote) message.quote = page.quote;
  await show(tab, await send(message));
}

async function send(message) {
  // A message has 64 MB at most, and a character six bytes: what is too long is saved by its address. Whether the browser
  // says so or the program depends on who is first.
  const asLink = () => send({ ...message, html: undefined });
  const isLong = message.html?.length > 10 << 20;
  try {
    const answer = await chrome.runtime.sendNativeMessage("luego", message);
    return isLong && answer?.result === "failed" ? asLink() : answer;
  } catch (error) {
    if (isLong) return asLink();
    const isMissing = /not found|no such|forbidden|not allowed/i.test(String(error));
    return {
      result: "failed",
      note: isMissing
        ? "Luego is not connected: run “luego browser install”"
        : "Luego gave no answer; is the page saved? " + error,
    };
  }
}

// The tab may be closed by now.
const ignore = () => {};

function badge(tab, color, text) {
  chrome.action.setBadgeBackgroundColor({ tabId: tab.id, color }).catch(ignore);
  chrome.action.setBadgeText({ tabId: tab.id, text }).catch(ignore);
}

async function show(tab, answer) {
  const isGood = answer.result !== "failed";
  const target = { tabId: tab.id };
  badge(tab, isGood ? "#2f7d4f" : "#b3372f", isGood ? "✓" : "!");
  chrome.action.setTitle({ ...target, title: "Luego: " + answer.note }).catch(ignore);
  try {
    await chrome.scripting.executeScript({ target, func: toast, args: [answer] });
  } catch {
    // Where no script may run, the badge says it.
  }
}

// Runs in the page, in a world of its own.
function toast(answer) {
  const make = (name, style, text = "") => {
    const element = document.createElementNS("http://www.w3.org/1999/xhtml", name);
    element.style.cssText = style;
    element.textContent = text;
    return element;
  };
  const isGood = answer.result !== "failed";
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const [back, ink, line] = isDark ? ["#26241f", "#f0ebe0", "#47433a"] : ["#fffdf8", "#2b2822", "#ddd6c6"];
  const host = make("div", "all:initial;position:fixed;top:16px;right:16px;z-index:2147483647");
  host.setAttribute("role", "status");
  const card = make(
    "div",
    `display:flex;align-items:center;gap:10px;max-width:340px;padding:12px 16px;border-radius:10px;` +
      `border:1px solid ${line};background:${back};color:${ink};font:14px/1.4 system-ui,sans-serif;` +
      `box-shadow:0 6px 24px #0003`,
  );
  const sign = make(
    "span",
    `flex:none;width:20px;height:20px;border-radius:50%;background:${isGood ? "#2f7d4f" : "#b3372f"};` +
      `color:#fff;font-size:13px;line-height:20px;text-align:center`,
    isGood ? "✓" : "!",
  );
  const words = make("div", "min-width:0");
  words.append(
    make("div", "font-weight:600", answer.note),
    make("div", "opacity:.75;overflow:hidden;text-overflow:ellipsis;white-space:nowrap", answer.title ?? ""),
  );
  card.append(sign, words);
  let leave = setTimeout(() => host.remove(), 4000);
  if (answer.id) {
    const tag = make("button", `all:unset;cursor:pointer;padding:2px 6px;color:${ink};opacity:.75`, "# tag");
    tag.onclick = async (event) => {
      if (!event.isTrusted) return;
      clearTimeout(leave);
      const tags = prompt("Tags, with commas between them");
      if (tags) words.firstChild.textContent = (await chrome.runtime.sendMessage({ id: answer.id, tags })).note;
      leave = setTimeout(() => host.remove(), 4000);
    };
    card.append(tag);
  }
  host.attachShadow({ mode: "closed" }).append(card);
  document.documentElement.append(host);
}
