/** One step of a verification, shown with `debug`. */
export interface TraceStep {
  readonly name: string
  readonly outcome: string
  /** Milliseconds since the previous step. */
  readonly ms: number
}

/** Records the steps of a verification with their durations. */
export interface Trace {
  readonly steps: readonly TraceStep[]
  note(name: string, outcome: string): void
}

/** @param now monotonic time in milliseconds, with fractions */
export function createTrace(now: () => number): Trace {
  const steps: TraceStep[] = []
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
