import { ruleOf, type Schema } from './rule.js'

/**
 * Members of a body that may be left out are nullable, so that generators have something harmless to send, and have no
 * default, which makes some generators require or send them.
 */
export const nullableOptions = ruleOf({
  RequestBody: {
    MediaType({ schema }, { report, resolve, location }) {
      const resolved = schema && resolve<Schema>(schema)
      const { properties = {}, required = [] } = resolved?.node ?? {}
      const at = resolved?.location ?? location
      for (const [name, member] of Object.entries(properties)) {
        const { nullable, default: value } = resolve<Schema>(member, at.source.absoluteRef).node ?? {}
        if (required.includes(name) || (nullable && value === undefined)) continue
        const message = `\`${name}\` may be left out, so it must be nullable and have no default (but x-default).`
        report({ message, location: at.child(['properties', name]) })
      }
    },
  },
})
