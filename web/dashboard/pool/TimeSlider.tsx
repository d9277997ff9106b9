import { useEffect, useMemo, useState } from 'preact/hooks'
import { moment } from '../format.js'
import { setUrl } from '../url.js'

const HOUR_MS = 3_600_000
/** Thirty days. */
const MAX_HOURS = 720
/** Each past moment is a query that the service limits to 60 per minute. */
const SETTLE_MS = 300

const hoursSince = (iso: string | undefined): number =>
  iso === undefined ? 0 : Math.min(MAX_HOURS, Math.max(0, Math.round((Date.now() - Date.parse(iso)) / HOUR_MS)))

/** The moment that was so many hours ago; undefined for the present. */
const momentBefore = (hours: number): string | undefined =>
  hours === 0 ? undefined : new Date(Date.now() - hours * HOUR_MS).toISOString()

interface Choice {
  readonly hours: number
  readonly moment: string | undefined
}

/** Chooses the moment that the page shows. The URL holds it. */
export function TimeSlider({ asOf, disabled }: { asOf: string | undefined; disabled: boolean }) {
  const settled: Choice = useMemo(() => ({ hours: hoursSince(asOf), moment: asOf }), [asOf])
  // While the slider moves, the URL still has the previous moment.
  const [moved, setMoved] = useState<Choice>()
  useEffect(() => setMoved(undefined), [asOf])
  useEffect(() => {
    if (!moved) return
    const timer = setTimeout(() => setUrl({ asOf: moved.moment }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [moved])

  const { hours, moment: chosen } = moved ?? settled
  const text = chosen === undefined ? 'now' : moment(chosen)
  const move = (to: number) => setMoved({ hours: to, moment: momentBefore(to) })
  return (
    <div class="time">
      <label for="time">Time</label>
      <input
        id="time"
        type="range"
        min={-MAX_HOURS}
        max={0}
        step={1}
        value={-hours}
        disabled={disabled}
        aria-valuetext={text}
        onInput={(event) => move(-Number(event.currentTarget.value))}
      />
      <output for="time">{text}</output>
      {asOf !== undefined && (
        <button type="button" onClick={() => setUrl({ asOf: undefined })}>
          Now
        </button>
      )}
      {disabled && <span class="soft">The past needs a live API key.</span>}
    </div>
  )
}
