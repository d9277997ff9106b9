import type { Progress } from './progress.js'

/** Starts a phase of the progress display when its first report arrives. */
export function phaseReporter<Step extends string>(
  progress: Progress<Step>,
): (step: Step, done: number, total: number) => void {
  let phase: Step | undefined
  return (step, done, total) => {
    if (step !== phase) {
      if (phase) progress.end()
      progress.begin(step, total)
    }
    phase = step
    progress.at(done)
  }
}
