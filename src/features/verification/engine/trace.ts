/** One step of a verification, for those who ask with `debug`. */
export interface Step {
  readonly name: string
  readonly outcome: string
  /** Milliseconds since the step before. */
  readonly ms: number
}

/** Notes what was done, and how long it took. */
export interface Trace {
  readonly steps: readonly Step[]
  note(name: string, outcome: string): void
}

/** @param now milliseconds from any origin, finer than one */
export function createTrace(now: () => number): Trace {
  const steps: Step[] = []
  let last = now()
  return {
    steps,
    note(name, outcome) {
      const at = now()
      steps.push({ name, outcome, ms: Math.round((at - last) * 1_000) / 1_000 })
      last = at
    },
  }
}
