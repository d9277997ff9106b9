import { ruleOf, type Schema } from './rule.js'

/** Rules about what a value can be. */

const MAX_INT32 = 2 ** 31 - 1
/** The document that describes the service, which clients pass on to a parser, and facts that depend on the error code. */
const FREE = /^#\/components\/schemas\/(OpenapiDocument|ErrorDetails)$/

/** Integers that outgrow 31 bits say so: without a format, many languages use 32. */
export const int64 = ruleOf({
  Schema({ type, format, maximum = 0, description = '' }: Schema, { report, location }) {
    if (type !== 'integer' || format === 'int64') return
    if (maximum > MAX_INT32 || /Unix timestamp/.test(description))
      report({ message: 'This integer outgrows 31 bits, so it must have the format int64.', location })
  },
})

/** A value is of one type that programs can tell apart. */
export const unions = ruleOf({
  Schema({ anyOf, oneOf, discriminator }: Schema, { report, location }) {
    if (anyOf) report({ message: 'Describe one schema with optional members instead of anyOf.', location })
    if (oneOf && !discriminator) report({ message: 'A union must have a discriminator.', location })
  },
})

/** The values of a map have a type. */
export const typedMaps = ruleOf({
  Schema({ type, properties, additionalProperties }: Schema, { report, location }) {
    if (type !== 'object' || FREE.test(location.pointer)) return
    if (additionalProperties === true || (!properties && !additionalProperties))
      report({ message: 'A map must have a type of values.', location })
  },
})
