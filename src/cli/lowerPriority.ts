// The priority of commands that work beside a service.
import { getPriority, setPriority } from 'node:os'

/** Lower than that of a service, so that the command uses what the service leaves. */
const NICENESS = 10

/** Where a priority cannot be set, the command works with the one that it has. */
export function lowerPriority(): void {
  try {
    // From a niceness of 11 to 19, 10 would be a rise, which only root may ask for.
    if (getPriority() < NICENESS) setPriority(NICENESS)
  } catch {}
}
