import { useEffect, useMemo } from 'preact/hooks'

/** Pause between two refreshes, so that a busy pool does not make every open page ask all the time. */
const PAUSE_MS = 10_000
/** Read models are a moment behind the event. */
const FIRST_MS = 200

/** Reloads soon after the first notice, and at most every ten seconds while notices continue. */
export function createRefresher(reload: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = 0
  return {
    notice(): void {
      if (timer !== undefined) return
      const wait = Math.max(FIRST_MS, lastAt + PAUSE_MS - Date.now())
      timer = setTimeout(() => {
        timer = undefined
        lastAt = Date.now()
        if (!document.hidden) reload()
      }, wait)
    },
    stop: (): void => clearTimeout(timer),
  }
}

/** A function that reloads soon after the first call, and at most every ten seconds while calls go on. */
export function useRefreshOnActivity(reload: () => void): () => void {
  const refresher = useMemo(() => createRefresher(reload), [reload])
  useEffect(() => refresher.stop, [refresher])
  return refresher.notice
}
