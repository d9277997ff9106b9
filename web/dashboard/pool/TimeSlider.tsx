import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../api/hooks.js'
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

/** Chooses the moment that the page shows. The URL holds it. */
export function TimeSlider({ asOf }: { asOf: string | undefined }) {
  const { key, sandbox } = useSession()
  const [hours, setHours] = useState(() => hoursSince(asOf))
  useEffect(() => setHours(hoursSince(asOf)), [asOf])
  useEffect(() => {
    if (hours === hoursSince(asOf)) return
    const timer = setTimeout(() => setUrl({ asOf: momentBefore(hours) }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [hours, asOf])

  // While the slider moves, the URL still has the previous moment.
  const chosen = hours === hoursSince(asOf) ? asOf : momentBefore(hours)
  const disabled = key === undefined || sandbox
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
        aria-valuetext={chosen === undefined ? 'now' : moment(chosen)}
        onInput={(event) => setHours(-Number(event.currentTarget.value))}
      />
      <output for="time">{chosen === undefined || disabled ? 'now' : moment(chosen)}</output>
      {asOf !== undefined && (
        <button type="button" onClick={() => setUrl({ asOf: undefined })}>
          Now
        </button>
      )}
      {disabled && <span class="soft">The past needs a live API key.</span>}
    </div>
  )
}
