// Registers the page's tools with the browser before the WebAssembly has arrived. Inlined into index.html, after the
// catalog; every WebMCP name is in this file. A call that comes early waits for the core, and no call stays open.
(() => {
  'use strict';

  const CORE_LIMIT_MS = 10_000; // how long a call waits for the core
  const CALL_LIMIT_MS = 12_000; // how long a call takes at most, waiting included
  const STOPPED = 'The map has stopped after an error of its own. Reload the page, then call again.';

  const context = document.modelContext ?? navigator.modelContext
    ?? (new URLSearchParams(location.search).get('shim') === '1' ? installShim() : undefined);

  /** Calls without an answer: `refuse(code, sentence)` gives one; `entered` once the core has the call. */
  const open = new Set();
  /** Why a call cannot be answered now: [code, sentence]. */
  let failure;
  let resolveCore;
  const core = new Promise((resolve) => { resolveCore = resolve; });
  let started = false;
  core.then(() => { started = true; });

  window.glassmap = Object.freeze({
    /** Resolves to the core's `call(name, jsonText, signal)`, which gives a promise of JSON text. */
    core,
    /** The core can answer. */
    ready(call) { failure = undefined; resolveCore(call); },
    /** The core cannot start; the sentence says why and what to do. */
    failed(sentence, code = 'map_data_not_ready') { fail(code, sentence); },
    /** The core has panicked: what it was answering it never will, nor anything else. */
    panicked() { fail('internal', STOPPED); },
    /** Replaces the catalog; tools that are the same stay registered. */
    setTools,
  });

  // The module that loads the core has no handler of its own: a file that is missing shows as one of these events.
  const missing = () => {
    if (started || failure) return;
    window.glassmap.failed('The map could not be loaded. Check the connection, reload the page, then call again.');
  };
  addEventListener('error', (event) => { if (event.target === window || event.target.localName === 'script') missing(); }, true);
  addEventListener('unhandledrejection', missing);

  const registered = new Map(); // name → { text: the definition as JSON, controller }
  setTools(JSON.parse(document.getElementById('glassmap-catalog').textContent));

  // The page's form that is a tool as well, add_note: the browser fills it in and submits it for an agent.
  addEventListener('submit', (event) => {
    const form = event.target;
    if (form.id !== 'add-note') return;
    event.preventDefault();
    const field = form.elements.note;
    const note = field.value;
    field.value = ''; // a reset would take the agent's call back
    const answered = answer('add_note', { note });
    if (event.agentInvoked) event.respondWith(answered);
  });

  function setTools(catalog) {
    if (!context) return;
    const wanted = new Map(catalog.map((tool) => [tool.name, JSON.stringify(tool)]));
    for (const [name, { text, controller }] of registered) {
      if (wanted.get(name) === text) continue;
      controller.abort();
      context.unregisterTool?.(name); // Firefox pays no attention to the signal
      registered.delete(name);
    }
    for (const tool of catalog) if (!registered.has(tool.name)) register(tool, wanted.get(tool.name));
  }

  /** One tool that the browser refuses must not take the others with it. */
  async function register(tool, text) {
    const controller = new AbortController();
    registered.set(tool.name, { text, controller });
    try {
      const execute = (input, options) => answer(tool.name, input, options?.signal);
      await context.registerTool({ ...tool, execute }, { signal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted) console.warn(`glassmap: the tool ${tool.name} was not registered: ${error}`);
    }
  }

  /** The core's answer as a plain object, or an error of the one shape; never rejects. */
  function answer(name, input, signal) {
    return new Promise((resolve) => {
      const settle = (value) => {
        open.delete(call);
        clearTimeout(wait);
        clearTimeout(limit);
        resolve(value);
      };
      const call = { refuse: (code, sentence) => settle(problem(code, sentence)) };
      const wait = setTimeout(call.refuse, CORE_LIMIT_MS, 'map_data_not_ready', 'The map is still loading. Ask again in a few seconds.');
      const limit = setTimeout(call.refuse, CALL_LIMIT_MS, 'timeout', `${name} took too long and was given up. Ask again, or for less at once.`);
      open.add(call);
      if (failure) return call.refuse(...failure);
      core.then((run) => {
        clearTimeout(wait);
        if (!open.has(call)) return undefined; // answered while it waited
        return Promise.resolve(run(name, JSON.stringify(input ?? {}), signal)).then((text) => settle(JSON.parse(text)));
      }).catch(() => call.refuse('internal', `${name} failed by an error of the map's own. Ask again; if that fails too, reload the page.`));
    });
  }

  function fail(code, sentence) {
    failure = [code, sentence];
    for (const call of [...open]) call.refuse(code, sentence);
  }

  function problem(code, sentence) {
    return { error: sentence, code, isError: true, content: [{ type: 'text', text: sentence }] };
  }

  /** What Chromium 156 has, as far as a driver sees it, for a browser that has none. */
  function installShim() {
    const tools = new Map();
    const changed = (target) => queueMicrotask(() => target.dispatchEvent(new Event('toolchange')));
    const copy = (value) => JSON.parse(JSON.stringify(value));
    class ModelContext extends EventTarget {
      async registerTool(tool, { signal } = {}) {
        signal?.throwIfAborted();
        if (typeof tool?.execute !== 'function' || typeof tool.description !== 'string') {
          throw new TypeError('a tool has a name, a description and execute');
        }
        if (!/^[\w.-]{1,128}$/.test(tool.name)) throw new DOMException('Invalid tool name', 'InvalidStateError');
        if (tools.has(tool.name)) throw new DOMException('Duplicate tool name', 'InvalidStateError');
        tools.set(tool.name, tool);
        signal?.addEventListener('abort', () => { if (tools.delete(tool.name)) changed(this); }, { once: true });
        changed(this);
      }

      async getTools() {
        const hints = { consequentialHint: false, debugging: false, readOnlyHint: false, untrustedContentHint: false };
        return [...tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map((tool) => ({
          ...(tool.annotations && { annotations: { ...hints, ...tool.annotations } }),
          description: tool.description,
          ...(tool.inputSchema && { inputSchema: copy(tool.inputSchema) }),
          name: tool.name, origin: location.origin, title: tool.title ?? '', window,
        }));
      }

      /** The result as JSON text, a string as it is. */
      async executeTool(tool, input = {}, { signal = new AbortController().signal } = {}) {
        if (typeof input !== 'object' || input === null) throw new TypeError('invalid input object: value is not an object');
        signal.throwIfAborted();
        const aborted = new Promise((_, reject) => { signal.addEventListener('abort', () => reject(signal.reason)); });
        const run = async () => tools.get(tool.name).execute(copy(input), { signal });
        const failed = () => { throw new DOMException('the invocation failed', 'UnknownError'); };
        const result = await Promise.race([run().catch(failed), aborted]);
        return typeof result === 'string' ? result : JSON.stringify(result);
      }
    }
    const shim = new ModelContext();
    Object.defineProperty(document, 'modelContext', { value: shim, configurable: true });
    return shim;
  }
})();
