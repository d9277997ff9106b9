import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { compact, shortDay } from '../format.js'

export interface Series {
  readonly name: string
  /** CSS variable of the colour. */
  readonly colour: string
  readonly values: readonly number[]
}

const HEIGHT = 200
const UTC = 'Etc/UTC'

const DAY_SECONDS = 86_400
/** Distances between the names of days. */
const DAY_STEPS = [1, 2, 5, 10].map((days) => days * DAY_SECONDS)
/** Distances between the lines of the scale: counts have no fractions. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, digits) => [1, 2, 5].map((step) => step * 10 ** digits)).flat()

const colourOf = (variable: string): string => getComputedStyle(document.documentElement).getPropertyValue(variable)

interface ChartProps {
  /** UTC days, `yyyy-mm-dd`. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
  /** Describes the chart for people who cannot see it. */
  readonly label: string
}

/** One or two numbers per UTC day, as bars. */
export function Chart({ days, series, label }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const identity = JSON.stringify([days, series])

  useEffect(() => {
    const element = place.current!
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    let plot: uPlot | undefined
    const draw = (): void => {
      plot?.destroy()
      plot = plotIn(element, days, series)
    }
    const resized = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT }))
    draw()
    resized.observe(element)
    scheme.addEventListener('change', draw)
    return () => {
      resized.disconnect()
      scheme.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [identity])

  return <div class="chart" ref={place} role="img" aria-label={label} />
}

function plotIn(element: HTMLElement, days: readonly string[], series: readonly Series[]): uPlot {
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
      cursor: { drag: { x: false, y: false } },
      scales: {
        x: { range: (_, first, last) => [first - DAY_SECONDS / 2, last + DAY_SECONDS / 2] },
        y: { range: (_, __, max) => [0, Math.max(1, max)] },
      },
      axes: [
        { stroke, ticks, grid: { show: false }, incrs: DAY_STEPS, values: (_, times) => times.map(shortDay) },
        {
          stroke,
          ticks,
          grid: { stroke: colourOf('--line'), width: 1 },
          size: 52,
          incrs: WHOLE_STEPS,
          values: (_, counts) => counts.map(compact),
        },
      ],
      series: [
        { label: 'Day', value: '{YYYY}-{MM}-{DD}' },
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
