import { Presets, SingleBar } from 'cli-progress'
import { createThroughputMeter, type ThroughputMeter } from './throughputMeter.js'
import { duration } from './words.js'

/** Progress display on standard error; never part of the output. */
export interface Progress<Phase extends string> {
  /** @param total 0 if unknown */
  begin(phase: Phase, total: number): void
  at(done: number): void
  /** Ends the phase. */
  end(): void
  /** Prints a line that stays. */
  say(line: string): void
}

/** How a phase is described. */
export interface PhaseWords {
  /** `uploading` */
  readonly doing: string
  readonly amount: (value: number) => string
  /** ` rows`, with its leading space; `''` if the amount includes the unit. */
  readonly noun: string
}

/** Interval between lines without a terminal. */
const LINE_INTERVAL_MS = 5_000

export const silentProgress: Progress<string> = { begin() {}, at() {}, end() {}, say() {} }

export interface ProgressOptions<Phase extends string> {
  readonly phases: Readonly<Record<Phase, PhaseWords>>
  readonly stream: NodeJS.WriteStream
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number
}

interface PhaseState {
  readonly words: PhaseWords
  readonly total: number
  readonly meter: ThroughputMeter
  done: number
}

/** A progress bar on a terminal; otherwise one line every few seconds. */
export function createProgress<Phase extends string>({ phases, stream, now }: ProgressOptions<Phase>): Progress<Phase> {
  const line = (text: string) => void stream.write(`${text}\n`)
  const show = stream.isTTY ? createBar(stream) : createLines(line, now)
  let phaseState: PhaseState | undefined

  return {
    begin(phase, total) {
      phaseState = { words: phases[phase], total, meter: createThroughputMeter(now), done: 0 }
      show.begin(phaseState)
    },
    at(done) {
      if (!phaseState) return
      phaseState.done = done
      phaseState.meter.record(done)
      show.at(phaseState)
    },
    end() {
      phaseState = undefined
      show.end()
    },
    say(text) {
      show.end()
      line(text)
      if (phaseState) show.begin(phaseState)
    },
  }
}

interface Show {
  begin(phaseState: PhaseState): void
  at(phaseState: PhaseState): void
  end(): void
}

function createBar(stream: NodeJS.WriteStream): Show {
  let bar: SingleBar | undefined
  return {
    begin(phaseState) {
      // Without a total there is no bar to fill.
      const format = phaseState.total > 0 ? '{bar} {percentage} %  {text}' : '{text}'
      // `gracefulExit` would end the process on Ctrl-C before the command can say how to resume.
      const options = {
        stream,
        format,
        hideCursor: true,
        clearOnComplete: true,
        gracefulExit: false,
        barsize: 30,
        fps: 5,
      }
      bar = new SingleBar(options, Presets.shades_classic)
      bar.start(phaseState.total, phaseState.done, { text: textOf(phaseState) })
    },
    at: (phaseState) => bar?.update(phaseState.done, { text: textOf(phaseState) }),
    end() {
      bar?.stop()
      bar = undefined
    },
  }
}

function createLines(line: (text: string) => void, now: () => number): Show {
  let last = now()
  return {
    begin() {},
    at(phaseState) {
      if (now() - last < LINE_INTERVAL_MS) return
      last = now()
      const share = phaseState.total > 0 ? `${Math.floor((phaseState.done / phaseState.total) * 100)} %, ` : ''
      line(`${share}${textOf(phaseState)}`)
    },
    end() {},
  }
}

/** `verifying 12,000 of 20,000 rows, 8,000 rows/s, 1 s left`; parts that are unknown are left out. */
function textOf({ words: { doing, amount, noun }, total, done, meter }: PhaseState): string {
  const rate = meter.perSecond()
  const left = meter.millisecondsLeft(total)
  return [
    `${doing} ${amount(done)}${total > 0 ? ` of ${amount(total)}` : ''}${noun}`,
    ...(rate === undefined ? [] : [`${amount(rate)}${noun}/s`]),
    ...(left === undefined || total === 0 ? [] : [`${duration(left)} left`]),
  ].join(', ')
}
