/*
 * Preloaded into a process (`node --import`), blocks its event loop for a few milliseconds at a time, as a loaded process
 * does: the end of a connection is then noticed after something was written to it.
 */
const BUSY_MS = 3
const EVERY_MS = 10

setInterval(() => {
  for (const until = performance.now() + BUSY_MS; performance.now() < until; );
}, EVERY_MS).unref()
