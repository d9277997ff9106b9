import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { compact, shortDay } from '../format.js'

export interface Series {
  readonly name: string
  /** CSS variable of the colour. */
  readonly colour: string
  readonly values: readonly number[]
}

export const HEIGHT = 180
const X_AXIS_HEIGHT = 30
const Y_AXIS_WIDTH = 52
const UTC = 'Etc/UTC'

const DAY_SECONDS = 86_400
/** Distances between the names of days. */
const DAY_STEPS = [1, 2, 5, 10].map((days) => days * DAY_SECONDS)
/** Distances between the lines of the scale: counts have no fractions. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, digits) => [1, 2, 5].map((step) => step * 10 ** digits)).flat()

/** The colour of a CSS variable in the present theme, as a canvas takes it. */
function colourOf(variable: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${variable})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/**
 * Draws one or two series as bars per UTC day.
 * @param onPoint called with the index of the day under the pointer; null when the pointer leaves
 */
export function plotIn(
  element: HTMLElement,
  days: readonly string[],
  series: readonly Series[],
  onPoint: (index: number | null) => void,
): uPlot {
  const stroke = colourOf('--soft')
  const ticks = { show: false }
  const barsOf = (index: number) => {
    // Two series stand side by side.
    const align = series.length === 1 ? 0 : index === 0 ? -1 : 1
    return uPlot.paths.bars!({ size: [0.7 / series.length, 40], align })
  }
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), UTC),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
      scales: {
        x: { range: (_, first, last) => [first - DAY_SECONDS / 2, last + DAY_SECONDS / 2] },
        y: { range: (_, __, max) => [0, Math.max(1, max)] },
      },
      axes: [
        {
          stroke,
          ticks,
          grid: { show: false },
          size: X_AXIS_HEIGHT,
          incrs: DAY_STEPS,
          values: (_, times) => times.map(shortDay),
        },
        {
          stroke,
          ticks,
          grid: { stroke: colourOf('--line'), width: 1 },
          size: Y_AXIS_WIDTH,
          incrs: WHOLE_STEPS,
          values: (_, counts) => counts.map(compact),
        },
      ],
      series: [
        {},
        ...series.map(({ name, colour }, index) => ({
          label: name,
          fill: colourOf(colour),
          stroke: colourOf(colour),
          // Without an outline, which would be visible where the number is 0.
          width: 0,
          paths: barsOf(index),
          points: { show: false },
        })),
      ],
    },
    [days.map((day) => Date.parse(day) / 1_000), ...series.map(({ values }) => [...values])],
    element,
  )
}
