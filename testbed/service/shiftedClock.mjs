/*
 * Preloaded into a process (`node --import`), shifts its wall clock by the number of milliseconds in the file
 * CLOCK_SHIFT_FILE, which it reads again on SIGUSR2. Monotonic clocks are not affected, as when a real clock is set.
 */
import { readFileSync } from 'node:fs'

const RealDate = globalThis.Date
let shift = 0

function readShift() {
  shift = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8'))
}

const now = () => RealDate.now() + shift

const Shifted = new Proxy(RealDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(
      target,
      parameters.length === 0 ? [now()] : parameters,
      newTarget === Shifted ? target : newTarget,
    ),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
RealDate.prototype.constructor = Shifted
globalThis.Date = Shifted

readShift()
process.on('SIGUSR2', readShift)
