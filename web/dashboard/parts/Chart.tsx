import { useEffect, useRef, useState } from 'preact/hooks'
import type uPlot from 'uplot'
import { onThemeChange } from '../../shared/themes.js'
import { day, number } from '../format.js'
import { Scrollable } from './parts.js'
import { HEIGHT, plotIn, type Series } from './plot.js'

interface ChartProps {
  /** UTC days, `yyyy-mm-dd`; at least one. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
  /** Describes the chart for people who cannot see it. */
  readonly label: string
}

/** One or two numbers per UTC day: as bars, with the numbers of one day below, and as a table. */
export function Chart({ days, series, label }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const identity = JSON.stringify([days, series])

  useEffect(() => {
    const element = place.current!
    let plot: uPlot | undefined
    const draw = (): void => {
      plot?.destroy()
      plot = plotIn(element, days, series, setPointed)
    }
    const resized = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT }))
    draw()
    resized.observe(element)
    const stop = onThemeChange(draw)
    return () => {
      resized.disconnect()
      stop()
      plot?.destroy()
    }
  }, [identity])

  return (
    <>
      <div class="chart" ref={place} role="img" aria-label={label} />
      <Legend days={days} series={series} index={Math.min(pointed ?? days.length - 1, days.length - 1)} />
      <details>
        <summary>Show as a table</summary>
        <Numbers days={days} series={series} />
      </details>
    </>
  )
}

type Data = Pick<ChartProps, 'days' | 'series'>

/** The numbers of the day under the pointer, or of the last day. */
const Legend = ({ days, series, index }: Data & { readonly index: number }) => (
  <p class="legend">
    <span>{day(days[index]!)} (UTC)</span>
    {series.map(({ name, colour, values }) => (
      <span key={name}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect width="10" height="10" fill={`var(${colour})`} />
        </svg>
        {name}: <strong>{number(values[index]!)}</strong>
      </span>
    ))}
  </p>
)

/** All days, the latest first. */
const Numbers = ({ days, series }: Data) => (
  <Scrollable label="Numbers by day">
    <table>
      <thead>
        <tr>
          <th>Day (UTC)</th>
          {series.map(({ name }) => (
            <th key={name} class="figure">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .map((each, index) => (
            <tr key={each}>
              <td class="whole">{day(each)}</td>
              {series.map(({ name, values }) => (
                <td key={name} class="figure">
                  {number(values[index]!)}
                </td>
              ))}
            </tr>
          ))
          .reverse()}
      </tbody>
    </table>
  </Scrollable>
)
