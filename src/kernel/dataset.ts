// What exports consist of: tables whose columns have a name, a type and a meaning.

/**
 * How a column's values are written. `text`; `texts`: several; `integer`: at most 32 bits with its sign; `date`: a UTC
 * day, `yyyy-mm-dd`; `time`: a moment, ISO 8601 in UTC.
 */
export type ColumnType = 'text' | 'texts' | 'boolean' | 'integer' | 'number' | 'date' | 'time'

export type Cell = string | readonly string[] | boolean | number | null

export interface Column {
  readonly type: ColumnType
  readonly isNullable: boolean
  /** For the documentation: a phrase without a full stop. */
  readonly meaning: string
}

type TypeOf<Value> = [Value] extends [boolean]
  ? 'boolean'
  : [Value] extends [string]
    ? 'text' | 'date' | 'time'
    : [Value] extends [readonly string[]]
      ? 'texts'
      : 'integer' | 'number'

/** The columns of a row's members, in the order in which they are written; their names are those in snake_case. */
export type Columns<Row> = {
  readonly [Name in keyof Row]: {
    readonly type: TypeOf<NonNullable<Row[Name]>>
    readonly isNullable: null extends Row[Name] ? true : false
    readonly meaning: string
  }
}

/** A column that every row has a value for. */
export const required = <Type extends ColumnType>(type: Type, meaning: string) =>
  ({ type, isNullable: false, meaning }) as const

/** A column whose value is null where there is none, or where it was not recorded. */
export const nullable = <Type extends ColumnType>(type: Type, meaning: string) =>
  ({ type, isNullable: true, meaning }) as const

/** A row of any table, by the names of its columns in camelCase. */
export type DatasetRow = { readonly [name: string]: Cell }
