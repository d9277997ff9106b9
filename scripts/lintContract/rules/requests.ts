import type { Location, UserContext } from '@redocly/openapi-core'
import { ruleOf, type Schema } from './rule.js'

type Resolve = UserContext['resolve']

/**
 * Members of a body, and of the objects within it, that may be left out are nullable, so that generators have something
 * harmless to send, and have no default, which makes some generators require or send them. Objects that may be left out
 * need no null: nobody makes one up.
 */
export const nullableOptions = ruleOf({
  RequestBody: {
    MediaType({ schema }, { report, resolve, location }) {
      if (!schema) return
      for (const [name, at] of unkind(schema, location, resolve)) {
        const message = `\`${name}\` may be left out, so it must be nullable and have no default (but x-default).`
        report({ message, location: at })
      }
    },
  },
})

/** The members of a schema that break the rule, and where they are. */
function* unkind(
  schema: Schema,
  from: Location,
  resolve: Resolve,
  seen = new Set<Schema>(),
): Generator<readonly [name: string, at: Location]> {
  const { node, location: at = from } = resolve<Schema>(schema, from.source.absoluteRef)
  if (!node || seen.has(node)) return
  seen.add(node)
  if (node.items) yield* unkind(node.items, at.child(['items']), resolve, seen)
  const { properties = {}, required = [] } = node
  for (const [name, member] of Object.entries(properties)) {
    const location = at.child(['properties', name])
    const { node: resolved } = resolve<Schema>(member, at.source.absoluteRef)
    if (resolved?.type && !required.includes(name)) {
      const isObject = resolved.type === 'object'
      if ((!resolved.nullable && !isObject) || resolved.default !== undefined) yield [name, location]
    }
    yield* unkind(member, location, resolve, seen)
  }
}
