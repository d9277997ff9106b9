/** Steps of a migration, in order. */
export type MigrationStep = 'keys' | 'blobs' | 'records' | 'log' | 'log_file' | 'models' | 'comparison'

/** Reports the progress of a step; `total` is 0 if it is unknown. */
export type ReportProgress = (step: MigrationStep, done: number, total: number) => void
