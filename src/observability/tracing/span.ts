import { randomBytes } from 'node:crypto'

/** As OTLP numbers them. */
export const KIND = { server: 2, client: 3 } as const

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: (typeof KIND)[keyof typeof KIND]
  /** Microseconds since the epoch, like the next. */
  readonly began: number
  readonly ended: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

/** Where a span stands: what those within it go by. */
export type Place = Pick<Span, 'traceId' | 'spanId' | 'parentSpanId'>

export const newSpanId = (): string => randomBytes(8).toString('hex')

const US_PER_MS = 1_000

/** Microseconds since the epoch, by a clock that is never set. */
export const nowUs = (): number => Math.round((performance.timeOrigin + performance.now()) * US_PER_MS)

/** What W3C Trace Context says of a caller's trace (section 3.2); the last bit of its flags: it is recorded. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
const RECORDED = 1

/** The caller's span; undefined where there is none. */
export function parentIn(header: unknown) {
  const [, traceId, spanId, flags] = (typeof header === 'string' && TRACE_PARENT.exec(header)) || []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, recorded: (Number.parseInt(flags, 16) & RECORDED) === RECORDED }
}

export const traceparentOf = ({ traceId, spanId }: Place): string => `00-${traceId}-${spanId}-01`
