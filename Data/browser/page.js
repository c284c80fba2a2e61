// Gives the page as it is shown, without scripts, styles and what was typed into it.
//
// It is built in a document of its own, and with the browser's functions alone: in a form or in a document, a page
// can have anything answer to the name of a property.
"use strict";

(() => {
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object) => get.call(object);
  };
  const method = (type, name) => {
    const own = type.prototype[name];
    return (object, ...rest) => own.apply(object, rest);
  };
  const rootOf = getter(Document, "documentElement");
  const nameOf = getter(Element, "localName");
  const attribute = method(Element, "getAttribute");
  const setAttribute = method(Element, "setAttribute");
  const removeAttribute = method(Element, "removeAttribute");
  const append = method(Node, "appendChild");
  const typeOf = getter(Node, "nodeType");
  const firstOf = getter(Node, "firstChild");
  const nextOf = getter(Node, "nextSibling");
  const textOf = getter(Node, "textContent");
  const markup = getter(Element, "outerHTML");
  const isWhole = (text) => text.toWellFormed?.() ?? text;

  const dropped = new Set(["style", "template", "link", "canvas", "object", "embed"]);
  const inert = new DOMParser().parseFromString("", "text/html");

  function shadowOf(element) {
    try {
      return globalThis.chrome?.dom?.openOrClosedShadowRoot?.(element) ?? element.openOrClosedShadowRoot ?? null;
    } catch {
      return null;
    }
  }

  function addAll(parent, copy, depth) {
    for (let child = firstOf(parent); child; child = nextOf(child)) add(child, copy, depth);
  }

  function add(node, copy, depth) {
    const type = typeOf(node);
    if (type === 3 || type === 4) return append(copy, inert.createTextNode(textOf(node)));
    if (type !== 1) return;
    const name = nameOf(node);
    if (depth > 5000) throw new RangeError();
    if (name === "script") {
      if (!/^(application\/ld\+json|math\/)/i.test(attribute(node, "type") ?? "")) return;
    } else if (dropped.has(name) && attribute(node, "rel") !== "canonical") {
      return;
    }
    if (name === "slot") {
      const nodes = node instanceof HTMLSlotElement ? HTMLSlotElement.prototype.assignedNodes.call(node) : [];
      if (!nodes.length) return addAll(node, copy, depth + 1);
      for (const one of nodes) add(one, copy, depth + 1);
      return;
    }
    if (name === "iframe" || name === "frame") {
      let inner = null;
      try {
        const own = name === "iframe" ? HTMLIFrameElement : HTMLFrameElement;
        inner = getter(own, "contentDocument")(node);
      } catch {
        // Of another site.
      }
      if (inner && rootOf(inner)) {
        const part = append(copy, inert.createElement("div"));
        return addAll(rootOf(inner), part, depth + 1);
      }
    }
    const clone = append(copy, inert.importNode(node, false));
    if (name === "img") {
      const source = node instanceof HTMLImageElement && getter(HTMLImageElement, "currentSrc")(node);
      if (source) {
        setAttribute(clone, "src", source);
        removeAttribute(clone, "srcset");
      }
    } else if (name === "input" || name === "textarea" || name === "option") {
      removeAttribute(clone, "value");
      if (name === "textarea") return;
    } else if (name === "noscript") {
      // Where scripts run, what stands in it is text.
      Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML").set.call(clone, textOf(node));
      return;
    }
    addAll(shadowOf(node) ?? node, clone, depth + 1);
  }

  function selected() {
    const selection = getSelection();
    const exact = String(selection ?? "");
    if (!exact.trim()) return null;
    const around = (edit) => {
      const range = selection.getRangeAt(0).cloneRange();
      edit(range);
      return range.toString();
    };
    const root = rootOf(document);
    const prefix = around((r) => (r.collapse(true), r.setStart(root, 0)));
    const suffix = around((r) => (r.collapse(false), r.setEndAfter(root.lastChild)));
    return { exact: isWhole(exact), prefix: isWhole(prefix.slice(-32)), suffix: isWhole(suffix.slice(0, 32)) };
  }

  const page = { html: "", quote: null };
  try {
    page.quote = selected();
  } catch {
    // A selection without a place.
  }
  const root = rootOf(document);
  if (!root || /pdf/i.test(getter(Document, "contentType")(document))) return page;
  try {
    const copy = inert.createElement("div");
    add(root, copy, 0);
    page.html = "<!DOCTYPE html>" + isWhole(markup(firstOf(copy)));
  } catch {
    page.html = isWhole(markup(root));
  }
  return page;
})();
