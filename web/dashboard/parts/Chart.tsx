import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface Series {
  readonly name: string
  /** CSS variable of the colour. */
  readonly colour: string
  readonly values: readonly number[]
}

const HEIGHT = 200
const UTC = 'Etc/UTC'

const colourOf = (variable: string): string => getComputedStyle(document.documentElement).getPropertyValue(variable)

interface ChartProps {
  /** UTC days, `yyyy-mm-dd`. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
  /** Describes the chart for people who cannot see it. */
  readonly label: string
}

/** Numbers per UTC day, as bars. */
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
  const axis = { stroke: colourOf('--soft'), grid: { stroke: colourOf('--line') }, ticks: { show: false } }
  const bars = uPlot.paths.bars!({ size: [0.7, 40] })
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), UTC),
      cursor: { drag: { x: false, y: false } },
      scales: { y: { range: (_, __, max) => [0, Math.max(1, max)] } },
      axes: [axis, { ...axis, size: 44 }],
      series: [
        { label: 'Day', value: '{YYYY}-{MM}-{DD}' },
        ...series.map(({ name, colour }) => ({
          label: name,
          fill: colourOf(colour),
          stroke: colourOf(colour),
          paths: bars,
          points: { show: false },
        })),
      ],
    },
    [days.map((day) => Date.parse(day) / 1_000), ...series.map(({ values }) => [...values])],
    element,
  )
}
