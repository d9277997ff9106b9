// Progress on standard error while a command works.
import { createBar, type Display } from './bar.js'
import {
  doingText,
  joinParts,
  type PhaseState,
  type PhaseWords,
  percentageOf,
  rateText,
  timeLeftText,
} from './phase.js'
import { createThroughputMeter } from './throughputMeter.js'

export type { PhaseWords } from './phase.js'

/** Progress display on standard error; never part of the output. */
export interface Progress<Phase extends string> {
  /** @param total 0 if unknown */
  begin(phase: Phase, total: number): void
  at(done: number): void
  /** Says why there is no progress; a bar shows it until there is. */
  note(reason: string): void
  /** Ends the phase. */
  end(): void
  /** Prints a line that stays. */
  say(line: string): void
}

/** Minimum interval between lines without a terminal, and the longest silence. */
const MIN_INTERVAL_MS = 5_000
const MAX_INTERVAL_MS = 30_000
/** Percentage points after which there is another line. */
const STEP = 10

export const silentProgress: Progress<string> = { begin() {}, at() {}, note() {}, end() {}, say() {} }

interface ProgressOptions<Phase extends string> {
  readonly phases: Readonly<Record<Phase, PhaseWords>>
  readonly stream: NodeJS.WriteStream
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number
}

/** The progress of a command on standard error. @param silent shows nothing: for commands that print JSON */
export const showProgress = <Phase extends string>(
  phases: ProgressOptions<Phase>['phases'],
  silent = false,
): Progress<Phase> =>
  silent ? silentProgress : createProgress({ phases, stream: process.stderr, now: () => performance.now() })

/** A progress bar on a terminal; otherwise a line for every tenth, or every 30 s. */
export function createProgress<Phase extends string>({ phases, stream, now }: ProgressOptions<Phase>): Progress<Phase> {
  const line = (text: string) => void stream.write(`${text}\n`)
  const display = stream.isTTY ? createBar(stream) : createLines(line, now)
  let phase: PhaseState | undefined

  function say(text: string): void {
    display.end()
    line(text)
    if (phase) display.begin(phase)
  }

  return {
    begin(name, total) {
      if (phase) display.end()
      phase = { words: phases[name], total, meter: createThroughputMeter(now), done: 0, note: undefined }
      display.begin(phase)
    },
    at(done) {
      if (!phase) return
      phase.done = done
      phase.note = undefined
      phase.meter.record(done)
      display.update(phase)
    },
    note(reason) {
      if (!phase || !stream.isTTY) return say(reason)
      phase.note = reason
      display.update(phase)
    },
    end() {
      phase = undefined
      display.end()
    },
    say,
  }
}

/** A line for every tenth that took a while, or every 30 s: `60 %, verifying 12,000 of 20,000 rows, 8,000 rows/s, 1 s left`. */
function createLines(line: (text: string) => void, now: () => number): Display {
  let last = now()
  let shown = 0
  let current: PhaseState | undefined
  return {
    begin(phase) {
      if (phase !== current) shown = 0
      current = phase
    },
    update(phase) {
      const silence = now() - last
      const percentage = percentageOf(phase)
      const isDue = percentage === undefined || percentage - shown >= STEP
      if (silence < (isDue ? MIN_INTERVAL_MS : MAX_INTERVAL_MS)) return
      last = now()
      shown = percentage ?? 0
      const share = percentage === undefined ? undefined : `${percentage} %`
      line(joinParts(share, doingText(phase), rateText(phase), timeLeftText(phase)))
    },
    end() {},
  }
}
