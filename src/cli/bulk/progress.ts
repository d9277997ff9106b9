import { Presets, SingleBar } from 'cli-progress'
import { createPace, type Pace } from './pace.js'
import { bytes, count, duration } from './words.js'

/** What is on its way, for people. Nothing of it is a result. */
export interface Progress {
  begin(phase: Phase, total: number): void
  at(done: number): void
  /** The phase is over. */
  end(): void
  /** Something else that they should know. */
  say(line: string): void
}

export type Phase = 'upload' | 'verify' | 'download'

const DOING: Readonly<Record<Phase, string>> = { upload: 'uploading', verify: 'verifying', download: 'downloading' }
const AMOUNT: Readonly<Record<Phase, (value: number) => string>> = { upload: bytes, verify: count, download: bytes }
const NOUN: Readonly<Record<Phase, string>> = { upload: '', verify: ' rows', download: '' }
/** Between two lines where there is no terminal. */
const LINE_EVERY_MS = 5_000

export const silent: Progress = { begin() {}, at() {}, end() {}, say() {} }

export interface ProgressOptions {
  readonly stream: NodeJS.WriteStream
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}

interface Underway {
  readonly phase: Phase
  readonly total: number
  readonly pace: Pace
  done: number
}

/** A bar on a terminal, a line every few seconds elsewhere; what was said stays. */
export function createProgress({ stream, now }: ProgressOptions): Progress {
  const line = (text: string) => void stream.write(`${text}\n`)
  const show = stream.isTTY ? createBar(stream) : createLines(line, now)
  let underway: Underway | undefined

  return {
    begin(phase, total) {
      underway = { phase, total, pace: createPace(now), done: 0 }
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
function textOf({ phase, total, done, pace }: Underway): string {
  const amount = AMOUNT[phase]
  const noun = NOUN[phase]
  const rate = pace.perSecond()
  const left = pace.left(total)
  return [
    `${DOING[phase]} ${amount(done)}${total > 0 ? ` of ${amount(total)}` : ''}${noun}`,
    ...(rate === undefined ? [] : [`${amount(rate)}${noun}/s`]),
    ...(left === undefined || total === 0 ? [] : [`${duration(left)} left`]),
  ].join(', ')
}
