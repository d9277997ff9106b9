import { Presets, SingleBar } from 'cli-progress'
import { createThroughputMeter, type ThroughputMeter } from './throughputMeter.js'
import { duration } from './words.js'

/** What is on its way, for people. Nothing of it is a result. */
export interface Progress<Phase extends string> {
  /** @param total 0 where it is not known */
  begin(phase: Phase, total: number): void
  at(done: number): void
  /** The phase is over. */
  end(): void
  /** Something else that they should know. */
  say(line: string): void
}

/** What people are told of a phase. */
export interface PhaseWords {
  /** `uploading` */
  readonly doing: string
  readonly amount: (value: number) => string
  /** ` rows`, with its space; `''` where the amount says it. */
  readonly noun: string
}

/** Between two lines where there is no terminal. */
const LINE_EVERY_MS = 5_000

export const silent: Progress<string> = { begin() {}, at() {}, end() {}, say() {} }

export interface ProgressOptions<Phase extends string> {
  readonly phases: Readonly<Record<Phase, PhaseWords>>
  readonly stream: NodeJS.WriteStream
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}

interface Underway {
  readonly words: PhaseWords
  readonly total: number
  readonly pace: ThroughputMeter
  done: number
}

/** A bar on a terminal, a line every few seconds elsewhere; what was said stays. */
export function createProgress<Phase extends string>({ phases, stream, now }: ProgressOptions<Phase>): Progress<Phase> {
  const line = (text: string) => void stream.write(`${text}\n`)
  const show = stream.isTTY ? createBar(stream) : createLines(line, now)
  let underway: Underway | undefined

  return {
    begin(phase, total) {
      underway = { words: phases[phase], total, pace: createThroughputMeter(now), done: 0 }
      show.begin(underway)
    },
    at(done) {
      if (!underway) return
      underway.done = done
      underway.pace.note(done)
      show.at(underway)
    },
    end() {
      underway = undefined
      show.end()
    },
    say(text) {
      show.end()
      line(text)
      if (underway) show.begin(underway)
    },
  }
}

interface Show {
  begin(underway: Underway): void
  at(underway: Underway): void
  end(): void
}

function createBar(stream: NodeJS.WriteStream): Show {
  let bar: SingleBar | undefined
  return {
    begin(underway) {
      // Where the total is not known there is nothing to fill.
      const format = underway.total > 0 ? '{bar} {percentage} %  {text}' : '{text}'
      // Who interrupts is told how to go on: the bar itself must not end the process.
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
      bar.start(underway.total, underway.done, { text: textOf(underway) })
    },
    at: (underway) => bar?.update(underway.done, { text: textOf(underway) }),
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
    at(underway) {
      if (now() - last < LINE_EVERY_MS) return
      last = now()
      const share = underway.total > 0 ? `${Math.floor((underway.done / underway.total) * 100)} %, ` : ''
      line(`${share}${textOf(underway)}`)
    },
    end() {},
  }
}

/** `verifying 12,000 of 20,000 rows, 8,000 rows/s, 1 s left`, as far as known. */
function textOf({ words: { doing, amount, noun }, total, done, pace }: Underway): string {
  const rate = pace.perSecond()
  const left = pace.left(total)
  return [
    `${doing} ${amount(done)}${total > 0 ? ` of ${amount(total)}` : ''}${noun}`,
    ...(rate === undefined ? [] : [`${amount(rate)}${noun}/s`]),
    ...(left === undefined || total === 0 ? [] : [`${duration(left)} left`]),
  ].join(', ')
}
