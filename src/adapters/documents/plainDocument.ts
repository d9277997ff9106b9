// Checks that a change is what every document store can hold.
import type { Change, Document } from '../../kernel/ports/documentStore.js'
import { isPosition } from '../../kernel/position.js'
import { type Indexes, isIndexValue } from '../../kernel/queryPlan.js'

const NAME = /^[A-Za-z0-9_]{1,100}$/
/** Names that passed the check: nearly all documents use the same few dozen. */
const known = new Set<string>()
const MAX_KNOWN_NAMES = 10_000

/** String.prototype.isWellFormed is in Node 20 but not in the ES2023 library types. */
const isWellFormed = (text: string): boolean => (text as unknown as { isWellFormed(): boolean }).isWellFormed()

/** @throws RangeError when a change is not as the port requires */
export function checkChange({ id, position, document }: Change<Document>, indexes: Indexes): void {
  if (!isPosition(position)) throw new RangeError(`not a position: ${JSON.stringify(position).slice(0, 50)}`)
  if (!isWellFormed(id)) throw new RangeError(`the id ${JSON.stringify(id.slice(0, 100))} is not well-formed Unicode`)
  if (!document) return
  try {
    checkObject(document)
    for (const name of Object.keys(document)) {
      if (name.startsWith('_')) throw new RangeError(`member names that start with _ are reserved: ${name}`)
    }
    for (const members of Object.values(indexes)) for (const member of members) checkIndexed(document, member)
  } catch (error) {
    throw new RangeError(`document ${id.slice(0, 100)} cannot be stored: ${(error as Error).message}`)
  }
}

function checkIndexed(document: Document, member: string): void {
  const value = Object.hasOwn(document, member) ? document[member] : undefined
  if (value !== undefined && value !== null && !isIndexValue(value))
    throw new RangeError(`its indexed member ${member} is neither text, nor a number, nor a boolean`)
}

function checkObject(value: object): void {
  for (const name of Object.keys(value)) {
    if (!known.has(name)) checkName(name)
    checkValue((value as Document)[name])
  }
}

function checkName(name: string): void {
  if (!NAME.test(name) || name === '__proto__')
    throw new RangeError(`${JSON.stringify(name.slice(0, 100))} is not the name of a member`)
  if (known.size < MAX_KNOWN_NAMES) known.add(name)
}

function checkValue(value: unknown): void {
  switch (typeof value) {
    case 'string':
      if (!isWellFormed(value)) throw new RangeError('its text is not well-formed Unicode')
      return
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`${value} is not a JSON number`)
      return
    case 'boolean':
    case 'undefined':
      return
    case 'object':
      if (value === null) return
      if (Array.isArray(value)) for (const item of value) checkValue(item)
      else if (isPlainObject(value)) checkObject(value)
      else if (!value.constructor) throw new RangeError('an object without a constructor cannot be stored as JSON')
      else throw new RangeError(`a ${value.constructor.name} is not a JSON value`)
      return
    default:
      throw new RangeError(`a ${typeof value} is not a JSON value`)
  }
}

/** Whether it was made by a literal or by JSON.parse, in any realm. */
function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
