// DuckDB in the test's process, as analysts use it.
import { DuckDBInstance, type Json } from '@duckdb/node-api'

export interface Duckdb {
  /** The rows of a query, as objects. Numbers beyond doubles, times and decimals are text. */
  ask(sql: string): Promise<{ readonly [column: string]: Json }[]>
  /** Names and types of a query's columns. */
  typesOf(sql: string): Promise<{ readonly [column: string]: string }>
  close(): void
}

/** Opens a database in memory, whose time zone is not UTC: what is asked must not depend on it. */
export async function openDuckdb(): Promise<Duckdb> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run("set TimeZone = 'Pacific/Auckland'")
  const ask: Duckdb['ask'] = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
  return {
    ask,
    async typesOf(sql) {
      const columns = await ask(`describe ${sql}`)
      return Object.fromEntries(columns.map(({ column_name, column_type }) => [`${column_name}`, `${column_type}`]))
    },
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
