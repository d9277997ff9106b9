/** What is moved or compared, one after the other. */
export type Step = 'keys' | 'blobs' | 'records' | 'log' | 'log_file' | 'models' | 'comparison'

/** Told of how much of a step is done, and of all that there is to it. */
export type Tell = (step: Step, done: number, total: number) => void
