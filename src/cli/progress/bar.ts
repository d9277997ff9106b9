// The progress bar of the command line.
import { clearScreenDown, cursorTo, moveCursor } from 'node:readline'
import { Presets, SingleBar } from 'cli-progress'
import { amountText, doingText, joinParts, type PhaseState, percentageOf, rateText, timeLeftText } from './phase.js'

/** How a terminal, or a file, shows a phase. */
export interface Display {
  begin(phase: PhaseState): void
  update(phase: PhaseState): void
  end(): void
}

const MIN_BAR_SIZE = 10
const MAX_BAR_SIZE = 30
const DEFAULT_COLUMNS = 80
const SAVE_CURSOR = '\x1b7'

/** A progress bar that always fits on one line of the terminal. */
export function createBar(stream: NodeJS.WriteStream): Display {
  let bar: SingleBar | undefined
  let drawn = ''
  const columns = () => stream.columns || DEFAULT_COLUMNS

  /** A terminal that has become narrower has wrapped the bar onto several lines, and the cursor is on the last of them. */
  function redraw(): void {
    const wrapped = Math.max(0, Math.ceil(drawn.length / columns()) - 1)
    if (wrapped > 0) moveCursor(stream, 0, -wrapped)
    cursorTo(stream, 0)
    clearScreenDown(stream)
    // `stop` returns to the saved position.
    stream.write(SAVE_CURSOR)
    bar?.render()
  }

  return {
    begin(phase) {
      const format = () => {
        drawn = layOut(phase, columns())
        return drawn
      }
      // `gracefulExit` would end the process on Ctrl-C before the command can say how to resume.
      const options = { hideCursor: true, clearOnComplete: true, gracefulExit: false, forceRedraw: true, fps: 5 }
      bar = new SingleBar({ ...options, stream, format })
      bar.start(phase.total, phase.done)
      stream.on('resize', redraw)
    },
    update: ({ done }) => bar?.update(done),
    end() {
      stream.off('resize', redraw)
      bar?.stop()
      bar = undefined
    },
  }
}

/** One line of less than `columns` characters: the bar shrinks first, then details are left out. */
export function layOut(phase: PhaseState, columns: number): string {
  const room = columns - 1
  const percentage = percentageOf(phase)
  const share = percentage === undefined ? '' : `${percentage} %`
  const fits = (line: string) => line.length <= room
  const doing = doingText(phase)
  const amount = amountText(phase) ?? ''
  if (phase.note !== undefined) {
    return [joinColumns(share, phase.note), phase.note].find(fits) ?? `${phase.note.slice(0, room - 1)}…`
  }
  const detailed = [
    joinParts(doing, rateText(phase), timeLeftText(phase)),
    joinParts(doing, timeLeftText(phase)),
    doing,
  ].map((text) => joinColumns(share, text))
  if (percentage !== undefined) {
    const withBar = detailed.find((line) => line.length + 1 + MIN_BAR_SIZE <= room)
    if (withBar) return `${barOf(percentage, Math.min(MAX_BAR_SIZE, room - withBar.length - 1))} ${withBar}`
  }
  return [...detailed, joinColumns(share, amount), amount].find(fits) ?? share.slice(0, room)
}

const joinColumns = (...columns: readonly string[]): string => columns.filter((text) => text !== '').join('  ')

function barOf(percentage: number, size: number): string {
  const complete = Math.floor((percentage / 100) * size)
  const { barCompleteChar, barIncompleteChar } = Presets.shades_classic
  return barCompleteChar.repeat(complete) + barIncompleteChar.repeat(size - complete)
}
