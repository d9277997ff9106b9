import { randomBytes } from 'node:crypto'

/** Span kinds, with OTLP's numbers. */
export const KIND = { server: 2, client: 3 } as const

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: (typeof KIND)[keyof typeof KIND]
  /** Microseconds since the epoch. */
  readonly startUs: number
  /** Microseconds since the epoch. */
  readonly endUs: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

/** Ids of a span, as its child spans need them. */
export type SpanContext = Pick<Span, 'traceId' | 'spanId' | 'parentSpanId'>

export const newSpanId = (): string => randomBytes(8).toString('hex')

const US_PER_MS = 1_000

/** Microseconds since the epoch, by a monotonic clock. */
export const nowUs = (): number => Math.round((performance.timeOrigin + performance.now()) * US_PER_MS)

/** The `traceparent` header of W3C Trace Context (section 3.2). The lowest bit of its flags indicates whether it is sampled. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
const RECORDED = 1

/** The caller's span, if any. */
export function parentIn(header: unknown) {
  const [, traceId, spanId, flags] = (typeof header === 'string' && TRACE_PARENT.exec(header)) || []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, recorded: (Number.parseInt(flags, 16) & RECORDED) === RECORDED }
}

export const traceparentOf = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`
