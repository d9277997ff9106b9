import type { Collection, Document, Find, Stored } from '../../src/kernel/ports/documentStore.js'
import type { Position } from '../../src/kernel/position.js'

/** The n-th position. */
export const at = (number: number): Position => number.toString(16).padStart(32, '0')

/** New documents by id, all at the first position. */
export const insert = <D extends Document>(collection: Collection<D>, documents: { readonly [id: string]: D }) =>
  collection.write(Object.entries(documents).map(([id, document]) => ({ id, position: at(1), document })))

/** All results of a query, page by page. */
export async function findAll<D extends Document>(collection: Collection<D>, question: Find): Promise<Stored<D>[]> {
  const items: Stored<D>[] = []
  for (let after = question.after; ; ) {
    const page = await collection.find({ ...question, ...(after !== undefined && { after }) })
    items.push(...page.items)
    if (page.next === undefined) return items
    after = page.next
  }
}

export const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id)
