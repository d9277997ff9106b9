// Which processes get the CPU first. `os.setPriority` would change the calling thread only (Linux, setpriority(2)).

const nice = (niceness: number): readonly string[] => ['nice', '-n', `${niceness}`]

/** Commands that start processes. */
export interface Priorities {
  /** For the service and for the measurement. */
  readonly first: readonly string[]
  /** For what is another machine in reality, which takes no CPU from the service: 19 steps below. */
  readonly last: readonly string[]
}

/** @param raised above other work of the machine, which would look like an attack; only root may do that */
export const priorities = (raised: boolean): Priorities =>
  raised && process.getuid?.() === 0 ? { first: nice(-20), last: nice(-1) } : { first: [], last: nice(19) }
