// The priority of commands that work beside a service.
import { setPriority } from 'node:os'

/** Lower than that of a service, so that the command uses what the service leaves. */
const NICENESS = 10

export const lowerPriority = (): void => setPriority(NICENESS)
