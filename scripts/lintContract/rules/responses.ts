// Rules about the schemas of responses, for generated clients.
import type { UserContext } from '@redocly/openapi-core'
import { type Response, type Responses, ruleOf, type Schema } from './rule.js'

const ERROR = '#/components/schemas/ErrorResponse'
/** Whose members depend on the status, on the code of an error, or on each other. */
const VARIABLE = /^#\/components\/schemas\/(AgentBatchOutcome|ErrorDetails|RuleCondition)$/

/** Schemas of the JSON bodies of the responses whose status is matched. */
function schemasOf(responses: Responses, statuses: RegExp, { resolve }: Pick<UserContext, 'resolve'>) {
  return Object.entries(responses).flatMap(([status, response]) => {
    const schema = statuses.test(status) && resolve<Response>(response).node?.content?.['application/json']?.schema
    return schema ? [{ status, schema }] : []
  })
}

/** Clients return one type per operation, whatever the status of success. */
export const oneSuccessSchema = ruleOf({
  Responses(responses: Responses, context) {
    const references = schemasOf(responses, /^2/, context).map(({ schema }) => schema.$ref)
    if (new Set(references).size > 1)
      context.report({
        message: 'All successful responses of an operation must have the same schema.',
        location: context.location,
      })
  },
})

/** Each error has the schema of all errors, or extends it. */
export const oneErrorSchema = ruleOf({
  Responses(responses: Responses, context) {
    for (const { status, schema } of schemasOf(responses, /^[45]/, context)) {
      if (schema.$ref === ERROR || context.resolve<Schema>(schema).node?.allOf?.[0]?.$ref === ERROR) continue
      const message = `The schema of ${status} must be ErrorResponse, or allOf it and further members.`
      context.report({ message, location: context.location.child([status]) })
    }
  },
})

/** What is not JSON is passed on as it is. */
export const binaryBodies = ruleOf({
  Response({ content = {} }: Response, { report, location, resolve }) {
    for (const [type, { schema = {} }] of Object.entries(content)) {
      if (type === 'application/json' || resolve<Schema>(schema).node?.format === 'binary') continue
      report({
        message: `A body of the type ${type} must have the format binary.`,
        location: location.child(['content', type]),
      })
    }
  },
})

/** Objects say which members are always there: a language without optional values reads an absent one as its default. */
export const requiredMembers = ruleOf({
  Response: {
    Schema({ required, properties }: Schema, { report, location }) {
      if (!properties || required?.length || VARIABLE.test(location.pointer)) return
      report({ message: 'An object of a response must say which members are always sent.', location })
    },
  },
})
