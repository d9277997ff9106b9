// Forces garbage collections in processes under test and reads what they still hold, over Node's inspector.
import { once } from 'node:events'
import { WebSocket } from 'ws'

/** The URL that a process prints that was started with `--inspect`. */
export const inspectorIn = (printed: string): string | undefined => /Debugger listening on (ws:\S+)/.exec(printed)?.[1]

/** Bytes that a process holds after a collection, on the heap and outside of it; undefined if it does not respond in time. */
export async function heldBy(inspector: string, withinMs: number): Promise<number | undefined> {
  const socket = new WebSocket(inspector)
  const signal = AbortSignal.timeout(Math.ceil(withinMs))
  const send = async (id: number, method: string, params = {}) => {
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [message] = await once(socket, 'message', { signal })
      const { id: answered, result } = JSON.parse(String(message))
      if (answered === id) return result
    }
  }
  try {
    await once(socket, 'open', { signal })
    await send(1, 'HeapProfiler.collectGarbage')
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
    const { result } = await send(2, 'Runtime.evaluate', { expression })
    return Number(result.value)
  } catch {
    return undefined
  } finally {
    socket.on('error', () => {}).terminate()
  }
}
