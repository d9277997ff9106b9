/**
 * Preloaded into a process (`node --import`), sets its wall clock: it is so many milliseconds ahead of the machine's as
 * the file CLOCK_SHIFT_FILE says, and looks again at every SIGUSR2. Stopwatches go on as they do when a clock is set.
 */
import { readFileSync } from 'node:fs'

const RealDate = globalThis.Date
let shift = 0

function look() {
  shift = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8'))
}

const now = () => RealDate.now() + shift

const Shifted = new Proxy(RealDate, {
  construct: (target, parameters, made) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, made === Shifted ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
RealDate.prototype.constructor = Shifted
globalThis.Date = Shifted

look()
process.on('SIGUSR2', look)
