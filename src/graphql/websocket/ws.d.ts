/** Of ws, what is used here. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage } from 'node:http'
  import type { Duplex } from 'node:stream'

  export class WebSocket extends EventEmitter {
    readonly OPEN: number
    readonly readyState: number
    readonly bufferedAmount: number
    readonly protocol: string
    constructor(url: string, protocols?: string | readonly string[], options?: object)
    send(data: string, done?: (error?: Error) => void): void
    close(code?: number, reason?: string): void
    terminate(): void
    ping(): void
    on(event: 'message', hear: (data: Buffer) => void): this
    on(event: 'pong' | 'open', hear: () => void): this
    on(event: 'error', hear: (error: Error) => void): this
    once(event: 'close', hear: (code: number, reason: Buffer) => void): this
    once(event: 'open', hear: () => void): this
    pause(): void
  }

  export class WebSocketServer {
    constructor(options: {
      readonly noServer: true
      readonly clientTracking: boolean
      readonly maxPayload: number
      readonly perMessageDeflate: boolean
      readonly handleProtocols: (protocols: Set<string>) => string | false
    })
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, done: (opened: WebSocket) => void): void
  }
}
