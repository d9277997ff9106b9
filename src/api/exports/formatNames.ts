// The names of the formats of exports, without the code that writes them.

export const FORMATS = ['ndjson', 'csv', 'parquet'] as const
export type Format = (typeof FORMATS)[number]
