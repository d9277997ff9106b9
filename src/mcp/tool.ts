// What a tool is, and how it is run.
import { createBodyCompiler } from '../api/contract/body.js'
import { explain } from '../api/contract/problems.js'
import type { JsonSchema, OperationObject } from '../api/contract/schema.js'
import { type Api, Refusal, type RefusedCall, type ToolOperation } from './api.js'

/** A tool for agents. */
export interface Tool<Arguments = never> {
  readonly name: string
  /** For people. */
  readonly title: string
  /** For agents: when to use it, what it costs, which limits it has. */
  readonly description: string
  /** All that it may call. */
  readonly operations: readonly ToolOperation[]
  readonly input: JsonSchema
  /** Correct arguments, shown with errors. */
  readonly example: object
  /** JSON Schema of the result. */
  readonly output: object
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    /** Whether it looks at the world outside of the service, such as DNS. */
    readonly openWorldHint: boolean
  }
  /** @throws Refusal */
  run(api: Api, given: Arguments): Promise<object>
}

/** A tool with its types erased. */
export type AnyTool = Tool<never>

/** A result of `tools/call`: an object and the same as text, or an error that says how to correct the call. */
export type ToolResult = {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }]
  readonly structuredContent?: object
  readonly isError?: true
}

const compile = createBodyCompiler()
const checks = new WeakMap<AnyTool, ReturnType<typeof compile>>()

function checkOf(tool: AnyTool): ReturnType<typeof compile> {
  const known = checks.get(tool)
  if (known) return known
  const media = { schema: withNullableOptions(tool.input), example: tool.example }
  const check = compile({ requestBody: { content: { 'application/json': media } } } as unknown as OperationObject)
  checks.set(tool, check)
  return check
}

/** What may be left out may also be null, as in REST: many agents fill in every argument that they see. */
function withNullableOptions({ properties = {}, required = [], ...input }: JsonSchema): JsonSchema {
  const options = Object.entries(properties).map(([name, schema]): [string, JsonSchema] => [
    name,
    required.includes(name) ? schema : { ...schema, nullable: true },
  ])
  return { ...input, required, properties: Object.fromEntries(options) }
}

/** Runs a tool. @param given its arguments, unchecked @throws any error that is not a Refusal: a bug */
export async function runTool(tool: AnyTool, api: Api, given: unknown): Promise<ToolResult> {
  const checked = checkOf(tool)(given)
  if (!checked.ok) return failed(tool, { code: 'VALIDATION_ERROR', ...explain(checked.problems) })
  try {
    const result = await tool.run(restrict(api, tool), checked.value as never)
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
  } catch (error) {
    if (error instanceof Refusal) return failed(tool, error.refused)
    throw error
  }
}

/** The API with the operations of a tool only. */
function restrict(api: Api, { name, operations }: AnyTool): Api {
  const assertDeclared = (operation: ToolOperation): void => {
    if (!operations.includes(operation)) throw new Error(`the tool ${name} does not declare the operation ${operation}`)
  }
  return {
    baseUrl: api.baseUrl,
    sandbox: api.sandbox,
    call(operation, ...rest) {
      assertDeclared(operation)
      return api.call(operation, ...rest)
    },
    results(batchId) {
      assertDeclared('getBatchResults')
      return api.results(batchId)
    },
    admit(operation) {
      assertDeclared(operation)
      return api.admit(operation)
    },
  }
}

/** An error in the words of REST, with what an agent can do about it. */
function failed({ example }: AnyTool, { code, message, details, retry_after, docs_url }: RefusedCall): ToolResult {
  const problems = details?.problems ?? []
  const lines = [
    `${code}: ${message}`,
    ...problems.map(({ path, message: problem }) => `${path || '/'}: ${problem}`),
    ...(code === 'VALIDATION_ERROR' ? [`Correct arguments, for example: ${JSON.stringify(example)}`] : []),
    ...(retry_after === undefined ? [] : [`Try again in ${retry_after} s.`]),
    ...(docs_url === undefined ? [] : [`See ${docs_url}.md`]),
  ]
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true }
}
