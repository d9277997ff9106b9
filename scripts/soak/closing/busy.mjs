/*
 * Preloaded into a process (`node --import`), blocks its event loop for a few milliseconds at a time, as a loaded process
 * does: the end of a connection is then noticed after something was written to it. It sleeps instead of computing, so
 * that several such processes do not take the processor from each other.
 */
const BLOCKED_MS = 3
const EVERY_MS = 10
const never = new Int32Array(new SharedArrayBuffer(4))

setInterval(() => Atomics.wait(never, 0, 0, BLOCKED_MS), EVERY_MS).unref()
