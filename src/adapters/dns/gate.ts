interface Gate {
  /** Calls `start` when there is a place; it says whether it took the place, as the work may be unwanted by then. */
  enter(start: () => boolean): void
  /** To be called once by whoever took a place. */
  leave(): void
}

/** Lets at most `places` pieces of work run at once; the others wait in order of arrival. */
export function createGate(places: number): Gate {
  let free = places
  let waiting: (() => boolean)[] = []
  let head = 0

  /** Forgets what was let in, often enough to hold no memory and seldom enough to cost nothing. */
  const compact = () => {
    if (head < 1024 && head < waiting.length) return
    waiting = waiting.slice(head)
    head = 0
  }

  return {
    enter(start) {
      if (free === 0) waiting.push(start)
      else if (start()) free--
    },
    leave() {
      while (head < waiting.length) {
        const start = waiting[head++]!
        compact()
        if (start()) return
      }
      free++
    },
  }
}
