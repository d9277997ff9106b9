import { number } from '../format.js'

export interface Slice {
  readonly name: string
  readonly count: number
  /** Class that colours the slice. */
  readonly kind: 'good' | 'bad' | 'warn' | 'rest'
}

const RADIUS = 40
const LENGTH = 2 * Math.PI * RADIUS

/** Shares of a whole, with a list of the same numbers in words. */
export function Doughnut({ slices, label }: { slices: readonly Slice[]; label: string }) {
  const total = slices.reduce((sum, { count }) => sum + count, 0)
  let offset = 0
  const arcs = slices.map(({ name, count, kind }) => {
    const length = total === 0 ? 0 : (count / total) * LENGTH
    const start = offset
    offset += length
    return (
      <circle
        key={name}
        class={kind}
        cx="50"
        cy="50"
        r={RADIUS}
        stroke-dasharray={`${length} ${LENGTH - length}`}
        stroke-dashoffset={-start}
      />
    )
  })
  return (
    <figure class="doughnut">
      <svg viewBox="0 0 100 100" role="img" aria-label={label}>
        <circle class="track" cx="50" cy="50" r={RADIUS} />
        {arcs}
        <text x="50" y="55">
          {number(total)}
        </text>
      </svg>
      <figcaption>
        <ul>
          {slices.map(({ name, count, kind }) => (
            <li key={name}>
              <span class={`dot ${kind}`} /> {name} <strong>{number(count)}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
