// GraphQL over server-sent events, as raw frames.
import type { InProcessService } from '../service/inProcess.js'

interface Frame {
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses like a caller without types
  readonly data: any
}

export interface EventReader {
  readonly response: Response
  /** The next event; undefined at the end of the stream. Rejects if the connection is cut. */
  next(): Promise<Frame | undefined>
  /** All further events. */
  rest(): Promise<Frame[]>
  close(): void
}

interface Asking {
  readonly key?: string
  readonly variables?: Record<string, unknown>
  readonly accept?: string
  readonly method?: string
}

/** Sends an operation that accepts events. */
export async function askEvents(
  { url }: Pick<InProcessService, 'url'>,
  query: string,
  { key, variables, accept = 'text/event-stream', method = 'POST' }: Asking = {},
): Promise<EventReader> {
  const gone = new AbortController()
  const target = method === 'GET' ? `${url}/graphql?query=${encodeURIComponent(query)}` : `${url}/graphql`
  const response = await fetch(target, {
    method,
    headers: { Accept: accept, 'Content-Type': 'application/json', ...(key !== undefined && { 'X-API-Key': key }) },
    ...(method === 'POST' && { body: JSON.stringify({ query, variables }) }),
    signal: gone.signal,
  })
  let chunks: ReadableStreamDefaultReader<string> | undefined
  let text = ''

  async function next(): Promise<Frame | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const frame = text.slice(0, end)
        text = text.slice(end + 2)
        if (frame !== ':') return parsed(frame)
        continue
      }
      chunks ??= response.body!.pipeThrough(new TextDecoderStream()).getReader()
      const { done, value } = await chunks.read()
      if (done) return undefined
      text += value
    }
  }
  return {
    response,
    next,
    async rest() {
      const frames: Frame[] = []
      for (let frame = await next(); frame; frame = await next()) frames.push(frame)
      return frames
    },
    close: () => gone.abort(),
  }
}

function parsed(frame: string): Frame {
  const [, event, data] = /^event: (\w+)\ndata:(?: (.*))?$/.exec(frame) ?? []
  if (event === undefined) throw new Error(`no event: ${frame}`)
  return { event, data: data === undefined ? undefined : JSON.parse(data) }
}
