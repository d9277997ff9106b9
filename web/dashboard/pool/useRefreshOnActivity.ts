import { useCallback, useEffect, useRef } from 'preact/hooks'

/** Pause between two refreshes, so that a busy pool does not make every open page ask all the time. */
const PAUSE_MS = 30_000
/** Read models are a moment behind the event. */
const FIRST_MS = 200
/** Random part of each wait: the same event makes every open page ask. */
const SPREAD_MS = 200

/** Reloads soon after the first notice, and at most every thirty seconds while notices continue; a hidden page waits. */
function createRefresher(reload: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = 0
  let isDue = false

  function refresh(): void {
    timer = undefined
    isDue = document.hidden
    if (isDue) return
    lastAt = Date.now()
    reload()
  }
  const refreshIfDue = () => {
    if (isDue) refresh()
  }
  document.addEventListener('visibilitychange', refreshIfDue)

  return {
    notice(): void {
      if (timer !== undefined) return
      const wait = Math.max(FIRST_MS, lastAt + PAUSE_MS - Date.now())
      timer = setTimeout(refresh, wait + Math.random() * SPREAD_MS)
    },
    stop(): void {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refreshIfDue)
    },
  }
}

/** A function that reloads soon after the first call, and at most every thirty seconds while calls continue. */
export function useRefreshOnActivity(reload: () => void): () => void {
  const refresher = useRef<ReturnType<typeof createRefresher>>()
  useEffect(() => {
    refresher.current = createRefresher(reload)
    return refresher.current.stop
  }, [reload])
  return useCallback(() => refresher.current?.notice(), [])
}
