import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from '@jest/globals'
import { HttpCall } from '../../src/api/rest/httpCall.js'

const actor = { id: 'ada', correlationId: '1', commandId: '1' }

test('many calls of one request share one abort listener, and all are notified', () => {
  const response = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false })
  const calls = Array.from({ length: 30 }, () => new HttpCall(actor, response as unknown as ServerResponse))
  const signals = calls.map(({ signal }) => signal)
  expect(response.listenerCount('close')).toBe(1)
  response.emit('close')
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
})
