/*
 * Preloaded into a process (`node --import`), lets its time pass CLOCK_SPEED times as fast from CLOCK_ORIGIN on: wall clock,
 * monotonic clock and timers. Processes with the same settings agree on the time. What a test waits for, such as the end of a minute, comes sooner;
 * what takes work takes as long as ever.
 */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promises from 'node:timers/promises'

const speed = Number(process.env.CLOCK_SPEED)

const RealDate = globalThis.Date
/** An instant that all processes know, milliseconds since the epoch. */
const origin = Number(process.env.CLOCK_ORIGIN)

const now = () => Math.floor(origin + (RealDate.now() - origin) * speed)
const Fast = new Proxy(RealDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget === Fast ? target : newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
RealDate.prototype.constructor = Fast
globalThis.Date = Fast

const monotonic = performance.now.bind(performance)
performance.now = () => monotonic() * speed

const sooner = (milliseconds) => (milliseconds > 1 ? milliseconds / speed : milliseconds)
for (const name of ['setTimeout', 'setInterval']) {
  const real = timers[name]
  const fast = (callback, milliseconds, ...parameters) => real(callback, sooner(milliseconds), ...parameters)
  // promisify(setTimeout) and the like.
  for (const key of Reflect.ownKeys(real))
    if (!Reflect.has(fast, key)) Object.defineProperty(fast, key, Object.getOwnPropertyDescriptor(real, key))
  globalThis[name] = fast
  timers[name] = fast
}
const wait = promises.setTimeout
promises.setTimeout = (milliseconds, ...parameters) => wait(sooner(milliseconds), ...parameters)
syncBuiltinESMExports()
