import { useEffect, useState } from 'preact/hooks'
import { ago, moment } from '../format.js'

const TICK_MS = 30_000

const shown = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Renders again now and then, all on one clock, so that “2 min ago” stays true. */
function useTick(): void {
  const [, update] = useState(0)
  useEffect(() => {
    const tick = () => update((count) => count + 1)
    shown.add(tick)
    timer ??= setInterval(() => {
      for (const each of shown) each()
    }, TICK_MS)
    return () => {
      shown.delete(tick)
      if (shown.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
}

/** A time as people say it; the exact one is its title. */
export function Time({ iso }: { readonly iso: string }) {
  useTick()
  return (
    <time dateTime={iso} title={moment(iso)}>
      {ago(iso)}
    </time>
  )
}
