// Events for many subscribers are executed once.
import { expect, test } from '@jest/globals'
import { buildSchema, type ExecutionResult, parse } from 'graphql'
import { asSharedEvents } from '../../src/api/graphql/sharedEvents.js'
import { createSubscribe } from '../../src/graphql/websocket/subscriptions.js'

/** Two subscriptions to the same events, one of which declares that they do not depend on the subscriber. */
function counting() {
  const schema = buildSchema(`
    type Event { value: Int double: Int }
    type Query { a: Int }
    type Subscription { shared: Event own: Event }
  `)
  const events = [1, 2, 3].map((value) => ({ value }))
  const source = async function* () {
    yield* events
  }
  let executions = 0
  for (const [name, field] of Object.entries(schema.getSubscriptionType()!.getFields())) {
    field.subscribe = () => (name === 'shared' ? asSharedEvents(source()) : source())
    field.resolve = (event) => {
      executions++
      return { ...event, double: 2 * event.value }
    }
  }
  const subscribe = createSubscribe()
  const documents = new Map<string, ReturnType<typeof parse>>()
  async function results(query: string, variableValues?: Record<string, unknown>): Promise<ExecutionResult['data'][]> {
    const document = documents.get(query) ?? parse(query)
    documents.set(query, document)
    const started = await subscribe('one', { schema, document, variableValues })
    const data = []
    for await (const result of started as AsyncGenerator<ExecutionResult>) data.push(result.data)
    return data
  }
  return { results, executions: () => executions }
}

const SHARED = 'subscription { shared { value } }'

test('an event that all subscribers share is executed once for each document', async () => {
  const { results, executions } = counting()
  const all = await Promise.all(Array.from({ length: 20 }, () => results(SHARED)))
  expect(all).toEqual(Array(20).fill([1, 2, 3].map((value) => ({ shared: { value } }))))
  expect(executions()).toBe(3)
  expect(await results('subscription { shared { double } }')).toEqual(
    [2, 4, 6].map((double) => ({ shared: { double } })),
  )
  expect(executions()).toBe(6)
})

test('… and for each set of variables', async () => {
  const { results, executions } = counting()
  const query = 'subscription ($all: Boolean!) { shared { value double @include(if: $all) } }'
  const [short, long] = await Promise.all([results(query, { all: false }), results(query, { all: true })])
  expect(short[0]).toEqual({ shared: { value: 1 } })
  expect(long[0]).toEqual({ shared: { value: 1, double: 2 } })
  expect(executions()).toBe(6)
})

test('other events are executed for each subscriber', async () => {
  const { results, executions } = counting()
  await Promise.all([results('subscription { own { value } }'), results('subscription { own { value } }')])
  expect(executions()).toBe(6)
})
