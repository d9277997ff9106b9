// Which processes get the CPU first. `os.setPriority` would change the calling thread only (Linux, setpriority(2)).

/** Only root may raise a priority: then other work of this machine, at 0, looks less like an attack. */
const isRoot = process.getuid?.() === 0
const nice = (niceness: number): readonly string[] => ['nice', '-n', `${niceness}`]

/** For the service and for the measurement. */
export const FIRST: readonly string[] = isRoot ? nice(-20) : []
/** For what is another machine in reality, which takes no CPU from the service: 19 steps below. */
export const LAST: readonly string[] = nice(isRoot ? -1 : 19)
